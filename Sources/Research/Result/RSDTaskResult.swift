// The result of a run: the results of the steps in the order in which they were shown, and those of the recorders in
// the order in which the run processed them.

public import FoundationEssentials

/// The result of a task, section or subtask.
public protocol RSDTaskResult: RSDResult {
    /// The UUID of the run; a section has that of its task.
    var taskRunUUID: UUID { get set }
    /// The name and revision of the result's schema.
    var schemaInfo: RSDSchemaInfoObject { get set }
    /// The results of the steps that were shown.
    var stepHistory: [any RSDResult] { get set }
    /// The results of the async actions that belong to this level; `nil` if there were none.
    var asyncResults: [any RSDResult]? { get set }
}

/// The name and revision of a result's schema.
public struct RSDSchemaInfoObject: Codable, Hashable, Sendable {
    /// The name; that of the task unless the task names another.
    public var identifier: String
    /// The revision.
    public var revision: Int

    /// Creates a schema reference; the revision is 1 unless given.
    public init(identifier: String, revision: Int = 1) {
        self.identifier = identifier
        self.revision = revision
    }
}

/// The result of a task, section or subtask.
public struct RSDTaskResultObject: RSDTaskResult {
    public let identifier: String
    public let type: RSDResultType
    public var startDate: Date
    public var endDate: Date
    public var taskRunUUID: UUID
    public var schemaInfo: RSDSchemaInfoObject
    public var stepHistory: [any RSDResult]
    public var asyncResults: [any RSDResult]?

    /// Creates the result of a run that began at `startDate`, and ended then unless `endDate` is given.
    public init(
        identifier: String,
        taskRunUUID: UUID,
        schemaInfo: RSDSchemaInfoObject? = nil,
        startDate: Date,
        endDate: Date? = nil,
        stepHistory: [any RSDResult] = [],
        asyncResults: [any RSDResult]? = nil
    ) {
        self.identifier = identifier
        self.type = .task
        self.startDate = startDate
        self.endDate = endDate ?? startDate
        self.taskRunUUID = taskRunUUID
        self.schemaInfo = schemaInfo ?? RSDSchemaInfoObject(identifier: identifier)
        self.stepHistory = stepHistory
        self.asyncResults = asyncResults
    }
}

extension RSDTaskResultObject {
    private enum CodingKeys: String, CodingKey {
        case identifier, type, startDate, endDate
        case taskRunUUID, schemaInfo, stepHistory, asyncResults
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try container.decode(String.self, forKey: .identifier)
        type = try container.decode(RSDResultType.self, forKey: .type)
        startDate = try container.decode(Date.self, forKey: .startDate)
        endDate = try container.decode(Date.self, forKey: .endDate)
        taskRunUUID = try container.decode(UUID.self, forKey: .taskRunUUID)
        let schema = try container.decodeIfPresent(RSDSchemaInfoObject.self, forKey: .schemaInfo)
        schemaInfo = schema ?? RSDSchemaInfoObject(identifier: identifier)
        stepHistory = try container.decode([CodedResult].self, forKey: .stepHistory).map(\.value)
        asyncResults = try container.decodeIfPresent([CodedResult].self, forKey: .asyncResults)?
            .map(\.value)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(type, forKey: .type)
        try container.encode(startDate, forKey: .startDate)
        try container.encode(endDate, forKey: .endDate)
        try container.encode(taskRunUUID, forKey: .taskRunUUID)
        try container.encode(schemaInfo, forKey: .schemaInfo)
        try container.encode(stepHistory.map(CodedResult.init), forKey: .stepHistory)
        try container.encodeIfPresent(
            asyncResults?.map(CodedResult.init),
            forKey: .asyncResults
        )
    }
}

extension RSDWords {
    /// The name and revision of a result's schema.
    static let schemaInfo = RSDWords(
        "schemaInfo",
        [
            RSDKey(
                "identifier",
                .text,
                isRequired: true,
                "The name of the result's schema, by which programs know how to read the result."
            ),
            RSDKey(
                "revision",
                .integer,
                isRequired: true,
                "The revision of the schema, a number that grows when the schema changes."
            ),
        ]
    )
}

extension RSDDeclaration<any RSDResult> {
    /// The result of a task, section or subtask.
    public static var task: Self {
        Self(
            .task,
            RSDTaskResultObject.self,
            "The result of a task, a section or a subtask: the results of its steps and recorders.",
            keys: RSDKey.result + [
                RSDKey(
                    "taskRunUUID",
                    .text,
                    isRequired: true,
                    "The identifier of the run, a UUID; sections have the same one as their task."
                ),
                RSDKey(
                    "schemaInfo",
                    .object(.schemaInfo),
                    isRequired: true,
                    "The name and revision of this result's schema."
                ),
                RSDKey(
                    "stepHistory",
                    .list(.member(.result)),
                    isRequired: true,
                    "The results of the steps that were shown, in their order."
                ),
                RSDKey(
                    "asyncResults",
                    .list(.member(.result)),
                    "The results of the async actions; absent if there are none."
                ),
            ]
        )
    }
}
