// What somebody adds to a session, or corrects in it, waits until its run is over, and until what a kill has left of it
// is mended: nobody is to write into what is not whole.

internal import SampleFile
internal import SystemCalls
internal import Timebase

/// A session that is over and whole, while it is one's own.
struct ClosedSession {
    let session: Session
    /// Whether its journal had told more than its manifest.
    let hadTail: Bool
    /// Whether an amendment was killed before the folder had the name that it was to have.
    let isStillToBeRenamed: Bool
    /// Owns the folder, and knows how to tell the journal.
    var mender: FolderMender

    /// Takes a session, does something with it, and lets go of it.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - now: The date of what is done.
    ///   - waiting: Is told when it has to wait for a sign of life of another machine.
    ///   - work: Does it.
    /// - Returns: What `work` returns.
    /// - Throws: `SessionError` where the session is being written, was never closed or is not whole.
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
        let mender = FolderMender(tenure, found, now: now)
        guard session.manifest.status != .recording, !mender.report.changed,
            session.manifest.laterVersion == nil
        else {
            throw SessionError(
                "it is not as its run, or a repair, has left it closed",
                where: path,
                remedy: "see what `footfall check` says, and run `footfall repair` first"
            )
        }
        var closed = ClosedSession(
            session: session,
            hadTail: hasTail,
            isStillToBeRenamed: found.journal?.endsAmended == true
                && AmendedName.isPending(for: session.manifest, in: folder),
            mender: mender
        )
        return try work(&closed)
    }

    /// Has the manifest take in what somebody told the journal who was killed, or had no room, before the manifest could
    /// say so; a last line that is torn goes, as it does in a repair.
    ///
    /// - Returns: Whether there was something to take in.
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
        // In the midst of it a line is damaged by no kill.
        guard let condition, condition.damaged.isEmpty, session.isBehind || !condition.isComplete
        else { return false }
        let found = try FoundManifest.find(in: folder)
        guard found.corrections.isEmpty else { return false }
        var mender = FolderMender(tenure, found, now: now)
        mender.mendJournal()
        try mender.save()
        return true
    }
}
