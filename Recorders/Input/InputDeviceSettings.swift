// The settings that all recorders of an input device share.

internal import Research

/// The common settings of input recorders.
public struct InputDeviceSettings: Sendable, Hashable {
    var device: String?
    var grab: Bool?
    var reconnect: Double?

    /// Settings in which only the device may be given.
    public init(device: String? = nil) {
        self.device = device
    }

    /// The longest permitted `reconnect`.
    static let longestReconnectInSeconds = 3600.0

    /// How long to wait for a lost device, limited to the permitted range; `validate` refuses other values.
    var reconnectLimit: Duration {
        guard let reconnect, reconnect > 0 else { return .zero }
        return .seconds(min(reconnect, Self.longestReconnectInSeconds))
    }

    /// Throws if the device's name is empty, or `reconnect` is out of range.
    func validate(of identifier: String) throws {
        if device == "" { throw InputRecorderError.namelessDevice(identifier: identifier) }
        guard let reconnect, !(0...Self.longestReconnectInSeconds).contains(reconnect) else {
            return
        }
        throw InputRecorderError.impossibleReconnect(identifier: identifier, reconnect)
    }
}

extension InputDeviceSettings: Codable {
    private enum CodingKeys: CodingKey {
        case device, grab, reconnect
    }
}

extension InputRecording {
    /// The device's name, path or id; `nil` for the one that delivers most of the requested kinds.
    public var device: String? {
        get { deviceSettings.device }
        set { deviceSettings.device = newValue }
    }

    /// Whether no other program gets the device's events meanwhile.
    public var grab: Bool? {
        get { deviceSettings.grab }
        set { deviceSettings.grab = newValue }
    }

    /// How many seconds to wait for a lost device.
    public var reconnect: Double? {
        get { deviceSettings.reconnect }
        set { deviceSettings.reconnect = newValue }
    }
}
