// What a task file says about the recorder. The keys that it shares with all recorders have the
// field's names; `lamp` is its own. What is declared of them here, checks of a file know, too.

public import Research

extension RSDAsyncActionType {
    /// How bright it is around the participant.
    public static let ambientLight: RSDAsyncActionType = "ambientLight"
}

/// The configuration of a recorder of ambient light.
public struct LightRecorderConfiguration: RSDJSONRecorderConfiguration, Codable, Hashable {
    public var identifier: String
    public var startStepIdentifier: String?
    public var stopStepIdentifier: String?
    /// Readings a second; without it 10.
    public var frequency: Double?
    /// How bright the lamp is, in lux; without it 300.
    public var lamp: Double?

    public var asyncActionType: RSDAsyncActionType { .ambientLight }
    public var requiresBackgroundAudio: Bool { false }

    /// Readings a second.
    public var rateInHertz: Double { frequency ?? 10 }

    public init(identifier: String, frequency: Double? = nil, lamp: Double? = nil) {
        self.identifier = identifier
        self.frequency = frequency
        self.lamp = lamp
    }

    public func validate() throws {
        guard (0.1...1000).contains(rateInHertz) else {
            throw LightRecorderError.impossibleFrequency(identifier: identifier, rateInHertz)
        }
    }
}

/// What is wrong with a configuration.
public enum LightRecorderError: Error, Hashable, CustomStringConvertible {
    case impossibleFrequency(identifier: String, Double)

    public var description: String {
        switch self {
        case .impossibleFrequency(let identifier, let frequency):
            "the recorder '\(identifier)' is to look \(frequency) times a second; "
                + "give a frequency from 0.1 to 1000"
        }
    }
}

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// How bright it is around the participant.
    public static var ambientLight: Self {
        Self(
            .ambientLight,
            LightRecorderConfiguration.self,
            "Records how bright it is around the participant.",
            keys: RSDKey.asyncAction + [
                RSDKey(
                    "frequency",
                    .number,
                    "How many readings a second are taken, from 0.1 to 1000; 10 if not given."
                ),
                RSDKey("lamp", .number, "How bright the lamp is, in lux; 300 if not given."),
            ]
        )
    }
}
