// Where a person does a task: at the terminal that the command was started on, or in a browser. A screen outlasts
// one run, since what is to be known before a run begins is asked on it, too.

public import ResearchUI
public import TaskEngine

/// What shows runs to a person.
@MainActor
public protocol TaskScreen: AnyObject, Sendable {
    /// Whether somebody can be asked something before a run begins.
    var asksBeforeRuns: Bool { get throws }

    /// Shows a run until it is over; answers how that was, and what ended it before its end. Behind the last one there
    /// is nothing to wait for.
    func show(_ run: RSDTaskViewController, isLast: Bool) async throws -> ShownRun

    /// Shows nothing any more.
    func close() async
}

/// How a run ended that was shown.
public struct ShownRun {
    public var reason: TaskFinishReason
    public var early: EarlyEnd?
    /// What is noted of an end that was not the task's own.
    public var note: String?

    public init(
        reason: TaskFinishReason,
        early: EarlyEnd? = nil,
        note: String? = nil
    ) {
        self.reason = reason
        self.early = early
        self.note = note
    }
}
