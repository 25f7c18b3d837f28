// The place of a task that is fetched when its turn comes.

/// A step that stands for a task elsewhere.
public struct RSDTaskInfoStepObject: RSDTaskInfoStep, Codable {
    public let info: RSDTaskInfoObject
    public let taskTransformer: (any RSDTaskTransformer)?

    public var identifier: String { info.identifier }
    public var stepType: RSDStepType { .taskInfo }
    public var taskInfo: any RSDTaskInfo { info }

    public init(info: RSDTaskInfoObject, taskTransformer: (any RSDTaskTransformer)?) {
        self.info = info
        self.taskTransformer = taskTransformer
    }

    public init(from decoder: any Decoder) throws {
        info = try RSDTaskInfoObject(from: decoder)
        let container = try decoder.container(keyedBy: JSONKey.self)
        taskTransformer =
            container.contains("taskTransformer")
            ? try decoder.factory.decodeTaskTransformer(
                from: container.superDecoder(forKey: "taskTransformer")
            ) : nil
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
