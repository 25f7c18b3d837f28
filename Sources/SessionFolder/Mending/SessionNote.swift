// What somebody finds out after a session belongs into it: that the strap had slipped, that a walk was the second. It is
// told as all else is, by the journal first, and changes no byte of what was recorded.

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
        try ClosedSession.with(path, at: now, waiting: waiting) { closed throws(SessionError) in
            guard !closed.session.manifest.notes.contains(text) else {
                throw SessionError(
                    "it has that note already",
                    where: path,
                    remedy: "see `footfall info`"
                )
            }
            closed.mender.tell(.note(text))
            closed.mender.report.changed = true
            try closed.mender.save()
        }
    }
}
