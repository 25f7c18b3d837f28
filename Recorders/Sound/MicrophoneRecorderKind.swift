// Defines the `microphone` recorder for the rest of the program.

public import RecorderKinds
public import Research
public import SampleFile
public import SessionFolder

/// The kind of recorder that a task file calls `microphone`.
public struct MicrophoneRecorderKind: RecorderKind {
    /// How much sound one level covers: in speech, about a syllable.
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

    /// Only levels are listed: the sound's losses are in the same file, but no curve is drawn of them.
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
        // Only the file of levels is repeated; the sound cannot be recorded again.
        configuration.settings = settings
        return configuration
    }
}
