// A whole task inside another one.

/// A step that is a whole task.
public struct RSDSubtaskStepObject: RSDSubtaskStep, Codable {
    public let identifier: String
    public let task: any RSDTask

    public var stepType: RSDStepType { .subtask }

    public init(task: any RSDTask) {
        identifier = task.identifier
        self.task = task
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        task = try container.decode(CodedTask.self, forKey: "task").value
        identifier =
            try container.decodeIfPresent(String.self, forKey: "identifier") ?? task.identifier
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encode(identifier, forKey: "identifier")
        try container.encode(stepType, forKey: "type")
        try container.encode(CodedTask(task), forKey: "task")
    }
}
