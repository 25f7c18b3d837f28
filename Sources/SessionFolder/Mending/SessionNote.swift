// What somebody finds out after a session belongs into it: that the strap had slipped, that a walk was the second. It is
// told as all else is, by the journal first, and changes no byte of what was recorded.

public import Timebase

/// Adds a note to a session that is over.
public enum SessionNote {
    /// The longest note, in characters: whoever lists a session is to see all of it.
    public static let longest = 1000

    /// What keeps a text from being a note; `nil` where nothing does.
    public static func problem(of text: String) -> String? {
        let hasWord = text.contains { !$0.isWhitespace }
        if !hasWord || text.contains(where: \.isNewline) {
            return "a note is one line with a word in it"
        }
        return text.count > longest ? "a note has at most \(longest) characters" : nil
    }

    /// Adds a line.
    ///
    /// Where somebody was killed who added it, it is there, and is not added again.
    ///
    /// - Parameters:
    ///   - text: The line, for whoever reads the data.
    ///   - path: The session folder.
    ///   - now: The date of it.
    ///   - waiting: Is told when it has to wait for a sign of life of another machine.
    /// - Throws: `SessionError` where it is no line, the session is being written, was never closed, is damaged, or has
    ///   that note.
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
            // Behind a note nobody could see any more that the amendment is still to come to its end.
            guard !closed.isStillToBeRenamed else {
                throw SessionError(
                    CheckRules.stillToBeRenamed.what,
                    where: path,
                    remedy: "run `footfall repair` first, which gives the folder that name"
                )
            }
            closed.mender.tell(.note(text))
            closed.mender.report.changed = true
            try closed.mender.save()
        }
    }
}
