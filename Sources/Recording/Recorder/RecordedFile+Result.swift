// Makes results from closed files, and file names from task paths.

internal import FoundationEssentials
public import Research
internal import SampleFile
internal import Timebase

extension RecordedFile {
    /// The file result, with dates by the session's clock.
    public func result() -> RSDFileResultObject {
        result(of: place, identifiedBy: identifier, document?.contentType ?? layout.contentType)
    }

    /// A file result for another file that was written at `place` at about the same time.
    package func result(
        of place: FilePlace,
        identifiedBy identifier: String,
        _ contentType: String
    ) -> RSDFileResultObject {
        RSDFileResultObject(
            identifier: identifier,
            startDate: Date(dates.wall(at: start)),
            endDate: Date(dates.wall(at: end)),
            startUptime: start,
            contentType: contentType,
            relativePath: place.relativePath,
            url: URL(filePath: place.path)
        )
    }
}

extension RSDPathComponent {
    /// The identifiers of the sections down to this one, without the task's own.
    public var sectionIdentifiers: [String] {
        guard let parent else { return [] }
        return parent.sectionIdentifiers + [identifier]
    }
}
