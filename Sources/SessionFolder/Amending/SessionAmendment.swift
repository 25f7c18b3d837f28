// Somebody has recorded as P07 who is P08, or typed a name where a code belongs. The session is to say what is right, to
// tell that and when it was corrected, and to have forgotten what was wrong: in the manifest, the journal, the results,
// and the name of the folder.

internal import SampleFile
internal import SystemCalls
public import Timebase

/// What is to be corrected of a session.
public struct SessionAmendment: Sendable, Hashable {
    /// What is right of the participant; what is not given stays.
    public var changes: [Participant.Part: String]
    /// What the folder's name is to tell; `nil` leaves that.
    public var named: [Participant.Part]?
    /// Words that are to go from every text of the session.
    public var erased: [String]

    /// What stands where a word was erased.
    public static let erasedMark = "(removed)"

    /// Says what is to be corrected.
    ///
    /// - Parameters:
    ///   - changes: What is right of the participant.
    ///   - named: What the folder's name is to tell, if that is to change.
    ///   - erased: Words that are to go from every text.
    public init(
        _ changes: [Participant.Part: String] = [:],
        named: [Participant.Part]? = nil,
        erasing erased: [String] = []
    ) {
        (self.changes, self.named, self.erased) = (changes, named, erased)
    }

    /// What an amendment has come to.
    public struct Report: Sendable, Hashable {
        /// Where the session lies now.
        public var path: String
        /// What of the participant was corrected.
        public var parts: [Participant.Part]
        /// How often a word was taken out of a text.
        public var words: Int
        /// The files that were written anew, by name.
        public var files: [String]
        /// Files in which a word still stands, or whose name has it: they are no documents of the session.
        public var left: [String]
    }

    /// Corrects a session that is over.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - now: The date of it.
    ///   - waiting: Is told when it has to wait for a sign of life of another machine.
    /// - Returns: What it came to.
    /// - Throws: `SessionError` where it cannot be, and nothing is changed then; or only what `footfall repair` brings to
    ///   its end, which the error says.
    public func apply(
        to path: String,
        at now: WallInstant,
        waiting: (String) -> Void = { _ in }
    ) throws(SessionError) -> Report {
        if let wrong = erased.first(where: { !Self.canBeErased($0) }) {
            throw SessionError(
                "\(wrong.debugDescription) is no word that can be looked for",
                where: "the words to erase",
                remedy: "give one with a letter or a digit in it, on one line"
            )
        }
        return try ClosedSession.with(path, at: now, waiting: waiting) {
            closed throws(SessionError) in
            var writing = try AmendmentWriting(self, of: closed.session, by: closed.mender)
            let report = try writing.run(at: now)
            return report
        }
    }

    static func canBeErased(_ word: String) -> Bool {
        word.contains { $0.isLetter || $0.isNumber } && !word.contains(where: \.isNewline)
    }

    static func unwritten(_ error: SystemError, _ folder: OpenFolder) -> SessionError {
        SessionError(error, "amend the session", where: folder.path)
    }

    // MARK: Decisions

    /// The participant as amended.
    func participant(after old: Participant?) throws(Participant.LabelProblem) -> Participant {
        let parts = Participant.Part.allCases.reduce(into: [Participant.Part: String]()) {
            $0[$1] = changes[$1] ?? old?[$1]
        }
        return try Participant(
            subject: parts[.subject],
            visit: parts[.visit],
            group: parts[.group],
            named: named ?? old?.named ?? []
        )
    }

    /// What goes from the texts of a session that was told to be of this participant.
    ///
    /// A subject that is a number, or a single letter, may mean anything in a text, and a visit or a group is a word
    /// like others: those go from where they are told, and from the folder's name.
    func erasure(after old: Participant?) -> TextErasure {
        var erasure = TextErasure()
        if let subject = old?.subject, let new = changes[.subject],
            // Where only the size of a letter changes, what is wrong is what is right.
            new.lowercased() != subject.lowercased(), subject.count > 1,
            subject.contains(where: \.isLetter)
        {
            erasure.replace(subject, by: new)
        }
        for word in erased { erasure.replace(word, by: Self.erasedMark) }
        return erasure
    }
}
