// A task that is run again may use data of its earlier runs. Only the task knows what data it needs, and only the host
// knows where to store it. The run passes the data between the two.

public import FoundationEssentials

/// The data that a task stores after a run, for its next runs.
public protocol RSDTaskData: Sendable {
    /// The identifier of the task.
    var identifier: String { get }
    /// When the task was run; `nil` if the date was not stored.
    var timestampDate: Date? { get }
    /// The stored data.
    var json: JSONValue { get }
}

/// A task, or the navigator of one, that uses data of its earlier runs.
public protocol RSDTrackingTask {
    /// Returns the data to store after a run that has ended; `nil` to store nothing.
    @MainActor
    func taskData(for taskResult: any RSDTaskResult) -> (any RSDTaskData)?

    /// Receives the data of an earlier run, before the first step is shown; `data` is `nil` if there is none.
    ///
    /// Hold `path` weakly if you keep it.
    @MainActor
    func setupTask(with data: (any RSDTaskData)?, for path: RSDTaskViewModel)

    /// Decides whether to skip a step that was not shown yet, and returns a result for it, if it has one.
    ///
    /// The participant can still go back to a skipped step that has a result.
    @MainActor
    func shouldSkipStep(
        _ step: any RSDStep
    ) -> (shouldSkip: Bool, stepResult: (any RSDResult)?)
}
