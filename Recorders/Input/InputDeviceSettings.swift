// What a task file can say of any recorder over an input device, written once for all of them.

public import Research

/// What the configurations of input recorders have in common.
public struct InputDeviceSettings: Sendable, Hashable {
    var identifier: String
    var startStepIdentifier: String?
    var stopStepIdentifier: String?
    var device: String?
    var grab: Bool?
    var reconnect: Double?
    var file = RSDRecorderFileSettings()

    /// The settings of a recorder of which nothing else is said.
    public init(identifier: String, device: String? = nil) {
        self.identifier = identifier
        self.device = device
    }

    /// The longest time that a device can be waited for.
    static let longestReconnectInSeconds = 3600.0

    /// How long a device is waited for; what nobody can wait for is refused by `validate`.
    var reconnectLimit: Duration {
        guard let reconnect, reconnect > 0 else { return .zero }
        return .seconds(min(reconnect, Self.longestReconnectInSeconds))
    }

    /// Throws where the device has no name, or is to be waited for longer than that, or less than not
    /// at all.
    func validate() throws {
        if device == "" { throw InputRecorderError.namelessDevice(identifier: identifier) }
        guard let reconnect, !(0...Self.longestReconnectInSeconds).contains(reconnect) else {
            return
        }
        throw InputRecorderError.impossibleReconnect(identifier: identifier, reconnect)
    }
}

extension InputDeviceSettings: Codable {
    private enum CodingKeys: CodingKey {
        case identifier, startStepIdentifier, stopStepIdentifier, device, grab, reconnect
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try values.decodeIfPresent(Value.self, forKey: key)
        }
        identifier = try values.decode(String.self, forKey: .identifier)
        startStepIdentifier = try value(.startStepIdentifier)
        stopStepIdentifier = try value(.stopStepIdentifier)
        device = try value(.device)
        grab = try value(.grab)
        reconnect = try value(.reconnect)
        file = try RSDRecorderFileSettings(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(identifier, forKey: .identifier)
        try values.encodeIfPresent(startStepIdentifier, forKey: .startStepIdentifier)
        try values.encodeIfPresent(stopStepIdentifier, forKey: .stopStepIdentifier)
        try values.encodeIfPresent(device, forKey: .device)
        try values.encodeIfPresent(grab, forKey: .grab)
        try values.encodeIfPresent(reconnect, forKey: .reconnect)
        try file.encode(to: encoder)
    }
}

extension InputRecording {
    public var identifier: String {
        get { settings.identifier }
        set { settings.identifier = newValue }
    }

    public var startStepIdentifier: String? {
        get { settings.startStepIdentifier }
        set { settings.startStepIdentifier = newValue }
    }

    public var stopStepIdentifier: String? {
        get { settings.stopStepIdentifier }
        set { settings.stopStepIdentifier = newValue }
    }

    /// Which device, by its name, path or id; without it, the first that gives what is asked for.
    public var device: String? {
        get { settings.device }
        set { settings.device = newValue }
    }

    /// Whether nobody else gets the device's events meanwhile.
    public var grab: Bool? {
        get { settings.grab }
        set { settings.grab = newValue }
    }

    /// How many seconds a device that has gone is waited for.
    public var reconnect: Double? {
        get { settings.reconnect }
        set { settings.reconnect = newValue }
    }

    public var file: RSDRecorderFileSettings {
        get { settings.file }
        set { settings.file = newValue }
    }
}
