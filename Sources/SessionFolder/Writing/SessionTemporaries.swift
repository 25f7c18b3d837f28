// The hidden files of a session that is being written. They mean something only while it is live.

internal import SystemCalls

/// The names of hidden files that a run may leave behind when it is killed.
enum SessionTemporaries {
    /// Every such name.
    static let names: Set<String> = Set(
        [
            SessionManifest.fileName, SessionManifest.taskResultName,
            SessionManifest.answersName,
            SessionManifest.progressName,
        ]
        .flatMap {
            [DurableDocument.temporaryName(for: $0), ReservedDocument.temporaryName(for: $0)]
        }
    )

    /// Whether a file is one of them, or what a repair or an amendment was making of another when it was killed.
    static func contains(_ name: String, among others: [String]) -> Bool {
        if names.contains(name) || name == Lease.fileName || Lease.isTemporary(name) { return true }
        return [".mended", AmendedFiles.ending].contains { ending in
            guard name.hasSuffix(ending) else { return false }
            let stem = String(name.dropLast(ending.count))
            return others.contains(stem)
                && (ending != AmendedFiles.ending
                    || others.contains(AmendedFiles.journalName) && CheckRules.mayBeWritten(stem))
        }
    }

    /// Deletes them, but for the lease, which is the owner's to end; a folder that cannot be written keeps
    /// them, and they harm nobody.
    static func remove(from folder: OpenFolder) {
        let names = (try? folder.list()) ?? []
        for name in names where name != Lease.fileName && contains(name, among: names) {
            try? folder.remove(name)
        }
    }
}
