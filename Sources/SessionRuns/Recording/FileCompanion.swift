// A document that is computed after a recording and written beside its samples, such as the true values of a computed
// walk.

public import Recording
internal import Research
public import SampleFile
internal import SampleStream
internal import SessionFolder
public import Timebase

/// A document that is computed and written beside a file of samples after the recording.
public struct FileCompanion: Sendable {
    /// What it is, as in `truth`; the identifier of its result ends with this word.
    public let word: String
    /// What it describes, as in `walk`.
    public let thing: String
    private let name: @Sendable (String) -> String
    private let writing:
        @Sendable (RecordedFile, StopSignal) throws -> (FilePlace, SampleFileSummary)?

    /// Describes a companion and how to write it.
    ///
    /// - Parameters:
    ///   - word: What it is, as in `truth`; the identifier of its result ends with this word.
    ///   - thing: What it describes, as in `walk`.
    ///   - name: Makes the name of its file from that of the samples.
    ///   - write: Writes it until the signal is raised; returns `nil` if it was stopped before its end.
    public init(
        _ word: String,
        of thing: String,
        named name: @escaping @Sendable (String) -> String,
        write:
            @escaping @Sendable (RecordedFile, StopSignal) throws -> (
                FilePlace, SampleFileSummary
            )?
    ) {
        self.word = word
        self.thing = thing
        self.name = name
        writing = write
    }

    /// Returns the name of its file beside a file of samples.
    func name(beside file: RecordedFile) -> String { name(file.place.relativePath) }

    /// Writes it, which may take long; returns `nil` if it was stopped before its end.
    func write(
        beside file: RecordedFile,
        until stop: StopSignal
    ) throws -> (FilePlace, SampleFileSummary)? { try writing(file, stop) }
}

extension FileCompanion {
    /// Lists it in the manifest before it is written, so that a half-written file is not mistaken for samples.
    func noteBegun(beside file: RecordedFile, in session: OpenSession) {
        session.noteListed(
            SessionManifest.File(
                path: name(beside: file),
                identifier: identifier(beside: file),
                contentType: Self.contentType,
                layout: .document,
                startDate: LocalDate(file.dates.wall(at: file.start), file.dates.zone),
                startUptime: file.start,
                placement: file.source.placement
            )
        )
    }

    /// Completes its entry in the manifest once it is written, and returns its result.
    func noteWritten(
        _ place: FilePlace,
        _ summary: SampleFileSummary,
        beside file: RecordedFile,
        in session: OpenSession
    ) -> RSDFileResultObject {
        session.noteClosed(
            place.relativePath,
            summary,
            endDate: LocalDate(file.dates.wall(at: file.end), file.dates.zone),
            sensors: []
        )
        return file.result(of: place, identifiedBy: identifier(beside: file), Self.contentType)
    }

    private static let contentType = "application/json"

    private func identifier(beside file: RecordedFile) -> String { "\(file.identifier)_\(word)" }
}
