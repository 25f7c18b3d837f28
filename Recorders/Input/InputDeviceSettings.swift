// What a task file can say of any recorder over an input device, written once for all of them.

internal import Research

/// What the configurations of input recorders have in common.
public struct InputDeviceSettings: Sendable, Hashable {
    var device: String?
    var grab: Bool?
    var reconnect: Double?

    /// The settings of a recorder of which nothing else is said.
    public init(device: String? = nil) {
        self.device = device
    }

    /// The longest time that a device can be waited for.
    static let longestReconnectInSeconds = 3600.0

    /// How long a device is waited for; what nobody can wait for is refused by `validate`.
    var reconnectLimit: Duration {
        guard let reconnect, reconnect > 0 else { return .zero }
        return .seconds(min(reconnect, Self.longestReconnectInSeconds))
    }

    /// Throws where the device of a recorder has no name, or is to be waited for longer than that, or less than not
    /// at all.
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
    /// Which device, by its name, path or id; without it, the first that gives what is asked for.
    public var device: String? {
        get { deviceSettings.device }
        set { deviceSettings.device = newValue }
    }

    /// Whether nobody else gets the device's events meanwhile.
    public var grab: Bool? {
        get { deviceSettings.grab }
        set { deviceSettings.grab = newValue }
    }

    /// How many seconds a device that has gone is waited for.
    public var reconnect: Double? {
        get { deviceSettings.reconnect }
        set { deviceSettings.reconnect = newValue }
    }
}
