// How showing a run has ended: why, which each host has words of its own for, and how the run itself has ended.

public import TaskEngine

/// What came of showing a run to somebody.
public struct ShownOutcome<Ending: Sendable & Hashable>: Sendable, Hashable {
    /// Why it was shown no longer.
    public var ending: Ending
    /// How the run has ended, which has all that was recorded.
    public var reason: TaskFinishReason

    public init(ending: Ending, reason: TaskFinishReason) {
        self.ending = ending
        self.reason = reason
    }
}
