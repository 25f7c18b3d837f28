// How many messages a child may send. A process that stood still for a while finds many at once, and that is honest.

/// So many messages as a gpsd can have sent since they were read last.
struct MessageBudget: Sendable, Hashable {
    private var room: Double
    private var last: Int64

    /// So many a second no receiver has.
    private static let messagesPerSecond = 512.0
    /// What a longer standstill leaves behind finds no room in any socket.
    private static let longestStandstill = 60.0

    /// A budget for one second.
    ///
    /// - Parameter now: An instant, in nanoseconds.
    init(at now: Int64) {
        room = Self.messagesPerSecond
        last = now
    }

    /// Takes one message; answers whether a gpsd can have sent it.
    mutating func take(at now: Int64) -> Bool {
        let passed = Double(max(0, now &- last)) / 1e9
        room = min(
            room + Self.messagesPerSecond * passed,
            Self.messagesPerSecond * Self.longestStandstill
        )
        last = now
        room -= 1
        return room >= 0
    }
}
