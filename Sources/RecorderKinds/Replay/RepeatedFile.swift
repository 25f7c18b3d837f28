// A file of a session that a recorder of its kind records again, unchanged.

public import Recording
public import Research
internal import SampleStream
public import SampleFile
public import SessionFolder
public import Timebase

/// A file to record again, and the wanted part of it.
public struct RepeatedFile: Sendable {
    public let file: SessionManifest.File
    /// The configuration of its recorder.
    public let configuration: any RSDJSONRecorderConfiguration
    /// The values of `sensorType` in the new file.
    public let sensorTypes: [String]
    /// The columns that are read.
    public let schema: RecordSchema
    private let make: @MainActor @Sendable (RecorderEnvironment, BootInstant?) -> any LiveRecorder

    /// A file to record again; `nil` if nothing of it is wanted, or the kind that wrote it is unknown.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - session: The session.
    ///   - kinds: The known kinds of recorders.
    ///   - names: The wanted readings by `sensorType`; `nil` for all.
    ///   - isCSV: Whether to write CSV instead of JSON; `nil` for the format of the file.
    /// - Throws: If the file cannot be opened.
    public init?(
        _ file: SessionManifest.File,
        of session: Session,
        by kinds: [any RecorderKind],
        only names: [String]?,
        isCSV: Bool?
    ) throws {
        guard let kind = kinds.kind(of: file) else { return nil }
        try self.init(file, session, opening: kind, names, isCSV)
    }

    /// A file to record again by a kind that reads it but may not have written it; `nil` if nothing of it is
    /// wanted.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - session: The session.
    ///   - kind: The kind of recorder that receives the samples.
    ///   - names: The wanted readings by `sensorType`.
    /// - Throws: If the file cannot be opened.
    public init?(
        _ file: SessionManifest.File,
        of session: Session,
        givenTo kind: any RecorderKind,
        only names: [String]
    ) throws {
        try self.init(file, session, opening: kind, names, nil)
    }

    private init?<Kind: RecorderKind>(
        _ file: SessionManifest.File,
        _ session: Session,
        opening kind: Kind,
        _ names: [String]?,
        _ isCSV: Bool?
    ) throws {
        let settings = RSDRecorderSettings(
            identifier: file.identifier,
            usesCSVEncoding: isCSV ?? (file.layout == .csv || file.layout == .csvWithoutHeader),
            usesRootDictionary: file.layout == .dictionary,
            // The session has kept two files of one identifier, so the repetition keeps both.
            shouldDeletePrevious: false
        )
        let wanted = try kind.configuration(repeating: file, of: session, only: names, settings)
        guard let wanted else { return nil }
        self.file = file
        configuration = wanted
        sensorTypes = kind.sensorTypes(for: wanted)
        schema = kind.form(for: wanted, of: file, writtenBy: kind)?.schema ?? kind.schema
        make = { environment, cut in
            // The sections of the task in which the file was recorded.
            let path = file.sections.reduce(RSDStandalonePath(identifier: file.identifier)) {
                RSDStandalonePath(identifier: $1, parent: $0)
            }
            return KindRecorder(kind, configuration: wanted, path: path, environment: environment) {
                let own: any RecordedForm<Kind.Sample> =
                    kind.form(for: wanted, of: file, writtenBy: kind) ?? kind.form(for: wanted)
                return Self.source(
                    file,
                    of: session,
                    own,
                    kind.repeatedChannels(for: wanted),
                    $0.environment.timekeeper,
                    cut
                )
            }
        }
    }

    private static func source<Form: RecordedForm>(
        _ file: SessionManifest.File,
        of session: Session,
        _ form: Form,
        _ channels: Set<Int>,
        _ timekeeper: any Timekeeper,
        _ cut: BootInstant?
    ) -> sending AnySampleSource<Form.Sample> {
        AnySampleSource(
            RecordedSource(
                file,
                of: session,
                form: form,
                channels: channels,
                timekeeper: timekeeper,
                cut: cut
            )
        )
    }

    /// Makes the recorder that records the file again.
    ///
    /// - Parameters:
    ///   - environment: The environment to record into, with the times of the recording.
    ///   - cut: Where it ends if the file is longer.
    /// - Returns: The recorder, over the file.
    @MainActor
    public func recorder(
        in environment: RecorderEnvironment,
        cut: BootInstant?
    ) -> any LiveRecorder { make(environment, cut) }
}
