// How often a board that only speaks looks at what its broker sends. A broker in wrong hands may send without end, and
// the processor is for the recording.

/// So many turns in a tenth of a second.
struct TurnBudget: Sendable {
    private static let most = 20
    private static let span: Int64 = 100_000_000

    private var start = Int64.min
    private var taken = 0

    /// Whether there is a turn left at a moment in nanoseconds; where there is, it is taken.
    mutating func take(at now: Int64) -> Bool {
        if start == .min || now - start >= Self.span { (start, taken) = (now, 0) }
        guard taken < Self.most else { return false }
        taken += 1
        return true
    }
}
