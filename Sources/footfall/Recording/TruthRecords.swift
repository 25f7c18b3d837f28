// How what was true of a synthetic walk is told to the manifest and to the result.

internal import FoundationEssentials
internal import Recording
internal import WalkSource
internal import Research
internal import SampleFile
internal import SampleStream
internal import SessionFolder
internal import Timebase

/// Tells a session of truths that lie beside recordings.
enum TruthRecords {
    /// Lists the truth about a synthetic walk that is about to be written: whoever finds half of it
    /// must not take it for samples.
    static func noteBegun(beside file: RecordedFile, in session: OpenSession) {
        session.noteListed(
            SessionManifest.File(
                path: SyntheticTruth.fileName(beside: file.place.relativePath),
                identifier: identifier(of: file),
                contentType: contentType,
                layout: .document,
                startDate: DateStamp(file.dates.wall(at: file.start), file.dates.zone),
                startUptime: file.start,
                placement: file.source.placement
            )
        )
    }

    /// Completes the entry of a truth that is written, and answers its result.
    static func noteWritten(
        _ place: FilePlace,
        _ summary: SampleFileSummary,
        beside file: RecordedFile,
        in session: OpenSession
    ) -> RSDFileResultObject {
        let endDate = file.dates.wall(at: file.end)
        session.noteClosed(
            place.relativePath,
            summary,
            endDate: DateStamp(endDate, file.dates.zone),
            sensors: []
        )
        return RSDFileResultObject(
            identifier: identifier(of: file),
            startDate: Date(file.dates.wall(at: file.start)),
            endDate: Date(endDate),
            startUptime: file.start,
            contentType: contentType,
            relativePath: place.relativePath,
            url: URL(filePath: place.path)
        )
    }

    private static let contentType = "application/json"

    private static func identifier(of file: RecordedFile) -> String {
        "\(file.identifier)_truth"
    }
}
