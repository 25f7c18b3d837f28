// A run that died may have closed a recording, or have been in the midst of one, of which its saved
// result knows nothing. The folder does: what is in it gets its place in the result of the run that
// goes on.

internal import FoundationEssentials
internal import Research
internal import SessionFolder

/// Gives a result the files of an earlier part of its run.
enum FoundRecordings {
    /// Puts files that no result names ahead of what their level has recorded since.
    static func attach(_ files: [SessionManifest.File], to result: inout any RSDTaskResult) {
        let named = paths(in: result)
        // From the last on: each goes ahead of those that follow it.
        for file in files.reversed() where file.layout != .document && !named.contains(file.path) {
            attach(fileResult(file), under: file.sections[...], to: &result)
        }
    }

    private static func attach(
        _ file: RSDFileResultObject,
        under sections: ArraySlice<String>,
        to result: inout any RSDTaskResult
    ) {
        if let section = sections.first,
            let index = result.stepHistory.lastIndex(where: { $0.identifier == section }),
            var inner = result.stepHistory[index] as? any RSDTaskResult
        {
            attach(file, under: sections.dropFirst(), to: &inner)
            result.stepHistory[index] = inner
        } else {
            result.asyncResults = [file] + (result.asyncResults ?? [])
        }
    }

    private static func fileResult(_ file: SessionManifest.File) -> RSDFileResultObject {
        let start = Date(file.startDate.instant)
        return RSDFileResultObject(
            identifier: file.identifier,
            startDate: start,
            endDate: file.endDate.map { Date($0.instant) } ?? start,
            startUptime: file.startUptime,
            contentType: file.contentType,
            relativePath: file.path
        )
    }

    private static func paths(in result: any RSDResult) -> Set<String> {
        switch result {
        case let file as RSDFileResultObject:
            Set([file.relativePath].compactMap { $0 })
        case let task as any RSDTaskResult:
            (task.stepHistory + (task.asyncResults ?? []))
                .reduce(into: []) { $0.formUnion(paths(in: $1)) }
        case let collection as any RSDCollectionResult:
            collection.inputResults.reduce(into: []) { $0.formUnion(paths(in: $1)) }
        default: []
        }
    }
}
