// What a task file says about a motion recorder, with the field's keys and defaults.

internal import Gait
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
    /// Whether steps are counted while it records; without it they are not.
    public var steps: Bool?
    /// From the hip's joint to the ground, in metres: what a distance is reckoned by from the steps.
    public var legLength: Double?

    public var asyncActionType: RSDAsyncActionType { .motion }

    /// The types that are recorded when none are named.
    public static let defaultTypes: [MotionSensorType] = [.accelerometer, .gyro]
    /// Readings a second that can be asked for.
    public static let possibleFrequencies = 0.001...1_000_000
    /// The lengths of legs that people have, in metres.
    public static let possibleLegLengths = GaitReport.legLengthsInMetres
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
            "the recorder '\(identifier)' is told of a leg of \(metres) m; give a \"legLength\" from "
                + "0.2 to 1.5, in metres from the hip to the ground"
        case .legWithoutSteps(let identifier):
            "the recorder '\(identifier)' is told of a leg and counts no steps, which alone are measured "
                + "by it; add \"steps\": true, or leave out \"legLength\""
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
