// A step of a type that an app has declared elsewhere. It can be shown all the same.

internal import FoundationEssentials

/// A step whose type is not declared: what it says of itself, as it stood.
open class RSDGenericStepObject: RSDUIStepObject {
    /// The keys that only the type itself could explain.
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
        let toldType = try container.decodeIfPresent(RSDStepType.self, forKey: "type")
        for key in container.allKeys where !Self.isRead(key.stringValue, in: container) {
            // What a transform says of where the step is, is not said of the step.
            if toldType == .transform, key == "resourceTransformer" { continue }
            userInfo[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        for (key, value) in userInfo { try container.encode(value, forKey: JSONKey(key)) }
    }

    /// Whether every step reads a key: by its name, or by its other one where it has not the first.
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
