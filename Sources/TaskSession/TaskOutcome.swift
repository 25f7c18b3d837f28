// What has become of a run, for whoever started it.

public import Research
public import TaskEngine

/// How a run of a task has ended.
public struct TaskOutcome: Sendable {
    /// Why it has ended.
    public var reason: TaskFinishReason
    public var result: any RSDTaskResult
    /// The session folder.
    public var session: String?
    /// The reminder that the participant wants, by its identifier in the task; `nil` if they want none.
    ///
    /// The run is `saved` then where its progress is kept, and otherwise `discarded`.
    public var reminder: String?
    /// What stood in the way.
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
