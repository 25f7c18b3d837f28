// Flow control for a stream: a child holds at most one window of it. So a client that accepts nothing costs little
// memory, and a film is sent as fast as it is accepted.

/// The part of a stream still to send, and how much of it may be sent now.
struct StreamWindow {
    /// How many bytes the child may hold that libmicrohttpd has not accepted yet.
    static let width = 256 << 10
    /// The greatest size of one message.
    static let mostAtOnce = 64 << 10

    private var waiting: [[UInt8]] = []
    private(set) var onItsWay = 0
    private(set) var isEnded = false
    private var isEndTold = false
    private var isDrainTold = true

    /// What to do next.
    enum Step: Equatable {
        case send([UInt8])
        case end
        /// Report that the stream has room for more bytes.
        case tellDrained
    }

    mutating func add(_ bytes: [UInt8]) {
        guard !isEnded, !bytes.isEmpty else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            waiting.append(Array(rest.prefix(Self.mostAtOnce)))
            rest = rest.dropFirst(Self.mostAtOnce)
        }
        isDrainTold = false
    }

    mutating func end() { isEnded = true }

    /// Notes that the child has passed on bytes; a child that reports more than it was given cannot widen the window.
    mutating func take(_ count: Int) { onItsWay = max(0, onItsWay - max(0, count)) }

    /// The next step possible now.
    mutating func next() -> Step? {
        if let bytes = waiting.first {
            guard onItsWay == 0 || onItsWay + bytes.count <= Self.width else { return nil }
            waiting.removeFirst()
            onItsWay += bytes.count
            return .send(bytes)
        }
        if isEnded {
            defer { isEndTold = true }
            return isEndTold ? nil : .end
        }
        defer { isDrainTold = true }
        return isDrainTold ? nil : .tellDrained
    }
}
