// A step of a type that is not declared here. It can be shown nevertheless.

internal import FoundationEssentials

/// A step of an undeclared type, with the keys that all steps have, and all other keys unchanged.
open class RSDGenericStepObject: RSDUIStepObject {
    /// The values of all other keys in the file, unchanged.
    open var userInfo: [String: JSONValue] = [:]

    open override func copyInto(_ copy: RSDUIStepObject) {
        super.copyInto(copy)
        (copy as? RSDGenericStepObject)?.userInfo = userInfo
    }

    open override func instantiateStepResult() -> any RSDResult {
        RSDResultObject(
            identifier: identifier,
            type: RSDResultType(rawValue: stepType.rawValue),
            startDate: Date(timeIntervalSince1970: 0)
        )
    }

    open override func decode(
        from decoder: any Decoder,
        for deviceType: RSDDeviceType?
    ) throws {
        try super.decode(from: decoder, for: deviceType)
        let container = try decoder.container(keyedBy: JSONKey.self)
        let givenType = try container.decodeIfPresent(RSDStepType.self, forKey: "type")
        for key in container.allKeys where !Self.isRead(key.stringValue, in: container) {
            // In a transform, `resourceTransformer` only names the file of the step; it is not a key of the step.
            if givenType == .transform, key == "resourceTransformer" { continue }
            userInfo[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        for (key, value) in userInfo { try container.encode(value, forKey: JSONKey(key)) }
    }

    /// True if every step reads this key, by its name or by its other name.
    ///
    /// A key is read by its other name only if the object lacks the usual one.
    private static func isRead(
        _ name: String,
        in container: KeyedDecodingContainer<JSONKey>
    ) -> Bool {
        if name == "type" { return true }
        return RSDKey.uiStep.contains { key in
            key.name == name || key.otherName == name && !container.contains(JSONKey(key.name))
        }
    }
}
