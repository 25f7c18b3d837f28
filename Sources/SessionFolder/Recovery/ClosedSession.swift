// A note or an amendment may only change a session that is closed and undamaged. So this refuses a session that is
// still being recorded, and first completes what a killed process has left half done.

internal import SampleFile
internal import SystemCalls
internal import Timebase

/// A closed, undamaged session, owned by this process.
struct ClosedSession {
    let session: Session
    /// True if its journal held events that the manifest did not have yet.
    let hadTail: Bool
    /// True if a killed amendment had not yet given the folder its new name.
    let isStillToBeRenamed: Bool
    /// Owns the folder, and writes events to the journal.
    var recovery: FolderRecovery

    /// Takes ownership of a session, runs `work` on it, and releases it.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - now: The date of the change.
    ///   - waiting: Is called with a message if it has to wait for a sign of life of another machine.
    ///   - work: Changes the session.
    /// - Returns: What `work` returns.
    /// - Throws: `SessionError` if the session is being written, was never closed or is not whole.
    static func with<Done>(
        _ path: String,
        at now: WallInstant,
        waiting: (String) -> Void,
        _ work: (inout ClosedSession) throws(SessionError) -> Done
    ) throws(SessionError) -> Done {
        let folder = try Session.folder(at: path)
        let tenure = try SessionRepair.take(folder, waiting: waiting)
        defer { tenure.release() }
        try AmendedFiles.finish(in: folder)
        let hasTail = try takeUpTail(of: tenure, at: now)
        let session = try Session(in: folder, called: path)
        try session.requireWholeJournal()
        let found = try FoundManifest.find(in: folder)
        let recovery = FolderRecovery(tenure, found, now: now)
        guard session.manifest.status != .recording, !recovery.report.changed,
            session.manifest.laterVersion == nil
        else {
            throw SessionError(
                "it is not closed, or not as it was when it was closed",
                where: path,
                remedy: "see what `footfall check` says, and run `footfall repair` first"
            )
        }
        var closed = ClosedSession(
            session: session,
            hadTail: hasTail,
            isStillToBeRenamed: found.journal?.endsAmended == true
                && AmendedName.isPending(for: session.manifest, in: folder),
            recovery: recovery
        )
        return try work(&closed)
    }

    /// Applies to the manifest the events that only the journal has, because a process was killed or the disk was
    /// full before it could write the manifest.
    ///
    /// Removes an incomplete last line, as a repair does.
    ///
    /// - Returns: True if an event was applied or an incomplete line removed.
    private static func takeUpTail(
        of tenure: FolderTenure,
        at now: WallInstant
    ) throws(SessionError) -> Bool {
        let folder = tenure.folder
        let session = try Session(in: folder)
        guard session.manifest.status != .recording, session.manifest.laterVersion == nil,
            let journal = session.manifest.journal, JournalReading.isVouchedFor(journal, in: folder)
        else { return false }
        let condition = try? JournalFile.examine(journal.path, in: folder)
        // A kill only damages the last line. Damage before it has another cause: leave it to a repair.
        guard let condition, condition.damaged.isEmpty, session.isBehind || !condition.isComplete
        else { return false }
        let found = try FoundManifest.find(in: folder)
        guard found.corrections.isEmpty else { return false }
        var recovery = FolderRecovery(tenure, found, now: now)
        recovery.recoverJournal()
        try recovery.save()
        return true
    }
}
