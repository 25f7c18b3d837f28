// Limits how many messages a child process may send. A process that stood still for a while may receive many at
// once; that is allowed.

/// How many messages a gpsd can have sent since the last read.
struct MessageBudget: Sendable, Hashable {
    private var room: Double
    private var last: Int64

    /// More per second than any receiver sends.
    private static let messagesPerSecond = 512.0
    /// The longest standstill that counts, in seconds; sockets hold fewer messages than may come in this time.
    private static let longestStandstill = 60.0

    /// A budget for the first second.
    ///
    /// - Parameter now: The present time, in nanoseconds.
    init(at now: Int64) {
        room = Self.messagesPerSecond
        last = now
    }

    /// Counts one message; returns whether a gpsd can have sent so many.
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
