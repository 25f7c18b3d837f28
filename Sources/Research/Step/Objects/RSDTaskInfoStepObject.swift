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
            "A step that stands for a task elsewhere, which is fetched when its turn comes.",
            keys: RSDKey.step + [
                RSDKey(
                    "title",
                    .text,
                    "What the task is called on the screen while it is fetched."
                ),
                RSDKey(
                    "subtitle",
                    .text,
                    "What stands below the title, in fewer words than the detail."
                ),
                RSDKey("detail", .text, "What the participant is told of the task beforehand."),
                RSDKey("icon", .text, "The name by which the host finds the task's picture."),
                RSDKey(
                    "estimatedMinutes",
                    .integer,
                    "How long the task is likely to take, in minutes; 0 if not given."
                ),
                RSDKey(
                    "schemaInfo",
                    .object(.schemaInfo),
                    "The name and revision of what the task's result looks like."
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
