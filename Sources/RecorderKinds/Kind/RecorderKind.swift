// Everything that the rest of the project needs to know about one kind of recorder, declared in the recorder's own
// folder. Task files, sessions, replays, checks and live views use this protocol; none of them refers to a single
// kind.

public import Recording
public import Research
public import SampleFile
public import SampleStream
public import SessionFolder

/// One kind of recorder.
///
/// A kind defines what is recorded and how it is read back. `over(access:_:)` adds where the samples come from: a
/// device, a recorded session or a simulation.
public protocol RecorderKind<Configuration>: Sendable, SendableMetatype {
    /// The recorder's configuration in a task file.
    associatedtype Configuration: RSDJSONRecorderConfiguration
    /// Writes readings as records.
    associatedtype Format: SampleFormat where Format.Sample: MarkedSample
    /// Reads records back.
    associatedtype Form: RecordedForm where Form.Sample == Format.Sample
    typealias Sample = Format.Sample

    /// Its type and keys in task files, with their meaning and their decoder.
    var declaration: RSDDeclaration<any RSDAsyncActionConfiguration> { get }

    /// The columns that all of its files have.
    var schema: RecordSchema { get }

    /// The values of `sensorType` that are the same in all of its files.
    var sensorTypes: [String] { get }

    /// The format of one recorder's file.
    func format(for configuration: Configuration) -> Format

    /// The format of a recorder that uses other recorders of the run.
    func format(for configuration: Configuration, in environment: RecorderEnvironment) -> Format

    /// How many readings per second to expect, over all channels; 0 if unknown.
    func readingsPerSecond(for configuration: Configuration) -> Double

    /// Makes the object that computes further readings from those of the source.
    func processor(for configuration: Configuration) -> ProcessorMaker<Sample>

    /// The values of `sensorType` in one recorder's file, as far as known in advance.
    func sensorTypes(for configuration: Configuration) -> [String]

    /// Whether it records events, which a live view shows in words, instead of values, which it plots.
    var recordsEvents: Bool { get }

    /// The `sensorTypes` that come when a participant does something.
    ///
    /// Their rate says nothing about the quality of the recording.
    var eventTypes: [String] { get }

    /// Whether a source that works gives readings all the time, so that silence means that it hangs.
    ///
    /// False if its readings depend on something else: on a participant, a device's own program, or satellites.
    func isSteady(for configuration: Configuration) -> Bool

    /// Results about a whole file, in addition to the file result; for example how far a participant walked.
    ///
    /// - Parameters:
    ///   - file: The closed file; the results have its dates.
    ///   - format: The format that has written it.
    ///   - configuration: The recorder's configuration from the task file.
    /// - Returns: The results, and what is missing in them.
    func findings(
        beside file: RecordedFile,
        writtenBy format: Format,
        for configuration: Configuration
    ) -> RecorderFindings

    /// Waits until the results of `findings` are final, because other recorders of the run may have to end first.
    func settle(
        _ file: RecordedFile,
        writtenBy format: Format,
        for configuration: Configuration
    ) async

    /// The computed values of a running recorder, for live views.
    func figures(of format: Format, for configuration: Configuration) -> [LiveChannel]

    /// The computed figures of a running recorder, for plots.
    func plots(of format: Format, for configuration: Configuration) -> [FigurePlot]

    // MARK: Replay

    /// Reads the records of a file back, for one recorder.
    func form(for configuration: Configuration) -> Form

    /// Reads one file that `kind` wrote; `nil` if a recorder of this kind can use nothing of it.
    func form(
        for configuration: Configuration,
        of file: SessionManifest.File,
        writtenBy kind: any RecorderKind
    ) -> (any RecordedForm<Sample>)?

    /// Chooses one of several files that a recorder could replay, if none has the recorder's name.
    ///
    /// Returns `nil` if none is clearly the right one.
    func likeliest(
        of files: [SessionManifest.File],
        for configuration: Configuration,
        in recorded: RecordedSession
    ) throws -> SessionManifest.File?

    /// The channels of a recorded file that a recorder needs; throws if something that it asks for is missing.
    func channels(
        for configuration: Configuration,
        in file: SessionManifest.File,
        of session: Session
    ) throws -> Set<Int>

    /// The configuration with which a recorder records a file again, unchanged.
    ///
    /// - Parameters:
    ///   - file: A file of this kind.
    ///   - session: The session.
    ///   - names: The wanted readings by `sensorType`; `nil` for all.
    ///   - settings: The common settings of the configuration.
    /// - Returns: The configuration; `nil` if nothing of the file is wanted.
    /// - Throws: If the file cannot be opened.
    func configuration(
        repeating file: SessionManifest.File,
        of session: Session,
        only names: [String]?,
        _ settings: RSDRecorderSettings
    ) throws -> Configuration?

    /// The channels that a recorder receives when it records a file again.
    func repeatedChannels(for configuration: Configuration) -> Set<Int>
}

extension RecorderKind {
    /// Its type in task files.
    public var type: RSDAsyncActionType { RSDAsyncActionType(rawValue: declaration.word) }

    public var recordsEvents: Bool { false }

    public var eventTypes: [String] { recordsEvents ? sensorTypes : [] }

    public func isSteady(for configuration: Configuration) -> Bool { !recordsEvents }

    public func readingsPerSecond(for configuration: Configuration) -> Double { 0 }

    public func processor(for configuration: Configuration) -> ProcessorMaker<Sample> {
        { _ in nil }
    }

    public func findings(
        beside file: RecordedFile,
        writtenBy format: Format,
        for configuration: Configuration
    ) -> RecorderFindings { RecorderFindings() }

    public func format(
        for configuration: Configuration,
        in environment: RecorderEnvironment
    ) -> Format { format(for: configuration) }

    public func settle(
        _ file: RecordedFile,
        writtenBy format: Format,
        for configuration: Configuration
    ) async {}

    public func figures(of format: Format, for configuration: Configuration) -> [LiveChannel] { [] }

    public func plots(of format: Format, for configuration: Configuration) -> [FigurePlot] { [] }

    public func sensorTypes(for configuration: Configuration) -> [String] {
        form(for: configuration).channelNames.filter { !$0.isEmpty }
    }

    public func form(
        for configuration: Configuration,
        of file: SessionManifest.File,
        writtenBy kind: any RecorderKind
    ) -> (any RecordedForm<Sample>)? {
        kind is Self ? form(for: configuration) : nil
    }

    public func likeliest(
        of files: [SessionManifest.File],
        for configuration: Configuration,
        in recorded: RecordedSession
    ) throws -> SessionManifest.File? {
        files.count == 1 ? files.first : nil
    }

    public func channels(
        for configuration: Configuration,
        in file: SessionManifest.File,
        of session: Session
    ) throws -> Set<Int> { form(for: configuration).allChannels }

    public func repeatedChannels(for configuration: Configuration) -> Set<Int> {
        form(for: configuration).allChannels
    }
}
