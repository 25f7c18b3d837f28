// A recorded session in place of a task's devices: the task's recorders get what was recorded under their names, at
// the times of the new run.

internal import Recording
internal import Research
public import SampleStream
public import SessionFolder
public import Timebase

/// A recorded session as the source of a task's recorders.
///
/// A file that was recorded under a recorder's name and in its sections begins when the recorder starts; recorders
/// that were started together keep their relative times. If there is no such file, the recorder gets a file of its
/// name from other sections, or else the likeliest file that its kind can use; that file begins at the task's start.
public struct RecordedSession: Sendable {
    public let session: Session
    /// The clocks at the session's start; a replay's clock should begin with this reading.
    public let start: ClockReading
    private let kinds: [any RecorderKind]

    /// Opens a session; throws if the folder is not a session, or is damaged.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - kinds: The kinds of recorders that may have written its files.
    /// - Throws: `SessionError`.
    public init(opening path: String, by kinds: [any RecorderKind]) throws {
        self.kinds = kinds
        session = try Session(opening: path)
        let check = try SessionCheck(of: path)
        guard check.verdict != .damaged else {
            let finding = check.findings.first { $0.severity == .damage }
            throw SessionError(
                finding?.statement ?? "it is damaged",
                where: path,
                remedy: finding?.remedy ?? "see what `footfall check` says"
            )
        }
        guard let first = session.manifest.clocks.first else {
            throw SessionError(
                "its manifest has no reading of the clocks",
                where: path,
                remedy: "restore it from a copy"
            )
        }
        start = first
    }

    /// Recorders of a kind that replay the session.
    ///
    /// By default the run begins when the session did.
    public func recorders(of kind: any RecorderKind, runStart: BootInstant? = nil) -> SourcedKind {
        func opened<Kind: RecorderKind>(_ kind: Kind) -> SourcedKind {
            kind.over { try source(for: $0, of: kind, runStart: runStart) }
        }
        return opened(kind)
    }

    /// Makes a source for a recorder.
    ///
    /// - Parameters:
    ///   - order: What the recorder asks for, and where in the run it is.
    ///   - kind: Its kind.
    ///   - runStart: When the new run began; `nil` if it began when the session did.
    /// - Returns: The source, not yet opened.
    /// - Throws: `SessionError` if the session has no file for this recorder.
    public func source<Kind: RecorderKind>(
        for order: SourceOrder<Kind>,
        of kind: Kind,
        runStart: BootInstant? = nil
    ) throws -> sending AnySampleSource<Kind.Sample> {
        let configuration = order.configuration
        let timekeeper = order.environment.timekeeper
        let files = session.sampleFiles.filter { form(of: $0, kind, configuration) != nil }
        let chosen = try choose(
            configuration.identifier,
            order.sectionIdentifiers,
            files,
            kind.form(for: configuration).subject
        ) { try kind.likeliest(of: $0, for: configuration, in: self) }
        let channels = try kind.channels(for: configuration, in: chosen.file, of: session)
        let begin = runStart ?? start.boottime
        let its = form(of: chosen.file, kind, configuration) ?? kind.form(for: configuration)
        return transposed(chosen, its, channels, timekeeper, begin)
    }

    private func form<Kind: RecorderKind>(
        of file: SessionManifest.File,
        _ kind: Kind,
        _ configuration: Kind.Configuration
    ) -> (any RecordedForm<Kind.Sample>)? {
        kinds.kind(of: file).flatMap { kind.form(for: configuration, of: file, writtenBy: $0) }
    }

    /// The kind of recorder that wrote a file; `nil` if unknown.
    public func kind(of file: SessionManifest.File) -> (any RecorderKind)? { kinds.kind(of: file) }
}

extension RecordedSession {
    /// The file for a recorder.
    private struct Choice {
        var file: SessionManifest.File
        /// True if the same recorder recorded it; the replay then begins when the recorder starts.
        var isOfRecorder: Bool
    }

    /// Chooses a file for a recorder from those of its kind.
    private func choose(
        _ identifier: String,
        _ sections: [String],
        _ files: [SessionManifest.File],
        _ subject: String,
        likeliest: ([SessionManifest.File]) throws -> SessionManifest.File?
    ) throws -> Choice {
        let own = files.last { $0.identifier == identifier && $0.sections == sections }
        if let own { return Choice(file: own, isOfRecorder: true) }
        let other = try files.last { $0.identifier == identifier } ?? likeliest(files)
        if let other { return Choice(file: other, isOfRecorder: false) }
        guard !files.isEmpty else {
            throw SessionError(
                "it has no \(subject) for the recorder '\(identifier)'",
                where: session.path,
                remedy: "replay a session that has, or take the recorder out of the task"
            )
        }
        let names = files.map { $0.placement.map { "\"\($0)\"" } ?? $0.identifier }
        throw SessionError(
            "nothing in it belongs to the recorder '\(identifier)'",
            where: session.path,
            remedy: "give the recorder one of the placements or names "
                + names.joined(separator: ", ")
        )
    }

    private func transposed<Form: RecordedForm>(
        _ chosen: Choice,
        _ form: Form,
        _ channels: Set<Int>,
        _ timekeeper: any Timekeeper,
        _ runStart: BootInstant
    ) -> sending AnySampleSource<Form.Sample> {
        AnySampleSource(
            TransposedSource(
                chosen.file,
                of: session,
                form: form,
                channels: channels,
                timekeeper: timekeeper,
                aligning: chosen.isOfRecorder
                    ? .instantWithOpening(commonStart(with: chosen.file))
                    : .instants(start.boottime, with: runStart)
            )
        )
    }

    /// The earliest start among the recorders that were started together with this file's recorder.
    ///
    /// Recorders become ready one after the other. If each file moved by its own start, records of the same instant
    /// would get different times.
    private func commonStart(with file: SessionManifest.File) -> BootInstant {
        session.sampleFiles.filter { $0.sections == file.sections }.map(\.startUptime)
            .filter { start in
                start <= file.startUptime
                    && start.duration(to: file.startUptime) < Self.longestStarting
            }
            .min() ?? file.startUptime
    }

    /// How much later than the first one a recorder can become ready if they are started together.
    private static let longestStarting = Duration.seconds(3)
}
