// Corrects a session: for example, if the participant was P08 and not P07, or if a name was typed in place of a code.
// The session then has the right data, states when it was corrected, and no longer contains the wrong data: not in the
// manifest, the journal, the results, or the name of the folder.

internal import SampleFile
internal import SystemCalls
public import Timebase

/// The corrections to make to a session.
public struct SessionAmendment: Sendable, Hashable {
    /// The right values of the participant; the others stay.
    public var changes: [Participant.Part: String]
    /// The parts of the participant that the folder's name is to show; `nil` to show the same parts as before.
    public var named: [Participant.Part]?
    /// Words to be removed from every text of the session.
    public var erased: [String]

    /// The text that replaces an erased word.
    public static let erasedMark = "(removed)"

    /// Describes the corrections.
    ///
    /// - Parameters:
    ///   - changes: The right values of the participant.
    ///   - named: The parts that the folder's name is to show, if that is to change.
    ///   - erased: Words to be removed from every text.
    public init(
        _ changes: [Participant.Part: String] = [:],
        named: [Participant.Part]? = nil,
        erasing erased: [String] = []
    ) {
        (self.changes, self.named, self.erased) = (changes, named, erased)
    }

    /// The outcome of an amendment.
    public struct Report: Sendable, Hashable {
        /// Where the session is now.
        public var path: String
        /// The other folders of the same run, which were amended, too.
        public var others: [String] = []
        /// The parts of the participant that were corrected.
        public var parts: [Participant.Part]
        /// How many words were replaced in texts.
        public var words: Int
        /// The names of the files that were rewritten.
        public var files: [String]
        /// Where a word remains, or a search was impossible.
        public var left: [Left]
    }

    /// A file or a folder in which a word remains, or may remain.
    public struct Left: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// What remains, where, and the remedy.
        public var what: String

        init(_ name: String, _ what: String) { (self.name, self.what) = (name, what) }
    }

    /// Corrects a session that is over, in every folder of its run.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - now: The date of the amendment.
    ///   - waiting: Is called with a message if it has to wait for a sign of life of another machine.
    /// - Returns: What was changed.
    /// - Throws: `SessionError` if it cannot be amended. Then nothing is changed, or the error says how to
    ///   complete the amendment.
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

    /// Takes ownership of all folders before it amends the first one.
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
            try AmendedFiles.requireNone(of: closed.session.manifest, in: closed.recovery.folder)
            writings.append(try AmendmentWriting(self, of: closed.session, by: closed.recovery))
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

    /// Returns the corrected participant.
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

    /// Returns what to replace in the texts of a session of this participant.
    ///
    /// The subject's code is replaced only if it has two characters or more, one of them a letter, since any other code
    /// may mean something else in a text. Visits and groups are ordinary words. Such codes, visits and groups are
    /// corrected only where the session states its participant, and in the folder's name.
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
