// What a file says of a task that stands elsewhere.

/// What is known of a task before it is fetched.
public struct RSDTaskInfoObject: RSDTaskInfo, Hashable {
    public var identifier: String
    public var title: String?
    public var subtitle: String?
    public var detail: String?
    public var icon: String?
    public var estimatedMinutes: Int
    public var schemaInfo: RSDSchemaInfoObject?

    public init(identifier: String) {
        self.identifier = identifier
        estimatedMinutes = 0
    }
}

extension RSDTaskInfoObject: Codable {
    private enum CodingKeys: String, CodingKey {
        case identifier, title, subtitle, detail, icon, estimatedMinutes, schemaInfo
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try container.decode(String.self, forKey: .identifier)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        subtitle = try container.decodeIfPresent(String.self, forKey: .subtitle)
        detail = try container.decodeIfPresent(String.self, forKey: .detail)
        icon = try container.decodeIfPresent(String.self, forKey: .icon)
        estimatedMinutes = try container.decodeIfPresent(Int.self, forKey: .estimatedMinutes) ?? 0
        schemaInfo = try container.decodeIfPresent(RSDSchemaInfoObject.self, forKey: .schemaInfo)
    }
}
