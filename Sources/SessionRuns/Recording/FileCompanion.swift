// What is computed beside the samples of a recorder once they are recorded, such as what was true of a computed walk.

public import Recording
internal import Research
public import SampleFile
internal import SampleStream
internal import SessionFolder
public import Timebase

/// A document that is written beside a file of samples when its recording is over.
public struct FileCompanion: Sendable {
    /// What it is, as in `truth`: its result's identifier ends with it.
    public let word: String
    /// What it is of, as in `walk`.
    public let thing: String
    private let name: @Sendable (String) -> String
    private let writing:
        @Sendable (RecordedFile, StopSignal) throws -> (FilePlace, SampleFileSummary)?

    /// A document that is computed.
    ///
    /// - Parameters:
    ///   - word: What it is, as in `truth`: its result's identifier ends with it.
    ///   - thing: What it is of, as in `walk`.
    ///   - name: Its file's name beside that of the samples.
    ///   - write: Writes it until it is told to stop; answers `nil` where it was stopped before its end.
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

    /// Its file's name beside a file of samples.
    func name(beside file: RecordedFile) -> String { name(file.place.relativePath) }

    /// Writes it, which may take long; `nil` where it was stopped before its end.
    func write(
        beside file: RecordedFile,
        until stop: StopSignal
    ) throws -> (FilePlace, SampleFileSummary)? { try writing(file, stop) }
}

extension FileCompanion {
    /// Lists it before it is written: whoever finds half of it must not take it for samples.
    func noteBegun(beside file: RecordedFile, in session: OpenSession) {
        session.noteListed(
            SessionManifest.File(
                path: name(beside: file),
                identifier: identifier(beside: file),
                contentType: Self.contentType,
                layout: .document,
                startDate: DateStamp(file.dates.wall(at: file.start), file.dates.zone),
                startUptime: file.start,
                placement: file.source.placement
            )
        )
    }

    /// Completes its entry once it is written, and answers its result.
    func noteWritten(
        _ place: FilePlace,
        _ summary: SampleFileSummary,
        beside file: RecordedFile,
        in session: OpenSession
    ) -> RSDFileResultObject {
        session.noteClosed(
            place.relativePath,
            summary,
            endDate: DateStamp(file.dates.wall(at: file.end), file.dates.zone),
            sensors: []
        )
        return file.result(of: place, identifiedBy: identifier(beside: file), Self.contentType)
    }

    private static let contentType = "application/json"

    private func identifier(beside file: RecordedFile) -> String { "\(file.identifier)_\(word)" }
}
