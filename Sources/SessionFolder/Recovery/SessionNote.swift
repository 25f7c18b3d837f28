// A user may learn something about a session later: that the strap had slipped, that a walk was the second. This
// adds such a note: first to the journal, then to the manifest. It changes no recorded byte.

public import Timebase

/// Adds a note to a session that is over.
public enum SessionNote {
    /// The longest note, in characters, so that a list of sessions can show all of it.
    public static let longest = 1000

    /// Returns why a text cannot be a note; `nil` if it can.
    public static func problem(of text: String) -> String? {
        let hasWord = text.contains { !$0.isWhitespace }
        if !hasWord || text.contains(where: \.isNewline) {
            return "a note is one line with a word in it"
        }
        return text.count > longest ? "a note has at most \(longest) characters" : nil
    }

    /// Adds a note.
    ///
    /// If an earlier call was killed after it had written the note, the note is already there and is not added
    /// again.
    ///
    /// - Parameters:
    ///   - text: The note, in one line.
    ///   - path: The session folder.
    ///   - now: The date of the note.
    ///   - waiting: Is called with a message if it has to wait for a sign of life of another machine.
    /// - Throws: `SessionError` if the text is not one line, if the session is being written, was never closed or
    ///   is damaged, or if it already has that note, or as many notes as a manifest keeps.
    public static func add(
        _ text: String,
        to path: String,
        at now: WallInstant,
        waiting: (String) -> Void = { _ in }
    ) throws(SessionError) {
        if let problem = problem(of: text) {
            throw SessionError(
                problem,
                where: path,
                remedy: "write it so; add several notes one by one"
            )
        }
        try ClosedSession.with(path, at: now, waiting: waiting) { closed throws(SessionError) in
            guard !closed.session.manifest.notes.contains(text) else {
                if closed.hadTail { return }
                throw SessionError(
                    "it has that note already",
                    where: path,
                    remedy: "see `footfall info`"
                )
            }
            // A pending renaming is recognised by the amendment being the last event of the journal; a note after
            // it would hide that.
            guard !closed.isStillToBeRenamed else {
                throw SessionError(
                    CheckRules.stillToBeRenamed.what,
                    where: path,
                    remedy: "run `footfall repair` first, which gives the folder that name"
                )
            }
            // A manifest with too many notes ends with one that only says so. A further note would be missing from it.
            guard closed.session.manifest.notes.count < SessionManifest.mostNotes - 1 else {
                throw SessionError(
                    "it has \(closed.session.manifest.notes.count) notes, and its manifest keeps no more",
                    where: path,
                    remedy: "write the note into a file beside the session's folder"
                )
            }
            closed.recovery.tell(.note(text))
            closed.recovery.report.changed = true
            try closed.recovery.save()
        }
    }
}
