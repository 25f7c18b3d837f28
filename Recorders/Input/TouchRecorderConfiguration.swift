// The configuration of the `touch` recorder in a task file: SageResearch's `touch`, with the device settings added.

public import Research

/// The configuration of a `touch` recorder.
public struct TouchRecorderConfiguration: InputRecording, Hashable {
    public var settings: RSDRecorderSettings
    public var deviceSettings: InputDeviceSettings

    public var asyncActionType: RSDAsyncActionType { .touch }

    public init(identifier: String, device: String? = nil) {
        settings = RSDRecorderSettings(identifier: identifier)
        deviceSettings = InputDeviceSettings(device: device)
    }

    public var request: InputRequest {
        InputRequest(
            kinds: [.touches],
            device: device,
            grabs: grab ?? false,
            reconnectLimit: deviceSettings.reconnectLimit
        )
    }

    public func validate() throws { try deviceSettings.validate(of: identifier) }
}

// MARK: - JSON

extension TouchRecorderConfiguration: Codable {
    private enum CodingKeys: CodingKey {
        case type
    }

    public init(from decoder: any Decoder) throws {
        settings = try RSDRecorderSettings(from: decoder)
        deviceSettings = try InputDeviceSettings(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try settings.encode(to: encoder)
        try deviceSettings.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(asyncActionType.rawValue, forKey: .type)
    }
}
