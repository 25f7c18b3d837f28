// One end of the socket between a process and its child. The kernel keeps the boundaries of messages, so that no length
// written by the other side is trusted; an oversized message is an error.

internal import CSystemCalls
internal import Glibc

/// One end of a socket for short messages to another process.
public struct MessageSocket: ~Copyable, Sendable {
    /// The greatest size of a message.
    public static let longest = 128 << 10

    /// The result of receiving.
    public enum Arrival: Sendable, Equatable {
        case message([UInt8])
        /// No message has arrived.
        case nothing
        /// The other side is gone.
        case end
    }

    /// How many empty messages are skipped if the other side is gone.
    private static let mostEmptied = 64

    private let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// Both ends of a new socket.
    struct Pair: ~Copyable {
        var here: MessageSocket
        var there: MessageSocket

        init() throws(SystemError) {
            var ends: [Int32] = [-1, -1]
            try retrying("socketpair") {
                unsafe footfall_message_sockets(&ends, Int32(4 * MessageSocket.longest))
            }
            // In a process without standard streams, they may have numbers of such streams; their duplicates have not.
            let first = Descriptor(number: ends[0])
            let second = Descriptor(number: ends[1])
            let one = try Descriptor(duplicating: first.number)
            let other = try Descriptor(duplicating: second.number)
            here = MessageSocket(one)
            there = MessageSocket(other)
        }
    }

    /// The descriptor to poll.
    public var number: Int32 { descriptor.number }

    /// Sends a message, if the other side accepts it now.
    ///
    /// - Throws: `brokenPipe` if the other side is gone, `again` if it has left too much unread.
    public borrowing func send(_ message: [UInt8]) throws(SystemError) {
        guard message.count <= Self.longest else {
            throw SystemError(call: "send", errno: Errno(rawValue: EMSGSIZE))
        }
        try retrying("send") {
            unsafe footfall_send_message(descriptor.number, message, Int64(message.count))
        }
    }

    /// Receives the next message.
    ///
    /// - Parameter waits: Whether to wait for one.
    /// - Returns: The message; `nothing` if none has arrived, `end` if the other side is gone.
    /// - Throws: If a message is longer than `longest`.
    public borrowing func receive(waits: Bool) throws(SystemError) -> Arrival {
        var length = 0
        // If the other side has closed without reading everything, the kernel reports that error once, before the other
        // side's last messages. An empty message looks like the end, so it counts as the end only if nothing follows.
        var emptied = 0
        looking: while emptied < Self.mostEmptied {
            do throws(SystemError) {
                length = Int(
                    try retrying("recv") {
                        footfall_next_message_length(descriptor.number, waits ? 1 : 0)
                    }
                )
            } catch {
                switch error.errno {
                case .again: return .nothing
                case .connectionReset:
                    emptied += 1
                    continue looking
                default: throw error
                }
            }
            if length > 0 { break looking }
            var none: [UInt8] = [0]
            _ = unsafe footfall_receive_message(descriptor.number, &none, 0)
            guard footfall_is_hung_up(descriptor.number) != 0 else { return .message([]) }
            emptied += 1
        }
        if length == 0 { return .end }
        guard length <= Self.longest else {
            throw SystemError(call: "recv", errno: Errno(rawValue: EMSGSIZE))
        }
        var bytes = [UInt8](repeating: 0, count: length)
        // Each end has only one reader, so this is the message whose length was read.
        let count = Int(
            try retrying("recv") {
                unsafe footfall_receive_message(descriptor.number, &bytes, Int64(length))
            }
        )
        guard count == length else {
            throw SystemError(call: "recv", errno: Errno(rawValue: EMSGSIZE))
        }
        return .message(bytes)
    }
}
