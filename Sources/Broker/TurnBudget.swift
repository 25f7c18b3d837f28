// Limits how often a board that only publishes reads from its broker. A compromised broker could send without end, and
// the processor is needed for recording.

/// Allows a fixed number of turns in each tenth of a second.
struct TurnBudget: Sendable {
    private static let most = 20
    private static let span: Int64 = 100_000_000

    private var start = Int64.min
    private var taken = 0

    /// Uses one turn at a time in nanoseconds; returns false if none is left.
    mutating func take(at now: Int64) -> Bool {
        if start == .min || now - start >= Self.span { (start, taken) = (now, 0) }
        guard taken < Self.most else { return false }
        taken += 1
        return true
    }
}
