// A whole task inside another one.

/// A step that is a whole task.
public struct RSDSubtaskStepObject: RSDSubtaskStep, RSDCopyStep, Codable {
    public var identifier: String { givenIdentifier ?? task.identifier }
    public let task: any RSDTask
    // The step's own identifier; `nil` to use that of its task.
    private var givenIdentifier: String?

    public var stepType: RSDStepType { .subtask }

    public init(task: any RSDTask) {
        self.task = task
    }

    /// Returns a copy that shares its task, which is safe because a task holds no state of a run.
    public func copy(with identifier: String) -> RSDSubtaskStepObject {
        var copy = self
        if identifier != self.identifier { copy.givenIdentifier = identifier }
        return copy
    }

    /// Returns a copy; if the decoder has a `task`, that task replaces this one.
    public func copy(
        with identifier: String,
        decoder: (any Decoder)?
    ) throws -> RSDSubtaskStepObject {
        let container = try decoder?.container(keyedBy: JSONKey.self)
        let replacement = try container?.decodeIfPresent(CodedTask.self, forKey: "task")?.value
        return RSDSubtaskStepObject(task: replacement ?? task).copy(with: identifier)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        task = try container.decode(CodedTask.self, forKey: "task").value
        givenIdentifier = try container.decodeIfPresent(String.self, forKey: "identifier")
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encodeIfPresent(givenIdentifier, forKey: "identifier")
        try container.encode(stepType, forKey: "type")
        try container.encode(CodedTask(task), forKey: "task")
    }
}

extension RSDDeclaration<any RSDStep> {
    /// A whole task as a step.
    public static var subtask: Self {
        Self(
            .subtask,
            RSDSubtaskStepObject.self,
            "A whole task as a step of this one, with a result of its own.",
            keys: [
                RSDKey(
                    "identifier",
                    .text,
                    "The identifier of the step; the identifier of its task if not given."
                ),
                RSDKey(
                    "task",
                    .member(.task),
                    isRequired: true,
                    "The task, written as in a file of its own."
                ),
            ]
        )
    }
}
