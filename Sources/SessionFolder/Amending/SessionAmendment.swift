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
        /// The other folders in which the same run is, and which were amended, too.
        public var others: [String] = []
        /// What of the participant was corrected.
        public var parts: [Participant.Part]
        /// How often a word was taken out of a text.
        public var words: Int
        /// The files that were written anew, by name.
        public var files: [String]
        /// Where a word still stands, or nobody could look.
        public var left: [Left]
    }

    /// A file or a folder in which a word still stands that was to go, or may.
    public struct Left: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// What stands where, and what helps.
        public var what: String

        init(_ name: String, _ what: String) { (self.name, self.what) = (name, what) }
    }

    /// Corrects a session that is over, in each folder that its run is in.
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
        let folders = try [path] + Session.foldersOfSameRun(as: path)
        return try amend(folders[...], at: now, waiting)
    }

    /// Takes each of the folders before one of them is amended.
    private func amend(
        _ folders: ArraySlice<String>,
        having taken: [ClosedSession] = [],
        at now: WallInstant,
        _ waiting: (String) -> Void
    ) throws(SessionError) -> Report {
        guard let next = folders.first else { return try amend(taken, at: now) }
        return try ClosedSession.with(next, at: now, waiting: waiting) {
            closed throws(SessionError) in
            try amend(folders.dropFirst(), having: taken + [closed], at: now, waiting)
        }
    }

    private func amend(
        _ taken: [ClosedSession],
        at now: WallInstant
    ) throws(SessionError) -> Report {
        var writings: [AmendmentWriting] = []
        for closed in taken {
            try AmendedFiles.requireNone(of: closed.session.manifest, in: closed.mender.folder)
            writings.append(try AmendmentWriting(self, of: closed.session, by: closed.mender))
        }
        var reports: [Report] = []
        var isNew = false
        for index in writings.indices {
            do throws(SessionError) {
                let done = try writings[index].run(at: now)
                reports.append(done.report)
                isNew = isNew || done.isNew
            } catch {
                guard let first = reports.first else { throw error }
                var error = error
                error.remedy +=
                    "; then amend \(first.path) once more, which is amended, and has this folder's run in it, too"
                throw error
            }
        }
        var report = reports[0]
        for other in reports.dropFirst() {
            let name = FileSystem.name(of: other.path)
            report.others.append(other.path)
            report.parts = Participant.Part.allCases.filter {
                report.parts.contains($0) || other.parts.contains($0)
            }
            report.words += other.words
            report.files += other.files.map { "\(name)/\($0)" }
            report.left += other.left.map { Left("\(name)/\($0.name)", $0.what) }
        }
        guard isNew else { throw Self.nothingToAmend(report) }
        return report
    }

    private static func nothingToAmend(_ report: Report) -> SessionError {
        let left = report.left.map { "\($0.name): \($0.what)" }.joined(separator: "; ")
        return SessionError(
            left.isEmpty
                ? "it says so already, and no text of it has a word that is to go"
                : "there is nothing in it that can be corrected so",
            where: report.path,
            remedy: left.isEmpty ? "see `footfall info`" : left
        )
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
            new != subject, subject.count > 1, subject.contains(where: \.isLetter)
        {
            erasure.replace(subject, by: new)
        }
        for word in erased { erasure.replace(word, by: Self.erasedMark) }
        return erasure
    }
}
