// Everything that the rest must know of one kind of recorder, said once, in the recorder's own folder: task files,
// sessions, replays, checks and live views go by it, and none of them knows a kind by its name.

public import Recording
public import Research
public import SampleFile
public import SampleStream
public import SessionFolder

/// One kind of recorder.
///
/// A kind says what is recorded and how it is read back. Where its samples come from is for `over(access:_:)` to
/// say: a device, a recorded session and a simulation give the same recorder its samples.
public protocol RecorderKind<Configuration>: Sendable, SendableMetatype {
    /// What a task file says of a recorder.
    associatedtype Configuration: RSDJSONRecorderConfiguration
    /// Writes readings as records.
    associatedtype Format: SampleFormat where Format.Sample: MarkedSample
    /// Reads records back.
    associatedtype Form: RecordedForm where Form.Sample == Format.Sample
    typealias Sample = Format.Sample

    /// Its type and its keys in task files, what they mean, and what decodes them.
    var declaration: RSDDeclaration<any RSDAsyncActionConfiguration> { get }

    /// The record of its files: the columns that all of them have, and what they hold.
    var schema: RecordSchema { get }

    /// What `sensorType` may say in its files, as far as that is the same in all of them.
    var sensorTypes: [String] { get }

    /// What writes the file of one recorder.
    func format(for configuration: Configuration) -> Format

    /// The same, where it has to do with other recorders of a run.
    func format(for configuration: Configuration, in environment: RecorderEnvironment) -> Format

    /// How many readings are to be expected, of all channels together; 0 where nobody knows.
    func readingsPerSecond(for configuration: Configuration) -> Double

    /// What computes further readings from those of a source.
    func deriver(for configuration: Configuration) -> DeriverMaker<Sample>

    /// What `sensorType` says in the file of one recorder, as far as it is known before.
    func sensorTypes(for configuration: Configuration) -> [String]

    /// Whether what it records are events, which are told in words while it runs, and no values of a curve.
    var recordsEvents: Bool { get }

    /// Those of its `sensorTypes` that come when somebody does something: their rate says nothing of how they were
    /// recorded.
    var eventTypes: [String] { get }

    /// What is known of a file as a whole, for results that stand beside that of the file: how far somebody walked.
    ///
    /// - Parameters:
    ///   - file: The file, which is closed; its dates are those of the results.
    ///   - format: What has written it.
    ///   - configuration: What the task file says of the recorder.
    /// - Returns: The results, and what they lack.
    func findings(
        beside file: RecordedFile,
        writtenBy format: Format,
        for configuration: Configuration
    ) -> RecorderFindings

    /// Waits until those results can change no more: other recorders of the run may have to end first.
    func settle(
        _ file: RecordedFile,
        writtenBy format: Format,
        for configuration: Configuration
    ) async

    /// What can be told of a running recorder besides its channels.
    func figures(of format: Format, for configuration: Configuration) -> [LiveChannel]

    /// What can be drawn of a running recorder besides its channels.
    func plots(of format: Format, for configuration: Configuration) -> [FigurePlot]

    // MARK: Replay

    /// What reads the records of a file again for one recorder.
    func form(for configuration: Configuration) -> Form

    /// The same for one file, by the kind that wrote it; `nil` where a recorder of this kind can have nothing of it.
    func form(
        for configuration: Configuration,
        of file: SessionManifest.File,
        writtenBy kind: any RecorderKind
    ) -> (any RecordedForm<Sample>)?

    /// Of several recorded files that a recorder can have, none of which has its name, the one that it gets.
    func likeliest(
        of files: [SessionManifest.File],
        for configuration: Configuration,
        in recorded: RecordedSession
    ) throws -> SessionManifest.File?

    /// The channels of a recorded file that a recorder needs; throws where what it asks for is not there.
    func channels(
        for configuration: Configuration,
        in file: SessionManifest.File,
        of session: Session
    ) throws -> Set<Int>

    /// How a recorder has to be configured to record a file again, as it stands.
    ///
    /// - Parameters:
    ///   - file: The file, of this kind.
    ///   - session: The session.
    ///   - names: What of it is wanted, by `sensorType`; without it, everything.
    ///   - settings: What it says besides.
    /// - Returns: The configuration; `nil` where nothing of the file is wanted.
    /// - Throws: Where the file cannot be opened.
    func configuration(
        repeating file: SessionManifest.File,
        of session: Session,
        only names: [String]?,
        _ settings: RSDRecorderSettings
    ) throws -> Configuration?

    /// The channels that are given to a recorder that records a file again.
    func repeatedChannels(for configuration: Configuration) -> Set<Int>
}

extension RecorderKind {
    /// Its type in task files.
    public var type: RSDAsyncActionType { RSDAsyncActionType(rawValue: declaration.word) }

    public var recordsEvents: Bool { false }

    public var eventTypes: [String] { recordsEvents ? sensorTypes : [] }

    public func readingsPerSecond(for configuration: Configuration) -> Double { 0 }

    public func deriver(for configuration: Configuration) -> DeriverMaker<Sample> { { _ in nil } }

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
