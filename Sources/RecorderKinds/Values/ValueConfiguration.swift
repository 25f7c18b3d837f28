// The configuration of a value recorder in a task file. Its kind defines the keys that it has besides those of every
// recorder.

public import Research

/// The configuration of a value recorder.
public struct ValueConfiguration: RSDFileRecorderConfiguration, Hashable {
    /// The kind of recorder.
    public let kind: ValueKind
    public var settings: RSDRecorderSettings
    /// Where on the body the device is, in any words.
    public var placement: String?
    /// The recorded values; the index of each is its channel.
    var channels: [ValueChannel]
    // The keys that were set; keys that were not set are not written to files.
    private var told: [String: JSONValue] = [:]

    /// A configuration with nothing set but the identifier.
    ///
    /// - Parameters:
    ///   - kind: The kind of recorder.
    ///   - identifier: The identifier of the recorder, its result and its file.
    public init(_ kind: ValueKind, identifier: String) {
        self.kind = kind
        settings = RSDRecorderSettings(identifier: identifier)
        channels = kind.values
    }

    public var asyncActionType: RSDAsyncActionType { kind.type }

    /// How many times per second it reads.
    public var frequency: Double {
        get { number(ValueKind.frequencyName) }
        set { told[ValueKind.frequencyName] = .number(newValue) }
    }

    public func validate() throws {
        let faults = kind.keys.compactMap { key in told[key.name].flatMap(key.fault(of:)) }
        if !faults.isEmpty { throw RSDValidationError(faults: faults) }
    }
}

// MARK: - The kind's own keys

extension ValueConfiguration {
    /// The number set for one of the kind's own keys, or the key's default.
    ///
    /// - Parameter name: The key.
    /// - Returns: The number.
    /// - Precondition: The kind has a number of that name.
    public func number(_ name: String) -> Double {
        guard let number = value(of: name).double else {
            preconditionFailure("'\(name)' is no number of the kind '\(kind.type)'")
        }
        return number
    }

    /// The word or text set for one of the kind's own keys, or the key's default.
    ///
    /// - Parameter name: The key.
    /// - Returns: The word or the text.
    /// - Precondition: The kind has a word or a text of that name.
    public func text(_ name: String) -> String {
        guard let text = value(of: name).text else {
            preconditionFailure("'\(name)' is no text of the kind '\(kind.type)'")
        }
        return text
    }

    /// The truth value set for one of the kind's own keys, or the key's default.
    ///
    /// - Parameter name: The key.
    /// - Returns: The truth value.
    /// - Precondition: The kind has a truth value of that name.
    public func boolean(_ name: String) -> Bool {
        guard case .boolean(let isSo) = value(of: name) else {
            preconditionFailure("'\(name)' is no truth value of the kind '\(kind.type)'")
        }
        return isSo
    }

    private func value(of name: String) -> JSONValue {
        told[name] ?? kind.keys.first { $0.name == name }?.usual ?? .null
    }
}

// MARK: - Files

extension ValueConfiguration: Encodable {
    private enum CodingKeys: String, CodingKey {
        case type, placement
    }

    /// A coding key for a key that only the kind knows.
    private struct OwnKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads the configuration from a task file.
    ///
    /// - Parameters:
    ///   - kind: The kind, which knows the keys.
    ///   - decoder: The decoder at the recorder's object.
    /// - Throws: `DecodingError`.
    init(_ kind: ValueKind, from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.kind = kind
        channels = kind.values
        settings = try RSDRecorderSettings(from: decoder)
        placement = try values.decodeIfPresent(String.self, forKey: .placement)
        let own = try decoder.container(keyedBy: OwnKey.self)
        for key in kind.keys {
            let place = OwnKey(stringValue: key.name)
            switch key.content {
            case .number:
                told[key.name] = try own.decodeIfPresent(Double.self, forKey: place)
                    .map(JSONValue.number)
            case .word, .text:
                told[key.name] = try own.decodeIfPresent(String.self, forKey: place)
                    .map(JSONValue.string)
            case .boolean:
                told[key.name] = try own.decodeIfPresent(Bool.self, forKey: place)
                    .map(JSONValue.boolean)
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        try settings.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(asyncActionType, forKey: .type)
        try values.encodeIfPresent(placement, forKey: .placement)
        var own = encoder.container(keyedBy: OwnKey.self)
        for (name, value) in told { try own.encode(value, forKey: OwnKey(stringValue: name)) }
    }
}
