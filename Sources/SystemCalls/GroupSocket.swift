// Multicast datagrams, which all machines of a link receive at once. The kernel timestamps each on arrival, so that
// receivers need not be quick.

internal import CSystemCalls
internal import Glibc
internal import Synchronization

/// A family of internet addresses.
package enum AddressFamily: Int32, Sendable, CaseIterable {
    case four = 4
    case six = 6
}

/// A socket that receives datagrams, including those to multicast groups.
package final class GroupEar: Sendable {
    /// A received datagram.
    package struct Datagram: Sendable, Hashable {
        /// Its bytes, up to the requested length.
        package var bytes: [UInt8]
        /// Whether it was longer, and so was cut off.
        package var isCut: Bool
        /// The time of its arrival by `CLOCK_REALTIME`; `nil` if the kernel does not report it.
        package var realtimeNanoseconds: Int64?
        /// The numeric address of its sender.
        package var sender: String
    }

    private let family: AddressFamily
    private let longest: Int
    private let owned: Descriptor
    private let lost = Atomic<UInt32>(0)

    /// The descriptor to poll.
    package var number: Int32 { owned.number }
    /// The port; 0 if the kernel does not report it.
    package var port: UInt16 { UInt16(clamping: max(0, footfall_port_of(number))) }
    /// How many datagrams the kernel has dropped because its buffer was full, as reported with the last one read.
    package var dropped: UInt32 { lost.load(ordering: .relaxed) }

    /// Opens a port, which several programs can share.
    ///
    /// It has not joined a group yet.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any free one.
    ///   - family: The family of addresses.
    ///   - longest: How many bytes of a datagram are read at most.
    /// - Throws: If the machine has no such addresses, or if a program uses the port exclusively.
    package init(port: UInt16, _ family: AddressFamily, longest: Int) throws(SystemError) {
        let number = try retrying("listen at", "UDP port \(port)") {
            footfall_hear_datagrams(family.rawValue, port)
        }
        owned = Descriptor(number: number)
        self.family = family
        self.longest = longest
    }

    /// Joins a group on every network that the machine has now; returns on how many it is joined.
    ///
    /// Call it again at any time: networks come and go.
    @discardableResult
    package func join(_ group: String) -> Int {
        unsafe Int(footfall_join_group(number, family.rawValue, group))
    }

    /// The next datagram; `nil` if there is none.
    package func take() throws(SystemError) -> Datagram? {
        var room = [UInt8](repeating: 0, count: longest)
        var sender = [CChar](repeating: 0, count: 64)
        var timestamp: Int64 = 0
        var dropped = dropped
        let count: Int64
        do throws(SystemError) {
            count = try retrying("receive a datagram") {
                unsafe footfall_take_datagram(
                    number,
                    &room,
                    Int64(longest),
                    &timestamp,
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
            realtimeNanoseconds: timestamp == 0 ? nil : timestamp,
            sender: String(decoding: text, as: UTF8.self)
        )
    }
}

/// A socket that sends datagrams.
package final class GroupVoice: Sendable {
    private let owned: Descriptor

    /// Opens a socket for a family of addresses.
    package init(_ family: AddressFamily) throws(SystemError) {
        let number = try retrying("open a socket") { footfall_open_sender(family.rawValue) }
        owned = Descriptor(number: number)
    }

    /// Sends a datagram.
    ///
    /// - Parameters:
    ///   - bytes: Its content.
    ///   - address: The numeric address of its receivers.
    ///   - port: The port of the receivers.
    ///   - network: The number of the network to send on; `nil` lets the kernel choose.
    /// - Throws: If there is no route.
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
