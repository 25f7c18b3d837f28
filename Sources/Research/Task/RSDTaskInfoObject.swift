// What a file says of a task that stands elsewhere.

/// What is known of a task before it is fetched.
public struct RSDTaskInfoObject: RSDTaskInfo, Hashable {
    public var identifier: String
    public var title: String?
    public var subtitle: String?
    public var detail: String?
    public var icon: String?
    public var schemaInfo: RSDSchemaInfoObject?
    // What nobody has said is not written to files.
    private var toldMinutes: Int?

    public var estimatedMinutes: Int {
        get { toldMinutes ?? 0 }
        set { toldMinutes = newValue }
    }

    public init(identifier: String) {
        self.identifier = identifier
    }
}

extension RSDTaskInfoObject: Codable {
    private enum CodingKeys: String, CodingKey {
        case identifier, title, subtitle, detail, icon, schemaInfo
        case toldMinutes = "estimatedMinutes"
    }
}

extension RSDTaskInfoObject {
    /// Takes over what a decoder says.
    mutating func overlay(from container: KeyedDecodingContainer<JSONKey>) throws {
        func replace<Value: Decodable>(_ value: inout Value?, _ key: JSONKey) throws {
            value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
        }
        try replace(&title, "title")
        try replace(&subtitle, "subtitle")
        try replace(&detail, "detail")
        try replace(&icon, "icon")
        try replace(&toldMinutes, "estimatedMinutes")
        try replace(&schemaInfo, "schemaInfo")
    }
}
