// What somebody adds to a session, or corrects in it, waits until its run is over, and until what a kill has left of it
// is mended: nobody is to write into what is not whole.

internal import SystemCalls
internal import Timebase

/// A session that is over and whole, while it is one's own.
struct ClosedSession {
    let session: Session
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
        try AmendedFiles.settle(in: folder)
        let session = try Session(in: folder, called: path)
        let mender = FolderMender(tenure, try FoundManifest.find(in: folder), now: now)
        guard session.manifest.status != .recording, !mender.report.changed,
            session.problemOfJournal == nil, session.manifest.laterVersion == nil
        else {
            throw SessionError(
                "it is not as its run, or a repair, has left it closed",
                where: path,
                remedy: "see what `footfall check` says, and run `footfall repair` first"
            )
        }
        var closed = ClosedSession(session: session, mender: mender)
        return try work(&closed)
    }
}
