// A run that died may have closed a recording, or have been in the midst of one, of which its saved
// result knows nothing. The folder does: what is in it gets its place in the result of the run that
// goes on.

internal import FoundationEssentials
internal import Research
internal import SessionFolder

/// Gives a result the files of an earlier part of its run.
enum FoundRecordings {
    /// Puts files that no result names behind what their level had recorded before, and ahead of
    /// what it has since: they were ended by the end of that part of the run.
    ///
    /// - Parameters:
    ///   - files: All files of the earlier part.
    ///   - result: The result of the whole run.
    static func attach(_ files: [SessionManifest.File], to result: inout any RSDTaskResult) {
        let named = paths(in: result)
        let earlier = Set(files.map(\.path))
        for file in files where file.layout != .document && !named.contains(file.path) {
            attach(fileResult(file), under: file.sections[...], behind: earlier, to: &result)
        }
    }

    private static func attach(
        _ file: RSDFileResultObject,
        under sections: ArraySlice<String>,
        behind earlier: Set<String>,
        to result: inout any RSDTaskResult
    ) {
        if let section = sections.first,
            let index = result.stepHistory.lastIndex(where: { $0.identifier == section }),
            var inner = result.stepHistory[index] as? any RSDTaskResult
        {
            attach(file, under: sections.dropFirst(), behind: earlier, to: &inner)
            result.stepHistory[index] = inner
        } else {
            var results = result.asyncResults ?? []
            let last = results.lastIndex { !paths(in: $0).isDisjoint(with: earlier) }
            var place = last.map { $0 + 1 } ?? 0
            // The error of a recorder comes with its file.
            while place > 0, place < results.count, results[place].type == .error { place += 1 }
            results.insert(file, at: place)
            result.asyncResults = results
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
