// What a task file can say of any recorder over an input device, written once for all of them.

/// What the configurations of input recorders have in common.
public struct InputDeviceSettings: Sendable, Hashable {
    var identifier: String
    var startStepIdentifier: String?
    var stopStepIdentifier: String?
    var device: String?
    var grab: Bool?
    var reconnect: Double?
    // What somebody has said; what nobody has is not written to files.
    var toldBackgroundAudio: Bool?
    var toldCSVEncoding: Bool?
    var toldRootDictionary: Bool?
    var toldDeletePrevious: Bool?

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
    private enum CodingKeys: String, CodingKey {
        case identifier, startStepIdentifier, stopStepIdentifier, device, grab, reconnect
        case toldBackgroundAudio = "requiresBackgroundAudio"
        case toldCSVEncoding = "usesCSVEncoding"
        case toldRootDictionary = "usesRootDictionary"
        case toldDeletePrevious = "shouldDeletePrevious"
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

    public var requiresBackgroundAudio: Bool {
        get { settings.toldBackgroundAudio ?? false }
        set { settings.toldBackgroundAudio = newValue }
    }

    public var usesCSVEncoding: Bool {
        get { settings.toldCSVEncoding ?? false }
        set { settings.toldCSVEncoding = newValue }
    }

    public var usesRootDictionary: Bool {
        get { settings.toldRootDictionary ?? false }
        set { settings.toldRootDictionary = newValue }
    }

    public var shouldDeletePrevious: Bool {
        get { settings.toldDeletePrevious ?? true }
        set { settings.toldDeletePrevious = newValue }
    }
}
