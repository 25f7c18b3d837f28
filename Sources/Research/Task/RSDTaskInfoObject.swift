// What a file says about a task that is defined elsewhere.

/// What is known of a task before it is fetched.
public struct RSDTaskInfoObject: RSDTaskInfo, Hashable {
    public var identifier: String
    public var title: String?
    public var subtitle: String?
    public var detail: String?
    public var icon: String?
    public var schemaInfo: RSDSchemaInfoObject?
    // `nil` unless given explicitly: the default is not written to files.
    private var givenMinutes: Int?

    public var estimatedMinutes: Int {
        get { givenMinutes ?? 0 }
        set { givenMinutes = newValue }
    }

    public init(identifier: String) {
        self.identifier = identifier
    }
}

extension RSDTaskInfoObject: Codable {
    private enum CodingKeys: String, CodingKey {
        case identifier, title, subtitle, detail, icon, schemaInfo
        case givenMinutes = "estimatedMinutes"
    }
}

extension RSDTaskInfoObject {
    /// Replaces each value, except the identifier, for which the container has a key that is not `null`.
    mutating func overlay(from container: KeyedDecodingContainer<JSONKey>) throws {
        func replace<Value: Decodable>(_ value: inout Value?, _ key: JSONKey) throws {
            value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
        }
        try replace(&title, "title")
        try replace(&subtitle, "subtitle")
        try replace(&detail, "detail")
        try replace(&icon, "icon")
        try replace(&givenMinutes, "estimatedMinutes")
        try replace(&schemaInfo, "schemaInfo")
    }
}
