// Whose a recording is, as the command line says it.

internal import Arguments
internal import PlainWords
internal import SessionFolder
internal import SessionRuns
internal import TaskEngine

/// Whose a recording is, and what whoever records says of it.
struct ParticipantOptions: Sendable, Equatable {
    /// `nil` where nobody says whose it is.
    var participant: Participant?
    /// A line each, for whoever reads the data.
    var notes: [String] = []
    /// The rules of the study that it is of.
    var rules = StudyRules.none

    static let subject = Option(
        "subject",
        taking: "CODE",
        as: .text,
        "the code of who takes part, such as P07: letters, digits and -, and no name of a person"
    )
    static let visit = Option("visit", taking: "CODE", as: .text, "which visit it is, such as 2")
    static let group = Option(
        "group",
        taking: "CODE",
        as: .text,
        "what the study compares, such as control"
    )
    static let nameBy = Option(
        "name-by",
        taking: "LIST",
        as: Conversion.part.list,
        "which of subject, visit and group the name of the session folder tells; none if not given"
    )
    static let note = Option(
        "note",
        taking: "TEXT",
        as: .text,
        repeats: true,
        "a line for whoever reads the data, kept in the session; may be given more than once"
    )

    static let study = Option(
        "study",
        taking: "FILE",
        as: .text,
        "the file of the study: which codes and placements there are, and what must be given"
    )

    static let options = [
        subject.declaration, visit.declaration, group.declaration, nameBy.declaration,
        note.declaration, study.declaration,
    ]

    /// Whose a recording is, once the rules of the study have been asked.
    struct Settled: Sendable, Equatable {
        var participant: Participant?
        var notes: [String] = []
        /// What the manifest tells of the study.
        var study: SessionManifest.Study?
    }

    /// Asks the rules of the study, if there is a file of it.
    ///
    /// - Parameters:
    ///   - placements: Where the sensors sit that are to be recorded.
    ///   - optional: What need not be given here.
    ///   - tell: Is told all problems but the last.
    /// - Returns: Whose it is, with what the study has the folder's name tell.
    /// - Throws: Where the file cannot be read, or what is given does not fit it: the last problem.
    func settled(
        placements: [String],
        besides optional: Set<StudyFile.Need> = [],
        telling tell: (String) -> Void
    ) async throws -> Settled {
        guard let study = try await rules.read(telling: tell) else {
            return Settled(participant: participant, notes: notes)
        }
        let problems = study.problems(
            of: participant,
            placements: placements,
            notes: notes,
            besides: optional
        )
        try Self.refuse(problems.map { "\(study.path): \(Self.words(on: $0))" }, telling: tell)
        return Settled(participant: study.naming(participant), notes: notes, study: study.told)
    }

    /// Throws the last of some problems, and tells those before it.
    static func refuse(_ problems: [String], telling tell: (String) -> Void) throws(RunFailure) {
        for problem in problems.dropLast() { tell(problem.printable) }
        if let last = problems.last { throw RunFailure(last.printable) }
    }

    private static func words(on problem: StudyProblem) -> String {
        guard case .missing(let need) = problem else { return problem.description }
        return "\(problem); give one by --\(need.rawValue)"
    }
}

/// The rules of a study, as far as somebody has them.
enum StudyRules: Sendable, Equatable {
    case none
    /// They are in a file that is still to be read.
    case file(String)
    case read(StudyFile)

    /// Reads them, on a thread that may wait for the disk.
    ///
    /// - Parameter tell: Is told all faults of the file but the last.
    /// - Returns: The rules; `nil` where there are none.
    /// - Throws: The last fault.
    func read(telling tell: (String) -> Void) async throws -> StudyFile? {
        switch self {
        case .none: return nil
        case .read(let study): return study
        case .file(let path):
            do {
                return try await StoreThread().perform { try StudyFile(at: path) }
            } catch let error as StudyFaults {
                try ParticipantOptions.refuse(error.faults.map(\.description), telling: tell)
                return nil
            }
        }
    }
}

extension ParticipantOptions {
    init(_ arguments: ParsedArguments) throws(UsageError) {
        notes = try arguments.values(of: Self.note)
        for note in notes {
            guard let problem = SessionNote.problem(of: note) else { continue }
            throw UsageError(
                place: "--note",
                problem: problem,
                remedy: "write it so; give --note again for another"
            )
        }
        rules = try arguments.value(of: Self.study).map(StudyRules.file) ?? .none
        let named = try arguments.value(of: Self.nameBy) ?? []
        let (subject, visit, group) = (
            try arguments.value(of: Self.subject), try arguments.value(of: Self.visit),
            try arguments.value(of: Self.group)
        )
        do throws(Participant.LabelProblem) {
            let given = try Participant(
                subject: subject,
                visit: visit,
                group: group,
                named: named
            )
            participant = given.isEmpty ? nil : given
        } catch {
            throw Self.usageError(error)
        }
    }

    /// What is wrong with a label that was given.
    static func usageError(_ error: Participant.LabelProblem) -> UsageError {
        let isMissing = error.text.isEmpty
        return UsageError(
            place: isMissing
                ? "--name-by \(error.part.rawValue)"
                : "--\(error.part.rawValue) \(error.text.printable)",
            problem: isMissing ? "no --\(error.part.rawValue) is given" : "it \(error.what)",
            remedy: isMissing ? "give one, or leave it out" : error.remedy
        )
    }
}

extension Conversion<Participant.Part> {
    /// What is said of a participant.
    static var part: Self {
        Self { word throws(ConversionError) in
            guard let part = Participant.Part(rawValue: word) else {
                throw .unknown(
                    word,
                    among: Participant.Part.allCases.map(\.rawValue),
                    example: "part of a name"
                )
            }
            return part
        }
    }
}
