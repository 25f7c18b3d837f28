// An action of a type that is not declared here. Its button is still shown.

/// An action of an undeclared type, with the keys that all actions have, and all other keys unchanged.
public struct RSDUnknownUIActionObject: RSDUIAction, Hashable {
    public var type: RSDUIActionObjectType
    /// All keys, including those that every action has.
    public var userInfo: [String: JSONValue]

    public var buttonTitle: String? { text("buttonTitle") }
    public var iconName: String? { text("iconName") }
    public var bundleIdentifier: String? { text("bundleIdentifier") }

    private func text(_ key: String) -> String? {
        guard case .string(let text) = userInfo[key] else { return nil }
        return text
    }

    public init(from decoder: any Decoder) throws {
        userInfo = try [String: JSONValue](from: decoder)
        guard case .string(let word) = userInfo["type"] else {
            throw decoder.fault("an action has no type", at: "type", remedy: "add it")
        }
        type = RSDUIActionObjectType(rawValue: word)
    }

    public func encode(to encoder: any Encoder) throws { try userInfo.encode(to: encoder) }
}
