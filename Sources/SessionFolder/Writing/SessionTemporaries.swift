// The temporary files of a session that is being written. Once the session is over, nothing needs them.

internal import SystemCalls

/// The names of temporary files that a killed process may leave behind.
enum SessionTemporaries {
    /// The hidden files of a recording.
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

    /// True if a file is one of these, a lease, or an unfinished output of a killed repair or amendment.
    static func contains(_ name: String, among others: [String]) -> Bool {
        if names.contains(name) || name == Lease.fileName || Lease.isTemporary(name) { return true }
        return [Replacement.ending, AmendedFiles.ending].contains { ending in
            guard name.hasSuffix(ending) else { return false }
            let stem = String(name.dropLast(ending.count))
            return others.contains(stem)
                && (ending != AmendedFiles.ending
                    || others.contains(AmendedFiles.journalName) && CheckRules.mayBeWritten(stem))
        }
    }

    /// Deletes all temporary files of a session, except the lease, which its owner removes.
    ///
    /// In a folder that cannot be written they stay, and do no harm.
    ///
    /// - Returns: The names of the deleted files, without temporary names of leases: another process that is about to
    ///   claim the folder may have made them.
    @discardableResult
    static func remove(from folder: OpenFolder) -> [String] {
        let names = (try? folder.list()) ?? []
        return names.filter { name in
            guard name != Lease.fileName, contains(name, among: names),
                (try? folder.remove(name)) != nil
            else { return false }
            return !Lease.isTemporary(name)
        }
    }
}
