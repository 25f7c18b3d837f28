// A file that a run has left and whose recorder is gone has its result from the manifest.

internal import FoundationEssentials
package import Research
internal import Timebase

extension SessionManifest.File {
    /// The file result, with what the manifest knows of the file.
    package var result: RSDFileResultObject {
        RSDFileResultObject(
            identifier: identifier,
            startDate: Date(startDate.instant),
            endDate: Date((endDate ?? startDate).instant),
            startUptime: startUptime,
            contentType: contentType,
            relativePath: path
        )
    }
}
