// Datagrams that all machines of a link hear at once. The kernel stamps each as it comes in, so that whoever hears it
// need not be quick.

internal import CSystemCalls
internal import Glibc
internal import Synchronization

/// A family of internet addresses.
package enum AddressFamily: Int32, Sendable, CaseIterable {
    case four = 4
    case six = 6
}

/// A socket that hears datagrams, also those to groups.
package final class GroupEar: Sendable {
    /// A datagram that has come.
    package struct Datagram: Sendable, Hashable {
        /// Its bytes; no more than asked for.
        package var bytes: [UInt8]
        /// Whether it was longer.
        package var isCut: Bool
        /// `CLOCK_REALTIME` at which the kernel received it; `nil` where it does not tell.
        package var realtimeNanoseconds: Int64?
        /// Who sent it, as numbers.
        package var sender: String
    }

    private let family: AddressFamily
    private let longest: Int
    private let owned: Descriptor
    private let lost = Atomic<UInt32>(0)

    /// What a thread sleeps beside.
    package var number: Int32 { owned.number }
    /// The port; 0 where the system does not tell.
    package var port: UInt16 { UInt16(clamping: max(0, footfall_port_of(number))) }
    /// How many datagrams the kernel had no room for, as the last one that was taken tells.
    package var dropped: UInt32 { lost.load(ordering: .relaxed) }

    /// Opens a port; several programs can have the same one.
    ///
    /// It is in no group yet.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for one that is free.
    ///   - family: Whose addresses it has.
    ///   - longest: How much of a datagram is read.
    /// - Throws: Where the machine has no such addresses, or a program has the port for itself.
    package init(port: UInt16, _ family: AddressFamily, longest: Int) throws(SystemError) {
        let number = try retrying("listen at", "UDP port \(port)") {
            footfall_hear_datagrams(family.rawValue, port)
        }
        owned = Descriptor(number: number)
        self.family = family
        self.longest = longest
    }

    /// Joins a group on every network that the machine has now; answers on how many it is heard.
    ///
    /// It can be done again: networks come and go.
    @discardableResult
    package func join(_ group: String) -> Int {
        unsafe Int(footfall_join_group(number, family.rawValue, group))
    }

    /// The next datagram; `nil` where none is there.
    package func take() throws(SystemError) -> Datagram? {
        var room = [UInt8](repeating: 0, count: longest)
        var sender = [CChar](repeating: 0, count: 64)
        var stamp: Int64 = 0
        var dropped = dropped
        let count: Int64
        do throws(SystemError) {
            count = try retrying("receive a datagram") {
                unsafe footfall_take_datagram(
                    number,
                    &room,
                    Int64(longest),
                    &stamp,
                    &dropped,
                    &sender,
                    64
                )
            }
        } catch {
            if error.errno == .again { return nil }
            throw error
        }
        lost.store(dropped, ordering: .relaxed)
        let text = sender.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return Datagram(
            bytes: Array(room.prefix(Int(count))),
            isCut: count > Int64(longest),
            realtimeNanoseconds: stamp == 0 ? nil : stamp,
            sender: String(decoding: text, as: UTF8.self)
        )
    }
}

/// A socket that sends datagrams.
package final class GroupVoice: Sendable {
    private let owned: Descriptor

    /// Opens one that sends to addresses of a family.
    package init(_ family: AddressFamily) throws(SystemError) {
        let number = try retrying("open a socket") { footfall_open_sender(family.rawValue) }
        owned = Descriptor(number: number)
    }

    /// Sends a datagram.
    ///
    /// - Parameters:
    ///   - bytes: What it says.
    ///   - address: Who is to hear it, as numbers.
    ///   - port: The port of all of them.
    ///   - network: By which network, by its number; without it the kernel chooses.
    /// - Throws: Where there is no way to it.
    package func send(
        _ bytes: [UInt8],
        to address: String,
        port: UInt16,
        by network: UInt32? = nil
    ) throws(SystemError) {
        let number = owned.number
        try retrying("send to", address) {
            unsafe bytes.withUnsafeBufferPointer { raw in
                unsafe footfall_send_datagram(
                    number,
                    address,
                    port,
                    network ?? 0,
                    raw.baseAddress,
                    Int64(raw.count)
                )
            }
        }
    }

    /// The numbers of the networks that this machine has now, the loopback included.
    package static var networks: [UInt32] {
        var numbers = [UInt32](repeating: 0, count: 64)
        let count = unsafe footfall_networks(&numbers, 64)
        return Array(numbers.prefix(Int(max(0, count))))
    }
}
