// The configuration of a motion recorder in a task file, with SageResearch's keys and defaults.

internal import Gait
public import Research

/// The configuration of a motion recorder.
public struct MotionRecorderConfiguration: RSDFileRecorderConfiguration, Sendable, Hashable {
    public var settings: RSDRecorderSettings
    /// The types to record; by default accelerometer and gyroscope.
    public var recorderTypes: [MotionSensorType]?
    /// Readings a second of each type; by default 100.
    public var frequency: Double?
    /// The device, by its name, label, id or URI; by default the one that delivers the requested types.
    public var device: String?
    /// Where on the body the device is, in any words: "lowBack", "leftAnkle".
    public var placement: String?
    /// How the device is mounted there.
    public var mountMatrix: MountMatrix?
    /// Whether to count steps while recording; by default no.
    public var steps: Bool?
    /// The distance from the hip joint to the ground in metres, from which distances are computed.
    public var legLength: Double?

    public var asyncActionType: RSDAsyncActionType { .motion }

    /// The types that are recorded if none are named.
    public static let defaultTypes: [MotionSensorType] = [.accelerometer, .gyro]
    /// The readings a second that may be requested.
    public static let possibleFrequencies = 0.001...1_000_000
    /// The possible lengths of human legs, in metres.
    public static let possibleLegLengths = GaitReport.legLengthsInMetres
    /// The readings a second if none are named.
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
        mountMatrix: MountMatrix? = nil,
        steps: Bool? = nil,
        legLength: Double? = nil
    ) {
        self.recorderTypes = recorderTypes
        self.frequency = frequency
        self.device = device
        self.placement = placement
        self.mountMatrix = mountMatrix
        self.steps = steps
        self.legLength = legLength
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

    /// The request to a source.
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
        if let legLength, !Self.possibleLegLengths.contains(legLength) {
            throw MotionRecorderError.impossibleLegLength(identifier: identifier, legLength)
        }
        if legLength != nil, steps != true {
            throw MotionRecorderError.legWithoutSteps(identifier: identifier)
        }
        if steps == true, !request.wantedTypes.contains(.accelerometer) {
            throw MotionRecorderError.stepsWithoutAccelerometer(identifier: identifier)
        }
    }
}

/// What is wrong with a motion recorder's configuration.
public enum MotionRecorderError: Error, Sendable, Hashable, CustomStringConvertible {
    case impossibleFrequency(identifier: String, Double)
    case nothingToRecord(identifier: String)
    case impossibleLegLength(identifier: String, Double)
    case legWithoutSteps(identifier: String)
    case stepsWithoutAccelerometer(identifier: String)

    public var description: String {
        switch self {
        case .impossibleFrequency(let identifier, let frequency):
            "the recorder '\(identifier)' is to read \(frequency) times a second; "
                + "give a frequency from 0.001 to 1000000"
        case .nothingToRecord(let identifier):
            "the recorder '\(identifier)' is given no types to record; ask for "
                + MotionSensorType.allCases.map(\.rawValue).joined(separator: ", ")
        case .impossibleLegLength(let identifier, let metres):
            "the recorder '\(identifier)' has a \"legLength\" of \(metres) m; give a \"legLength\" from "
                + "0.2 to 1.5, in metres from the hip to the ground"
        case .legWithoutSteps(let identifier):
            "the recorder '\(identifier)' has a \"legLength\" but counts no steps, for which alone it is "
                + "used; add \"steps\": true, or leave out \"legLength\""
        case .stepsWithoutAccelerometer(let identifier):
            "the recorder '\(identifier)' is to count steps without the accelerometer; add "
                + "'accelerometer' to its \"recorderTypes\", or leave out \"steps\""
        }
    }
}

// MARK: - JSON

extension MotionRecorderConfiguration: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, recorderTypes, frequency, device, placement, mountMatrix, steps, legLength
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
        steps = try value(.steps)
        legLength = try value(.legLength)
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
        try values.encodeIfPresent(steps, forKey: .steps)
        try values.encodeIfPresent(legLength, forKey: .legLength)
    }
}
