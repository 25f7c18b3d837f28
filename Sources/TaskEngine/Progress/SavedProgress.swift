// A run as it can be put away and taken up again, by another process if need be.

public import FoundationEssentials
public import Research

/// Where a run stood, and what there was of its result.
public struct SavedProgress: Sendable {
    /// One level that was open.
    public struct Level: Sendable {
        public var identifier: String
        public var taskResult: any RSDTaskResult
        /// Results of steps that one had gone back from.
        public var previousResults: [any RSDResult]
    }

    /// The version of the form that this code writes.
    public static let currentVersion = 1

    public var version = SavedProgress.currentVersion
    public var taskIdentifier: String
    public var taskRunUUID: UUID
    public var position: PathPosition
    /// The levels that were open, the root first.
    public var levels: [Level]
    public var cohorts: Set<String>
    /// The session folder that the recordings are in.
    public var session: String?
    /// The async actions that were in use.
    public var active: [AsyncActionFleet.ActionName]
}

extension SavedProgress: Codable {
    private enum CodingKeys: String, CodingKey {
        case version, taskIdentifier, taskRunUUID, position, levels, cohorts, session, active
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        version = try values.decode(Int.self, forKey: .version)
        taskIdentifier = try values.decode(String.self, forKey: .taskIdentifier)
        taskRunUUID = try values.decode(UUID.self, forKey: .taskRunUUID)
        position = try values.decode(PathPosition.self, forKey: .position)
        levels = try values.decode([Level].self, forKey: .levels)
        cohorts = try values.decode(Set<String>.self, forKey: .cohorts)
        session = try values.decodeIfPresent(String.self, forKey: .session)
        active = try values.decode([AsyncActionFleet.ActionName].self, forKey: .active)
        guard levels.count == position.levels.count, let root = levels.first,
            root.taskResult.taskRunUUID == taskRunUUID
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .levels,
                in: values,
                debugDescription: "the levels are not those of the position and the run"
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(version, forKey: .version)
        try values.encode(taskIdentifier, forKey: .taskIdentifier)
        try values.encode(taskRunUUID, forKey: .taskRunUUID)
        try values.encode(position, forKey: .position)
        try values.encode(levels, forKey: .levels)
        try values.encode(cohorts.sorted(), forKey: .cohorts)
        try values.encodeIfPresent(session, forKey: .session)
        try values.encode(active, forKey: .active)
    }
}

extension SavedProgress.Level: Codable {
    private enum CodingKeys: String, CodingKey {
        case identifier, taskResult, previousResults
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try values.decode(String.self, forKey: .identifier)
        let result = try values.decode(AnyResult.self, forKey: .taskResult).value
        guard let taskResult = result as? any RSDTaskResult else {
            throw DecodingError.dataCorruptedError(
                forKey: .taskResult,
                in: values,
                debugDescription: "a result of type '\(result.type)' is no task's"
            )
        }
        self.taskResult = taskResult
        previousResults = try values.decode([AnyResult].self, forKey: .previousResults)
            .map(\.value)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(identifier, forKey: .identifier)
        try values.encode(AnyResult(value: taskResult), forKey: .taskResult)
        try values.encode(previousResults.map(AnyResult.init), forKey: .previousResults)
    }
}

/// A result that the factory decodes by its `type`.
private struct AnyResult: Codable {
    let value: any RSDResult

    init(value: any RSDResult) { self.value = value }

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeResult(from: decoder)
    }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
