// The outcome of a run, for the caller that started it.

public import Research
public import TaskEngine

/// How a run of a task has ended.
public struct TaskOutcome: Sendable {
    /// Why the run has ended.
    public var reason: TaskFinishReason
    public var result: any RSDTaskResult
    /// The session folder; `nil` if there is none any more, as after a discarded run.
    public var session: String?
    /// The reminder that the participant asked for, by its identifier in the task; `nil` if none.
    ///
    /// If there is a reminder, `reason` is `saved` if the run's progress was saved, and otherwise `discarded`.
    public var reminder: String?
    /// The errors of the run, and those of writing its session.
    public var errors: [String]

    public init(
        reason: TaskFinishReason,
        result: any RSDTaskResult,
        session: String? = nil,
        errors: [String] = []
    ) {
        self.reason = reason
        self.result = result
        self.session = session
        self.errors = errors
    }
}
