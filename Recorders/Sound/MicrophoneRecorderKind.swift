// The `microphone` recorder: what the rest must know of it.

public import RecorderKinds
public import Research
public import SampleFile
public import SessionFolder

/// The kind of recorder that a task file calls `microphone`.
public struct MicrophoneRecorderKind: RecorderKind {
    /// Of so much sound one level is made: of speech, about a syllable.
    public static let interval = Duration.milliseconds(100)

    public init() {}

    public var declaration: RSDDeclaration<any RSDAsyncActionConfiguration> { .microphone }
    public var schema: RecordSchema { LevelFormat.schema }
    public var sensorTypes: [String] { LevelFormat.names }

    public func format(for configuration: MicrophoneRecorderConfiguration) -> LevelFormat {
        LevelFormat()
    }

    public func readingsPerSecond(for configuration: MicrophoneRecorderConfiguration) -> Double {
        .seconds(1) / Self.interval
    }

    /// The losses of the sound stand in its file of levels, and no curve is drawn of them.
    public func sensorTypes(for configuration: MicrophoneRecorderConfiguration) -> [String] {
        [LevelFormat.names[LevelSample.levels]]
    }

    // MARK: Replay

    public func form(for configuration: MicrophoneRecorderConfiguration) -> LevelForm {
        LevelForm()
    }

    public func configuration(
        repeating file: SessionManifest.File,
        of session: Session,
        only names: [String]?,
        _ settings: RSDRecorderSettings
    ) throws -> MicrophoneRecorderConfiguration? {
        guard names.map({ !Set($0).isDisjoint(with: sensorTypes) }) ?? true else { return nil }
        var configuration = MicrophoneRecorderConfiguration(identifier: settings.identifier)
        // The sound was heard once; what is repeated is the file of levels.
        configuration.settings = settings
        return configuration
    }
}
