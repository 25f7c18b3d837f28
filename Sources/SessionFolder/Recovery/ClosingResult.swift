// Makes the task result of a run that was killed before it could write its own: a file result for each
// sample file of the run, and an error result that says why there is no more.

internal import FoundationEssentials
internal import Research
internal import SampleFile
internal import SystemCalls
internal import Timebase

/// Makes the result of an interrupted run.
enum ClosingResult {
    /// Returns a task result with a result for each file of samples and, if the run was interrupted, an error
    /// result.
    static func result(of manifest: SessionManifest) -> RSDTaskResultObject {
        let start = Date(manifest.startDate.instant)
        let end = max(start, Date((manifest.endDate ?? manifest.startDate).instant))
        var results: [any RSDResult] = manifest.sampleFiles.map(\.result)
        if manifest.status == .interrupted {
            let error = RecorderError.interrupted(identifier: manifest.identifier)
            results.append(
                RSDErrorResultObject(
                    identifier: "\(manifest.identifier)_error",
                    startDate: end,
                    description: "The run '\(manifest.identifier)' was interrupted before it could"
                        + " end. What it had written is kept; record again for the rest.",
                    domain: error.errorDomain,
                    code: error.errorCode
                )
            )
        }
        return RSDTaskResultObject(
            identifier: manifest.identifier,
            taskRunUUID: manifest.taskRunUUID,
            startDate: start,
            endDate: end,
            asyncResults: results
        )
    }

    /// True if the result in a folder was made by a repair that was killed before it updated the manifest.
    static func isUnreported(in folder: OpenFolder, _ manifest: SessionManifest) -> Bool {
        let name = SessionManifest.taskResultName
        guard let said = manifest.taskResult, folder.kind(of: name) == .file,
            let found = try? FolderFile.digest(name, in: folder), found.checksum != said.checksum,
            let made = try? SessionResult.bytes(
                of: result(of: manifest),
                RSDFactory(writingDatesIn: manifest.timeZone),
                where: folder.path(ofFile: name)
            )
        else { return false }
        return Checksum.text(of: made) == found.checksum
    }
}
