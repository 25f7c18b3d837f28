// A file of a session that is recorded again as it stands, by a recorder of the kind that wrote it.

public import Recording
public import Research
internal import SampleStream
public import SampleFile
public import SessionFolder
public import Timebase

/// A file that is recorded again, and what of it.
public struct RepeatedFile: Sendable {
    public let file: SessionManifest.File
    /// What its recorder is told.
    public let configuration: any RSDJSONRecorderConfiguration
    /// What `sensorType` says in the new file.
    public let sensorTypes: [String]
    /// The record that is read.
    public let schema: RecordSchema
    private let make: @MainActor @Sendable (RecorderEnvironment, BootInstant?) -> any LiveRecorder

    /// A file of which something is wanted; `nil` where nothing is, or no kind is known that wrote it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - session: The session.
    ///   - kinds: The kinds of recorders that are known.
    ///   - names: What is wanted, by `sensorType`; without it, everything is.
    ///   - isCSV: CSV or JSON; without it, as the file is.
    /// - Throws: Where the file cannot be opened.
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

    /// A file of which something is wanted, by a kind that may not have written it, but reads it; `nil` where nothing is.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - session: The session.
    ///   - kind: The kind of recorder that is given what is read.
    ///   - names: What is wanted, by `sensorType`.
    /// - Throws: Where the file cannot be opened.
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
            // Two files of one identifier were both kept when they were recorded.
            shouldDeletePrevious: false
        )
        let wanted = try kind.configuration(repeating: file, of: session, only: names, settings)
        guard let wanted else { return nil }
        self.file = file
        configuration = wanted
        sensorTypes = kind.sensorTypes(for: wanted)
        schema = kind.form(for: wanted, of: file, writtenBy: kind)?.schema ?? kind.schema
        make = { environment, cut in
            // As in the task that the file was recorded in.
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

    /// Makes the recorder that records it again.
    ///
    /// - Parameters:
    ///   - environment: Where it records to, by the time of the recording.
    ///   - cut: Where it ends, should the file be longer.
    /// - Returns: The recorder, over the file.
    @MainActor
    public func recorder(
        in environment: RecorderEnvironment,
        cut: BootInstant?
    ) -> any LiveRecorder { make(environment, cut) }
}
