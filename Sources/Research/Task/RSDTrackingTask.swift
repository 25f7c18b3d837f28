// A task that is run again may use what it found out before. What that is, only the task knows; where it is kept,
// only the host: the run stands between them.

public import FoundationEssentials

/// What a task keeps of a run for its next ones.
public protocol RSDTaskData: Sendable {
    /// The identifier of the task.
    var identifier: String { get }
    /// When the task was run; `nil` if that was not kept.
    var timestampDate: Date? { get }
    /// What is kept.
    var json: JSONValue { get }
}

/// A task, or the navigator of one, that uses what was found out when the task was run before.
public protocol RSDTrackingTask {
    /// What is kept of a run that has come to its end; `nil` for nothing.
    @MainActor
    func taskData(for taskResult: any RSDTaskResult) -> (any RSDTaskData)?

    /// Takes over what an earlier run has kept, before the first step is shown; `nil` if there is nothing.
    ///
    /// Whoever keeps the path holds it weakly.
    @MainActor
    func setupTask(with data: (any RSDTaskData)?, for path: RSDTaskViewModel)

    /// Whether a step is left out that would be shown for the first time, and the result that it has all the same.
    ///
    /// One can still go back to a step that has a result.
    @MainActor
    func shouldSkipStep(
        _ step: any RSDStep
    ) -> (shouldSkip: Bool, stepResult: (any RSDResult)?)
}
