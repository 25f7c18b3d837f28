// Recovers recordings that no result names. A crashed run may have made recordings that its saved result does not
// list. The session's manifest lists them, so they are added to the result when the run is resumed or ends.

internal import FoundationEssentials
internal import Research
internal import SessionFolder
internal import TaskEngine

/// Adds recordings that no result names to the result of their run.
@MainActor
enum FoundRecordings {
    /// Adds the files of the folder that no result names to a resumed run.
    static func attach(_ files: [SessionManifest.File], to engine: TaskEngine) {
        var named: Set<String> = []
        engine.taskViewModel.removeFiles { file in
            named.formUnion([file.relativePath].compactMap { $0 })
            return false
        }
        for file in recordings(files, besides: named) {
            engine.attach(found: file.result, within: file.sections)
        }
    }

    /// Appends the files that no result names; each goes to the async results of the section that recorded it.
    static func attach(_ files: [SessionManifest.File], to result: inout any RSDTaskResult) {
        for file in recordings(files, besides: paths(in: result)) {
            attach(file.result, within: file.sections[...], to: &result)
        }
    }

    private static func recordings(
        _ files: [SessionManifest.File],
        besides named: Set<String>
    ) -> [SessionManifest.File] {
        files.filter { !named.contains($0.path) }
    }

    private static func attach(
        _ file: RSDFileResultObject,
        within sections: ArraySlice<String>,
        to result: inout any RSDTaskResult
    ) {
        if let section = sections.first,
            let index = result.stepHistory.lastIndex(where: { $0.identifier == section }),
            var inner = result.stepHistory[index] as? any RSDTaskResult
        {
            attach(file, within: sections.dropFirst(), to: &inner)
            result.stepHistory[index] = inner
        } else {
            result.asyncResults = (result.asyncResults ?? []) + [file]
        }
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
