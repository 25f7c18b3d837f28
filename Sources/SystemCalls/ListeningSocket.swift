// A socket that browsers and the like connect to. It is held by this process, and lent to a child that answers:
// when the child ends, whoever connects meanwhile waits for the next one.

internal import CSystemCalls
internal import Glibc

/// A socket at which others connect over TCP.
public final class ListeningSocket: Sendable {
    /// Who can connect.
    public enum Reach: Sendable, Hashable {
        /// Programs of this machine.
        case thisMachine
        /// Whoever reaches this machine by a network.
        case network
    }

    /// The port, also where the kernel has chosen it.
    public let port: UInt16
    /// Who can connect.
    public let reach: Reach
    private let descriptor: Descriptor

    /// How many may wait for being let in: more than a server has connections.
    ///
    /// Whoever finds no room in this line is connected as far as it can see, and is let in when the kernel tries again:
    /// after a second, and then after ever longer ones, up to a minute.
    private static let backlog: Int32 = 512

    /// Listens at a port.
    ///
    /// - Parameters:
    ///   - reach: Who can connect.
    ///   - port: The port; 0 for one that is free.
    /// - Throws: `addressInUse` where somebody else listens there.
    public init(for reach: Reach, port: UInt16) throws(SystemError) {
        let number = try retrying("listen at", "port \(port)") {
            footfall_listen(reach == .network ? 1 : 0, port, Self.backlog)
        }
        descriptor = Descriptor(number: number)
        self.reach = reach
        self.port = UInt16(clamping: footfall_port_of(number))
    }

    /// Takes over what somebody else has opened, and that listens already.
    init(adopting number: Int32) throws(SystemError) {
        let isOpen = try retrying("take over", "the socket \(number)") {
            footfall_adopt_listening(number)
        }
        reach = isOpen == 0 ? .thisMachine : .network
        descriptor = Descriptor(number: number)
        port = UInt16(clamping: footfall_port_of(number))
    }

    var number: Int32 { descriptor.number }

    /// Listens at its port again: whoever it was lent to may have shut it down.
    ///
    /// Whoever waits for being let in goes on waiting, if nobody has.
    ///
    /// - Throws: `addressInUse` where somebody else has got the port meanwhile.
    public func listenAgain() throws(SystemError) {
        try retrying("listen again at", "port \(port)") {
            footfall_listen_again(number, reach == .network ? 1 : 0, port, Self.backlog)
        }
    }

    /// The addresses, as numbers, at which a network reaches this machine.
    public static var ownAddresses: [String] {
        var text = [CChar](repeating: 0, count: 4096)
        let count = unsafe footfall_own_addresses(&text, Int64(text.count))
        let bytes = text.prefix(Int(max(0, count))).map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
