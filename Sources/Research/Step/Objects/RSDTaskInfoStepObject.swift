// A placeholder for a task that is fetched when the run reaches it.

/// A step that stands for a task defined elsewhere.
public struct RSDTaskInfoStepObject: RSDTaskInfoStep, RSDCopyStep, Codable {
    public private(set) var info: RSDTaskInfoObject
    public private(set) var taskTransformer: (any RSDTaskTransformer)?

    public var identifier: String { info.identifier }
    public var stepType: RSDStepType { .taskInfo }
    public var taskInfo: any RSDTaskInfo { info }

    public init(info: RSDTaskInfoObject, taskTransformer: (any RSDTaskTransformer)?) {
        self.info = info
        self.taskTransformer = taskTransformer
    }

    public func copy(with identifier: String) -> RSDTaskInfoStepObject {
        var copy = self
        copy.info.identifier = identifier
        return copy
    }

    public func copy(
        with identifier: String,
        decoder: (any Decoder)?
    ) throws -> RSDTaskInfoStepObject {
        var copy = copy(with: identifier)
        guard let decoder else { return copy }
        try copy.info.overlay(from: decoder.container(keyedBy: JSONKey.self))
        copy.taskTransformer = try Self.transformer(from: decoder) ?? taskTransformer
        return copy
    }

    public init(from decoder: any Decoder) throws {
        info = try RSDTaskInfoObject(from: decoder)
        taskTransformer = try Self.transformer(from: decoder)
    }

    private static func transformer(
        from decoder: any Decoder
    ) throws -> (any RSDTaskTransformer)? {
        let container = try decoder.container(keyedBy: JSONKey.self)
        guard container.contains("taskTransformer") else { return nil }
        return try decoder.factory.decodeTaskTransformer(
            from: container.superDecoder(forKey: "taskTransformer")
        )
    }

    public func encode(to encoder: any Encoder) throws {
        try info.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encode(stepType, forKey: "type")
        if let taskTransformer {
            try encodeAny(taskTransformer, to: container.superEncoder(forKey: "taskTransformer"))
        }
    }
}

extension RSDDeclaration<any RSDStep> {
    /// A task that is fetched when the run reaches it.
    public static var taskInfo: Self {
        Self(
            .taskInfo,
            RSDTaskInfoStepObject.self,
            "A step that runs a task from elsewhere, which is loaded when the run reaches the step.",
            keys: RSDKey.step + [
                RSDKey(
                    "title",
                    .text,
                    "The title of the task on the screen while it is loaded."
                ),
                RSDKey(
                    "subtitle",
                    .text,
                    "A text below the title, shorter than the detail."
                ),
                RSDKey(
                    "detail",
                    .text,
                    "The description of the task that the participant reads before it begins."
                ),
                RSDKey("icon", .text, "The name by which the host finds the task's picture."),
                RSDKey(
                    "estimatedMinutes",
                    .integer,
                    "The estimated duration of the task, in minutes; 0 if not given."
                ),
                RSDKey(
                    "schemaInfo",
                    .object(.schemaInfo),
                    "The name and revision of the schema of the task's result."
                ),
                RSDKey(
                    "taskTransformer",
                    .fetched(.task),
                    "Where the task is, for instance in a file beside this one."
                ),
            ]
        )
    }
}
