// What a task file says about a recorder of touches: the field's `touch`, which only the device and its
// handling are added to.

public import Research

/// The configuration of a `touch` recorder.
public struct TouchRecorderConfiguration: InputRecording, Hashable {
    public var identifier: String
    public var startStepIdentifier: String?
    public var stopStepIdentifier: String?
    /// Which device, by its name, path or id; without it, the first that people touch.
    public var device: String?
    /// Whether nobody else gets the device's events meanwhile.
    public var grab: Bool?
    /// How many seconds a device that has gone is waited for.
    public var reconnect: Double?
    public var requiresBackgroundAudio: Bool { false }
    // What somebody has said; what nobody has is not written to files.
    private var toldCSVEncoding: Bool?
    private var toldRootDictionary: Bool?
    private var toldDeletePrevious: Bool?

    public var usesCSVEncoding: Bool {
        get { toldCSVEncoding ?? false }
        set { toldCSVEncoding = newValue }
    }

    public var usesRootDictionary: Bool {
        get { toldRootDictionary ?? false }
        set { toldRootDictionary = newValue }
    }

    public var shouldDeletePrevious: Bool {
        get { toldDeletePrevious ?? true }
        set { toldDeletePrevious = newValue }
    }

    public var asyncActionType: RSDAsyncActionType { .touch }

    public init(identifier: String, device: String? = nil) {
        self.identifier = identifier
        self.device = device
    }

    public var request: InputRequest {
        InputRequest(
            kinds: [.touches],
            device: device,
            grabs: grab ?? false,
            reconnectLimit: .seconds(reconnect ?? 0)
        )
    }

    public func validate() throws {
        try InputRecorderError.check(reconnect: reconnect, of: identifier)
    }
}

// MARK: - JSON

extension TouchRecorderConfiguration: Codable {
    private enum CodingKeys: String, CodingKey {
        case identifier, type, startStepIdentifier, stopStepIdentifier
        case usesCSVEncoding, usesRootDictionary, shouldDeletePrevious
        case device, grab, reconnect
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
        toldCSVEncoding = try value(.usesCSVEncoding)
        toldRootDictionary = try value(.usesRootDictionary)
        toldDeletePrevious = try value(.shouldDeletePrevious)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(identifier, forKey: .identifier)
        try values.encode(asyncActionType.rawValue, forKey: .type)
        try values.encodeIfPresent(startStepIdentifier, forKey: .startStepIdentifier)
        try values.encodeIfPresent(stopStepIdentifier, forKey: .stopStepIdentifier)
        try values.encodeIfPresent(device, forKey: .device)
        try values.encodeIfPresent(grab, forKey: .grab)
        try values.encodeIfPresent(reconnect, forKey: .reconnect)
        try values.encodeIfPresent(toldCSVEncoding, forKey: .usesCSVEncoding)
        try values.encodeIfPresent(toldRootDictionary, forKey: .usesRootDictionary)
        try values.encodeIfPresent(toldDeletePrevious, forKey: .shouldDeletePrevious)
    }
}
