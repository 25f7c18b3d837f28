// The configuration of a recorder of input events, as a task file contains it.

public import Research

/// The configuration of an `input` recorder.
public struct InputRecorderConfiguration: InputRecording, Hashable {
    public var settings: RSDRecorderSettings
    public var deviceSettings: InputDeviceSettings
    /// The kinds of events to record; `nil` for everything that the device reports.
    public var events: [InputKind]?
    /// The keys whose names the file contains, besides those of `markers`; of other keys it contains only the presses.
    public var includeKeys: [String]?
    /// The keys whose press makes a mark in the files of all running recorders, and the mark of each.
    public var markers: [KeyMarker]?

    public var asyncActionType: RSDAsyncActionType { .input }

    public init(identifier: String, events: [InputKind]? = nil, device: String? = nil) {
        settings = RSDRecorderSettings(identifier: identifier)
        deviceSettings = InputDeviceSettings(device: device)
        self.events = events
    }

    /// The request for a source.
    public var request: InputRequest {
        InputRequest(
            kinds: Set(events ?? InputKind.allCases),
            device: device,
            grabs: grab ?? false,
            keys: (includeKeys ?? []) + (markers ?? []).map(\.key),
            markers: markers ?? [],
            reconnectLimit: deviceSettings.reconnectLimit
        )
    }

    public func validate() throws {
        if let events, events.isEmpty {
            throw InputRecorderError.nothingToRecord(identifier: identifier)
        }
        try deviceSettings.validate(of: identifier)
        do throws(KeyMarkerFault) {
            if let includeKeys, includeKeys.contains("") { throw .noKey }
            try KeyMarker.check(markers ?? [])
        } catch {
            throw InputRecorderError.wrongKey(identifier: identifier, error)
        }
    }
}

// MARK: - JSON

extension InputRecorderConfiguration: Codable {
    private enum CodingKeys: CodingKey {
        case type, events, includeKeys, markers
    }

    public init(from decoder: any Decoder) throws {
        settings = try RSDRecorderSettings(from: decoder)
        deviceSettings = try InputDeviceSettings(from: decoder)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        events = try Self.kinds(of: values.decodeIfPresent([EventWord].self, forKey: .events))
        includeKeys = try values.decodeIfPresent([String].self, forKey: .includeKeys)
        markers = try values.decodeIfPresent([KeyMarker].self, forKey: .markers)
    }

    /// Returns the kinds that the words name; `nil`, which means every kind, if one of them is `all`.
    private static func kinds(of words: [EventWord]?) -> [InputKind]? {
        guard let words, !words.contains(.all) else { return nil }
        return words.compactMap(\.kind)
    }

    /// A word of `events`: a kind, or `all`.
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
        try settings.encode(to: encoder)
        try deviceSettings.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(asyncActionType.rawValue, forKey: .type)
        try values.encodeIfPresent(events, forKey: .events)
        try values.encodeIfPresent(includeKeys, forKey: .includeKeys)
        try values.encodeIfPresent(markers, forKey: .markers)
    }
}
