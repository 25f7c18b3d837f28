// What somebody finds out after a session belongs into it: that the strap had slipped, that a walk was the second. It is
// told as all else is, by the journal first, and changes no byte of what was recorded.

internal import SystemCalls
public import Timebase

/// Adds a note to a session that is over.
public enum SessionNote {
    /// Adds a line.
    ///
    /// - Parameters:
    ///   - text: The line, for whoever reads the data.
    ///   - path: The session folder.
    ///   - now: The date of it.
    ///   - waiting: Is told when it has to wait for a sign of life of another machine.
    /// - Throws: `SessionError` where it is no line, the session is being written, was never closed, or has that note.
    public static func add(
        _ text: String,
        to path: String,
        at now: WallInstant,
        waiting: (String) -> Void = { _ in }
    ) throws(SessionError) {
        guard text.contains(where: { !$0.isWhitespace }), !text.contains(where: \.isNewline) else {
            throw SessionError(
                "a note is one line with a word in it",
                where: path,
                remedy: "write it so; add several notes one by one"
            )
        }
        let folder = try Session.folder(at: path)
        let tenure = try SessionRepair.take(folder, waiting: waiting)
        defer { tenure.release() }
        let session = try Session(in: folder, called: path)
        var mender = FolderMender(tenure, try FoundManifest.find(in: folder), now: now)
        guard session.manifest.status != .recording, !mender.report.changed,
            session.problemOfJournal == nil, session.manifest.laterVersion == nil
        else {
            throw SessionError(
                "it is not as its run, or a repair, has left it closed",
                where: path,
                remedy: "see what `footfall check` says, and run `footfall repair` first"
            )
        }
        guard !session.manifest.notes.contains(text) else {
            throw SessionError(
                "it has that note already",
                where: path,
                remedy: "see `footfall info`"
            )
        }
        mender.tell(.note(text))
        mender.report.changed = true
        try mender.save()
    }
}
