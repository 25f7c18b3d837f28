// A result of an undeclared type, written by a newer app or of an app's own type. It must not make its task
// unreadable, and its content must survive decoding and encoding.

public import FoundationEssentials

/// A result of an undeclared type: the keys that all results have, and all others unchanged.
public struct RSDUnknownResultObject: RSDResult, Hashable {
    public let identifier: String
    public let type: RSDResultType
    public var startDate: Date
    public var endDate: Date
    /// The keys that only a declaration of the type could interpret.
    public var userInfo: [String: JSONValue]

    /// Creates a result of an undeclared type.
    public init(
        identifier: String,
        type: RSDResultType,
        startDate: Date,
        endDate: Date? = nil,
        userInfo: [String: JSONValue] = [:]
    ) {
        self.identifier = identifier
        self.type = type
        self.startDate = startDate
        self.endDate = endDate ?? startDate
        self.userInfo = userInfo
    }
}

extension RSDUnknownResultObject {
    private static let knownKeys = Set(RSDKey.result.map { JSONKey($0.name) } + ["type"])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        identifier = try container.decode(String.self, forKey: "identifier")
        type = try container.decode(RSDResultType.self, forKey: "type")
        startDate = try container.decode(Date.self, forKey: "startDate")
        endDate = try container.decode(Date.self, forKey: "endDate")
        userInfo = [:]
        for key in container.allKeys where !Self.knownKeys.contains(key) {
            userInfo[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        for (key, value) in userInfo where !Self.knownKeys.contains(JSONKey(key)) {
            try container.encode(value, forKey: JSONKey(key))
        }
        try container.encode(identifier, forKey: "identifier")
        try container.encode(type, forKey: "type")
        try container.encode(startDate, forKey: "startDate")
        try container.encode(endDate, forKey: "endDate")
    }
}
