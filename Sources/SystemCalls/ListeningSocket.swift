// A TCP socket for clients such as browsers. This process holds it and lends it to a child that answers: if the child
// ends, new clients wait for the next child.

internal import CSystemCalls
internal import Glibc

/// A listening TCP socket.
public final class ListeningSocket: Sendable {
    /// Who can connect.
    public enum Reach: Sendable, Hashable {
        /// Programs of this machine.
        case thisMachine
        /// Any machine that reaches this one by a network.
        case network
    }

    /// The port, also if the kernel has chosen it.
    public let port: UInt16
    /// Who can connect.
    public let reach: Reach
    private let descriptor: Descriptor

    /// How many connections may wait to be accepted: more than a server may have.
    ///
    /// A client beyond this limit seems to be connected, but is accepted only when the kernel retries: after a second,
    /// then after longer and longer waits, up to a minute.
    private static let backlog: Int32 = 512

    /// Listens at a port.
    ///
    /// - Parameters:
    ///   - reach: Who can connect.
    ///   - port: The port; 0 for any free one.
    /// - Throws: `addressInUse` if another program listens there.
    public init(for reach: Reach, port: UInt16) throws(SystemError) {
        let number = try retrying("listen at", "port \(port)") {
            footfall_listen(reach == .network ? 1 : 0, port, Self.backlog)
        }
        descriptor = Descriptor(number: number)
        self.reach = reach
        self.port = UInt16(clamping: footfall_port_of(number))
    }

    /// Takes over a listening socket that another program has opened.
    init(adopting number: Int32) throws(SystemError) {
        let isOpen = try retrying("take over", "the socket \(number)") {
            footfall_adopt_listening(number)
        }
        reach = isOpen == 0 ? .thisMachine : .network
        descriptor = Descriptor(number: number)
        port = UInt16(clamping: footfall_port_of(number))
    }

    var number: Int32 { descriptor.number }

    /// Listens at its port again, since the child that it was lent to may have shut it down.
    ///
    /// If it was not shut down, the waiting clients keep their places.
    ///
    /// - Throws: `addressInUse` if another program has taken the port meanwhile.
    public func listenAgain() throws(SystemError) {
        try retrying("listen again at", "port \(port)") {
            footfall_listen_again(number, reach == .network ? 1 : 0, port, Self.backlog)
        }
    }

    /// The numeric addresses by which a network reaches this machine.
    public static var ownAddresses: [String] {
        var text = [CChar](repeating: 0, count: 4096)
        let count = unsafe footfall_own_addresses(&text, Int64(text.count))
        let bytes = text.prefix(Int(max(0, count))).map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
