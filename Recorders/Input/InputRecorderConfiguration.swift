// What a task file says about a recorder of input events.

public import Research

/// The configuration of an `input` recorder.
public struct InputRecorderConfiguration: InputRecording, Hashable {
    public var identifier: String
    public var startStepIdentifier: String?
    public var stopStepIdentifier: String?
    /// What to record; without it all that the device tells.
    public var events: [InputKind]?
    /// Which device, by its name, path or id; without it, the first that gives what is asked for.
    public var device: String?
    /// Whether nobody else gets the device's events meanwhile.
    public var grab: Bool?
    /// The keys that may be named in the file; all others are there without a name.
    public var includeKeys: [String]?
    /// Keys whose press is a mark in the file of every recorder that runs.
    public var markers: [KeyMarker]?
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

    public var asyncActionType: RSDAsyncActionType { .input }

    public init(identifier: String, events: [InputKind]? = nil, device: String? = nil) {
        self.identifier = identifier
        self.events = events
        self.device = device
    }

    /// What is asked of a source.
    public var request: InputRequest {
        InputRequest(
            kinds: Set(events ?? InputKind.allCases),
            device: device,
            grabs: grab ?? false,
            keys: (includeKeys ?? []) + (markers ?? []).map(\.key),
            markers: markers ?? [],
            reconnectLimit: .seconds(reconnect ?? 0)
        )
    }

    public func validate() throws {
        if let events, events.isEmpty {
            throw InputRecorderError.nothingToRecord(identifier: identifier)
        }
        try InputRecorderError.check(reconnect: reconnect, of: identifier)
        var seen: Set<String> = []
        for marker in markers ?? [] where !seen.insert(marker.key).inserted {
            throw InputRecorderError.keyTwice(identifier: identifier, marker.key)
        }
    }
}

// MARK: - JSON

extension InputRecorderConfiguration: Codable {
    private enum CodingKeys: String, CodingKey {
        case identifier, type, startStepIdentifier, stopStepIdentifier
        case usesCSVEncoding, usesRootDictionary, shouldDeletePrevious
        case events, device, grab, includeKeys, markers, reconnect
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try values.decodeIfPresent(Value.self, forKey: key)
        }
        identifier = try values.decode(String.self, forKey: .identifier)
        startStepIdentifier = try value(.startStepIdentifier)
        stopStepIdentifier = try value(.stopStepIdentifier)
        events = try Self.kinds(of: value(.events))
        device = try value(.device)
        grab = try value(.grab)
        includeKeys = try value(.includeKeys)
        markers = try value(.markers)
        reconnect = try value(.reconnect)
        toldCSVEncoding = try value(.usesCSVEncoding)
        toldRootDictionary = try value(.usesRootDictionary)
        toldDeletePrevious = try value(.shouldDeletePrevious)
    }

    /// The word `all` stands for every kind.
    private static func kinds(of words: [EventWord]?) -> [InputKind]? {
        guard let words, !words.contains(.all) else { return nil }
        return words.compactMap(\.kind)
    }

    private enum EventWord: Decodable, Equatable {
        case all
        case one(InputKind)

        var kind: InputKind? {
            switch self {
            case .all: nil
            case .one(let kind): kind
            }
        }

        init(from decoder: any Decoder) throws {
            let word = try? decoder.singleValueContainer().decode(String.self)
            self = word == InputKind.all ? .all : .one(try InputKind(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(identifier, forKey: .identifier)
        try values.encode(asyncActionType.rawValue, forKey: .type)
        try values.encodeIfPresent(startStepIdentifier, forKey: .startStepIdentifier)
        try values.encodeIfPresent(stopStepIdentifier, forKey: .stopStepIdentifier)
        try values.encodeIfPresent(events, forKey: .events)
        try values.encodeIfPresent(device, forKey: .device)
        try values.encodeIfPresent(grab, forKey: .grab)
        try values.encodeIfPresent(includeKeys, forKey: .includeKeys)
        try values.encodeIfPresent(markers, forKey: .markers)
        try values.encodeIfPresent(reconnect, forKey: .reconnect)
        try values.encodeIfPresent(toldCSVEncoding, forKey: .usesCSVEncoding)
        try values.encodeIfPresent(toldRootDictionary, forKey: .usesRootDictionary)
        try values.encodeIfPresent(toldDeletePrevious, forKey: .shouldDeletePrevious)
    }
}
