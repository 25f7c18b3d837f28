// The options that say who the participant of a recording is.

internal import Arguments
internal import PlainWords
internal import SessionFolder
internal import SessionRuns
internal import TaskEngine

/// The participant of a recording, the user's notes, and the rules of the study.
struct ParticipantOptions: Sendable, Equatable {
    /// `nil` if the command line names none.
    var participant: Participant?
    /// The user's notes for readers of the data, a line each.
    var notes: [String] = []
    /// The rules of the study.
    var rules = StudyRules.none

    static let subject = Option(
        "subject",
        taking: "CODE",
        as: .code,
        "the participant's code, such as P07: letters, digits and -, not a person's name"
    )
    static let visit = Option(
        "visit",
        taking: "CODE",
        as: .code,
        "the visit, such as 2 or baseline"
    )
    static let group = Option(
        "group",
        taking: "CODE",
        as: .code,
        "the participant's group in the study, such as control"
    )
    static let nameBy = Option(
        "name-by",
        taking: "LIST",
        as: Conversion<Participant.Part>.choice(of: "part of a name").list,
        "which of subject, visit and group the name of the session folder contains; if not given, as the study's file says, or none"
    )
    static let note = Option(
        "note",
        taking: "TEXT",
        as: .note,
        repeats: true,
        "a note of one line for readers of the data; may be given more than once"
    )

    static let study = Option(
        "study",
        taking: "FILE",
        as: .text,
        "the file of the study: the allowed codes and placements, and what each recording must state"
    )

    static let options = [
        subject.declaration, visit.declaration, group.declaration, nameBy.declaration,
        note.declaration, study.declaration,
    ]

    /// The participant of a recording after a check against the rules of the study.
    struct Settled: Sendable, Equatable {
        var participant: Participant?
        var notes: [String] = []
        /// The study's entry in the manifest.
        var study: SessionManifest.Study?
    }

    /// Checks the options against the rules of the study, if there is a file of rules.
    ///
    /// - Parameters:
    ///   - placements: The placements of the sensors to record.
    ///   - optional: What the rules may require and this command need not give.
    ///   - tell: Receives all problems but the last.
    /// - Returns: The participant, with the parts that the study wants in the folder's name.
    /// - Throws: The last problem, if the file cannot be read or the options do not meet the rules.
    func settled(
        placements: [String],
        besides optional: Set<StudyFile.Need> = [],
        telling tell: (String) -> Void
    ) async throws -> Settled {
        let study = try await rules.read(namedBy: Self.study.declaration, telling: tell)
        guard let study else {
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

    /// Throws the last of the problems, and reports those before it.
    static func refuse(_ problems: [String], telling tell: (String) -> Void) throws(RunFailure) {
        for problem in problems.dropLast() { tell(problem.printable) }
        if let last = problems.last { throw RunFailure(last.printable) }
    }

    private static func words(on problem: StudyProblem) -> String {
        guard case .missing(let need) = problem else { return problem.description }
        return "\(problem); give one by --\(need.rawValue)"
    }
}

/// The rules of a study, either read or still in a file.
enum StudyRules: Sendable, Equatable {
    case none
    /// In a file that is not read yet.
    case file(String)
    case read(StudyFile)

    /// Reads the rules on a thread that may wait for the disk.
    ///
    /// - Parameters:
    ///   - option: The option that names the file; `nil` if none does.
    ///   - tell: Receives all faults of the file but the last.
    /// - Returns: The rules; `nil` if there are none.
    /// - Throws: The last fault.
    func read(
        namedBy option: OptionDeclaration? = nil,
        telling tell: (String) -> Void
    ) async throws -> StudyFile? {
        switch self {
        case .none: return nil
        case .read(let study): return study
        case .file(let path):
            do {
                return try await StoreThread().perform { try StudyFile(at: path) }
            } catch let error as StudyFaults {
                let place = option.map { "--\($0.name) " } ?? ""
                try ParticipantOptions.refuse(error.faults.map { "\(place)\($0)" }, telling: tell)
                return nil
            }
        }
    }
}

extension ParticipantOptions {
    init(_ arguments: ParsedArguments) throws(UsageError) {
        notes = try arguments.values(of: Self.note)
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
            // The options accept only valid codes, so one that the name is to contain is missing.
            throw UsageError(
                place: "--name-by \(error.part.rawValue)",
                problem: "no --\(error.part.rawValue) is given",
                remedy: "give one, or leave it out"
            )
        }
    }
}

extension Conversion<String> {
    /// The code of a participant, a visit or a group.
    fileprivate static var code: Self {
        Self { word throws(ConversionError) in
            let code = try Self.text.convert(word)
            do throws(Participant.LabelProblem) {
                // All three have the same rules.
                _ = try Participant(subject: code)
                return code
            } catch {
                throw ConversionError(problem: "it \(error.what)", remedy: error.remedy)
            }
        }
    }

    /// A note of one line.
    fileprivate static var note: Self {
        Self { word throws(ConversionError) in
            let note = try Self.text.convert(word)
            if let problem = SessionNote.problem(of: note) {
                throw ConversionError(
                    problem: problem,
                    remedy: "write it so; give --note again for another"
                )
            }
            return note
        }
    }
}
