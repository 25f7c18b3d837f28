// An async action of a type that is not declared here. Rules of the task may refer to it; the host decides whether a
// controller is made for it.

/// The configuration of an async action without a Swift type of its own.
public struct RSDStandardAsyncActionConfiguration: RSDAsyncActionConfiguration, Hashable {
    public var identifier: String
    public var asyncActionType: RSDAsyncActionType
    public var startStepIdentifier: String?
    /// The step after which a host's controller stops; if it is given, the action counts as a recorder.
    public var stopStepIdentifier: String?
    public var permissions: [RSDStandardPermission]?
    /// The values of all other keys in the file, unchanged.
    public var userInfo: [String: JSONValue]

    public init(
        identifier: String,
        type: RSDAsyncActionType,
        startStepIdentifier: String? = nil,
        stopStepIdentifier: String? = nil,
        permissions: [RSDStandardPermission]? = nil
    ) {
        self.identifier = identifier
        asyncActionType = type
        self.startStepIdentifier = startStepIdentifier
        self.stopStepIdentifier = stopStepIdentifier
        self.permissions = permissions
        userInfo = [:]
    }
}

extension RSDStandardAsyncActionConfiguration: Codable {
    private static let knownKeys = Set(RSDKey.otherAsyncAction.map { JSONKey($0.name) } + ["type"])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        identifier = try container.decode(String.self, forKey: "identifier")
        asyncActionType = try container.decode(RSDAsyncActionType.self, forKey: "type")
        startStepIdentifier = try container.decodeIfPresent(
            String.self,
            forKey: "startStepIdentifier"
        )
        stopStepIdentifier = try container.decodeIfPresent(
            String.self,
            forKey: "stopStepIdentifier"
        )
        permissions = try container.decodeIfPresent(
            [RSDStandardPermission].self,
            forKey: "permissions"
        )
        userInfo = [:]
        for key in container.allKeys where !Self.knownKeys.contains(key) {
            userInfo[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        for (key, value) in userInfo { try container.encode(value, forKey: JSONKey(key)) }
        try container.encode(identifier, forKey: "identifier")
        try container.encode(asyncActionType, forKey: "type")
        try container.encodeIfPresent(startStepIdentifier, forKey: "startStepIdentifier")
        try container.encodeIfPresent(stopStepIdentifier, forKey: "stopStepIdentifier")
        try container.encodeIfPresent(permissions, forKey: "permissions")
    }
}

extension RSDKey {
    /// The keys of an async action of an undeclared type.
    static let otherAsyncAction =
        asyncAction + [
            RSDKey(
                "permissions",
                .list(.object(.permission)),
                "The permissions that the participant is asked for before it starts."
            )
        ]
}
