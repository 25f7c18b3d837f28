// The outcome of showing a run: why it is no longer shown (each host has its own type for that), and how the run itself
// has ended.

public import TaskEngine

/// The outcome of showing a run.
public struct ShownOutcome<Ending: Sendable & Hashable>: Sendable, Hashable {
    /// Why it is no longer shown.
    public var ending: Ending
    /// How the run has ended; the run has all recordings.
    public var reason: TaskFinishReason

    public init(ending: Ending, reason: TaskFinishReason) {
        self.ending = ending
        self.reason = reason
    }
}
