// How much of a stream is on its way. A child has no more than a window of it, so that a phone which takes nothing
// costs no memory there, and a film goes as fast as it is taken.

/// What of a stream still has to go, and how much may go now.
struct StreamWindow {
    /// How much may be on its way, that nobody has taken yet.
    static let width = 256 << 10
    /// How much goes in one message.
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
        /// Tell whoever gives the stream its bytes that there is room.
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

    /// So many bytes have gone; a child that tells more than it was given is believed no further than that.
    mutating func take(_ count: Int) { onItsWay = max(0, onItsWay - max(0, count)) }

    /// The next thing that can be done now.
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
