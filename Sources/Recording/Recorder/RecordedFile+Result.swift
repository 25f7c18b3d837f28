// The way from a closed file to a result, and from a path to the name of a file.

internal import FoundationEssentials
public import Research
internal import SampleFile
internal import Timebase

extension RecordedFile {
    /// The file result, with the dates of the session's clock.
    public func result() -> RSDFileResultObject {
        result(of: place, identifiedBy: identifier, document?.contentType ?? layout.contentType)
    }

    /// The file result of what was written at some place about the same time.
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
    /// The identifiers of the sections down to here; the root's is not among them.
    public var sectionIdentifiers: [String] {
        guard let parent else { return [] }
        return parent.sectionIdentifiers + [identifier]
    }
}
