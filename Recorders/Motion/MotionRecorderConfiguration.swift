// What a task file says about a motion recorder, with the field's keys and defaults.

public import Research

/// The configuration of a motion recorder.
public struct MotionRecorderConfiguration: RSDFileRecorderConfiguration, Sendable, Hashable {
    public var settings: RSDRecorderSettings
    /// What to record; without it accelerometer and gyroscope.
    public var recorderTypes: [MotionSensorType]?
    /// Readings a second of each type; without it 100.
    public var frequency: Double?
    /// Which device, by its name, label, id or URI; without it, the one that gives what is asked for.
    public var device: String?
    /// Where on the body it is, in any words: "lowBack", "leftAnkle".
    public var placement: String?
    /// How it is mounted there.
    public var mountMatrix: MountMatrix?

    public var asyncActionType: RSDAsyncActionType { .motion }

    /// The types that are recorded when none are named.
    public static let defaultTypes: [MotionSensorType] = [.accelerometer, .gyro]
    /// Readings a second that can be asked for.
    public static let possibleFrequencies = 0.001...1_000_000
    /// The readings a second when none are named.
    public static let defaultFrequencyInHertz = 100.0

    public init(
        identifier: String,
        recorderTypes: [MotionSensorType]? = nil,
        frequency: Double? = nil,
        startStepIdentifier: String? = nil,
        stopStepIdentifier: String? = nil,
        requiresBackgroundAudio: Bool? = nil,
        usesCSVEncoding: Bool? = nil,
        usesRootDictionary: Bool? = nil,
        shouldDeletePrevious: Bool? = nil,
        device: String? = nil,
        placement: String? = nil,
        mountMatrix: MountMatrix? = nil
    ) {
        self.recorderTypes = recorderTypes
        self.frequency = frequency
        self.device = device
        self.placement = placement
        self.mountMatrix = mountMatrix
        settings = RSDRecorderSettings(
            identifier: identifier,
            startStepIdentifier: startStepIdentifier,
            stopStepIdentifier: stopStepIdentifier,
            requiresBackgroundAudio: requiresBackgroundAudio,
            usesCSVEncoding: usesCSVEncoding,
            usesRootDictionary: usesRootDictionary,
            shouldDeletePrevious: shouldDeletePrevious
        )
    }

    /// What is asked of a source.
    public var request: MotionRequest {
        MotionRequest(
            types: recorderTypes ?? Self.defaultTypes,
            rateInHertz: frequency ?? Self.defaultFrequencyInHertz,
            device: device,
            placement: placement,
            mountMatrix: mountMatrix ?? .identity
        )
    }

    public func validate() throws {
        if let frequency, !Self.possibleFrequencies.contains(frequency) {
            throw MotionRecorderError.impossibleFrequency(identifier: identifier, frequency)
        }
        guard !request.types.isEmpty else {
            throw MotionRecorderError.nothingToRecord(identifier: identifier)
        }
    }
}

/// What is wrong with a motion recorder's configuration.
public enum MotionRecorderError: Error, Sendable, Hashable, CustomStringConvertible {
    case impossibleFrequency(identifier: String, Double)
    case nothingToRecord(identifier: String)

    public var description: String {
        switch self {
        case .impossibleFrequency(let identifier, let frequency):
            "the recorder '\(identifier)' is to read \(frequency) times a second; "
                + "give a frequency from 0.001 to 1000000"
        case .nothingToRecord(let identifier):
            "the recorder '\(identifier)' is given no types to record; ask for "
                + MotionSensorType.allCases.map(\.rawValue).joined(separator: ", ")
        }
    }
}

// MARK: - JSON

extension MotionRecorderConfiguration: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, recorderTypes, frequency, device, placement, mountMatrix
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try values.decodeIfPresent(Value.self, forKey: key)
        }
        recorderTypes = try value(.recorderTypes)
        frequency = try value(.frequency)
        settings = try RSDRecorderSettings(from: decoder)
        device = try value(.device)
        placement = try value(.placement)
        mountMatrix = try value(.mountMatrix)
    }

    public func encode(to encoder: any Encoder) throws {
        try settings.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(asyncActionType.rawValue, forKey: .type)
        try values.encodeIfPresent(recorderTypes, forKey: .recorderTypes)
        try values.encodeIfPresent(frequency, forKey: .frequency)
        try values.encodeIfPresent(device, forKey: .device)
        try values.encodeIfPresent(placement, forKey: .placement)
        try values.encodeIfPresent(mountMatrix, forKey: .mountMatrix)
    }
}
