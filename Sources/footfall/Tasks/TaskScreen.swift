// The screen on which a participant does a task: the terminal of the command, or a browser. A screen may outlast one
// run, because questions before a run are asked on it, too.

internal import ResearchUI
internal import SessionRuns
internal import TaskEngine

/// Shows runs to a participant.
@MainActor
protocol TaskScreen: AnyObject, Sendable {
    /// Whether questions can be asked before a run begins.
    var asksBeforeRuns: Bool { get throws }

    /// Shows a run until it is over; returns how it ended and, if it ended early, the cause.
    ///
    /// `isLast` means that nothing is shown after this run.
    func show(_ run: RSDTaskViewController, isLast: Bool) async throws -> ShownRun

    /// Closes the screen.
    func close() async
}

/// How a shown run ended.
struct ShownRun {
    var reason: TaskFinishReason
    var early: EarlyEnd?
    /// A note for the session if the run did not end by itself.
    var note: String?
}
