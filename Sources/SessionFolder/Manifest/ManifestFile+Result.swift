// Makes the result of a sample file from the manifest, for a file of an earlier run whose recorder no longer
// exists.

internal import FoundationEssentials
package import Research
internal import Timebase

extension SessionManifest.File {
    /// The file result, from the file's entry.
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
