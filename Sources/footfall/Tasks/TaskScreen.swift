// Where a person does a task: at the terminal that the command was started on, or in a browser. A screen outlasts
// one run, since what is to be known before a run begins is asked on it, too.

internal import ResearchUI
internal import SessionRuns
internal import TaskEngine

/// What shows runs to a person.
@MainActor
protocol TaskScreen: AnyObject, Sendable {
    /// Whether somebody can be asked something before a run begins.
    var asksBeforeRuns: Bool { get throws }

    /// Shows a run until it is over; answers how that was, and what ended it before its end. Behind the last one there
    /// is nothing to wait for.
    func show(_ run: RSDTaskViewController, isLast: Bool) async throws -> ShownRun

    /// Shows nothing any more.
    func close() async
}

/// How a run ended that was shown.
struct ShownRun {
    var reason: TaskFinishReason
    var early: EarlyEnd?
    /// What is noted of an end that was not the task's own.
    var note: String?
}
