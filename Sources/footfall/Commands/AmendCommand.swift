// `footfall amend`: whose a session is, where that was told wrong.

internal import Arguments
internal import PlainWords
internal import SessionFolder
internal import Timebase

/// Corrects what a session says of whose it is.
struct AmendCommand: Sendable, Equatable {
    var session: String
    var amendment: SessionAmendment
    /// The rules of the study, which what is right has to fit.
    var rules: StudyRules

    private static let nameByOption = Option(
        "name-by",
        taking: "LIST",
        as: Conversion.part.list,
        "which of subject, visit and group the name of the folder tells; as it is if not given"
    )
    private static let eraseOption = Option(
        "erase",
        taking: "TEXT",
        as: .text,
        repeats: true,
        "a word, or several, that is to go from every text of the session; may be given more than once"
    )

    static let declaration = CommandDeclaration(
        name: "amend",
        summary: "correct whose a session is, and take out what should never have been in it",
        discussion: """
            Corrects the subject, the visit or the group of a session that is over. What was wrong is gone: a subject \
            also from its notes, marks, answers and results, and from the name of its folder. With --erase any word \
            goes so, such as a name in a note; "(removed)" is there instead.

            What was measured stays as it is. The session tells that it was corrected, and when, and not what was \
            wrong; its seals are made anew. A subject that is only a number, and a visit or a group, may be a word of \
            another meaning in a text: give it to --erase where it is to go from there, too.

            Where a run is in several folders, as another machine had taken the first one over, each is corrected. Where a \
            word stands in an identifier or the name of a file, or in what is no document of the session, it stays; that \
            is told, as is what nobody could look into, and the status is 1.
            """,
        operands: [OperandDeclaration(name: "SESSION", summary: "the session folder")],
        options: [
            ParticipantOptions.subject.declaration, ParticipantOptions.visit.declaration,
            ParticipantOptions.group.declaration, nameByOption.declaration,
            eraseOption.declaration, ParticipantOptions.study.declaration,
        ],
        examples: [
            "footfall amend Sessions/2026-11-21T101500Z_walk_1f6a03bc --subject P08",
            "footfall amend Sessions/2026-11-21T101500Z_walk_1f6a03bc --erase 'Anna Berg'",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        session = arguments.operands[0]
        rules = try arguments.value(of: ParticipantOptions.study).map(StudyRules.file) ?? .none
        var changes: [Participant.Part: String] = [:]
        changes[.subject] = try arguments.value(of: ParticipantOptions.subject)
        changes[.visit] = try arguments.value(of: ParticipantOptions.visit)
        changes[.group] = try arguments.value(of: ParticipantOptions.group)
        amendment = SessionAmendment(
            changes,
            named: try arguments.value(of: Self.nameByOption),
            erasing: try arguments.values(of: Self.eraseOption)
        )
        do throws(Participant.LabelProblem) {
            _ = try Participant(
                subject: changes[.subject],
                visit: changes[.visit],
                group: changes[.group]
            )
        } catch {
            throw ParticipantOptions.usageError(error)
        }
        guard amendment != SessionAmendment() else {
            throw UsageError(
                place: "amend",
                problem: "it is not said what is to be corrected",
                remedy: "give --subject, --visit, --group, --name-by or --erase"
            )
        }
    }
}

extension AmendCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let now = LiveTimekeeper().reading().realtime
        let console = surroundings.console
        try await refuseWhatIsNotOfTheStudy(on: console)
        let report = try amendment.apply(to: session, at: now) { console.complain($0) }
        let what = [
            report.parts.map(\.rawValue).joined(separator: ", "),
            report.words == 0
                ? "" : Quantity.count(report.words, "word of a text", "words of texts"),
        ].filter { !$0.isEmpty }
        console.print(
            "\(report.path.printable): corrected \(what.isEmpty ? "its name" : what.joined(separator: " and "))"
        )
        for other in report.others {
            console.print("\(other.printable): corrected, too: the same run is in it")
        }
        for left in report.left { console.complain("\(left.name): \(left.what)".printable) }
        return report.left.isEmpty ? .good : .failed
    }

    /// What is right has to be right for the study, too.
    private func refuseWhatIsNotOfTheStudy(on console: Console) async throws {
        guard let study = try await rules.read(telling: console.complain) else { return }
        let changes = amendment.changes
        let right = try Participant(
            subject: changes[.subject],
            visit: changes[.visit],
            group: changes[.group]
        )
        let problems = study.problems(of: right, besides: Set(StudyFile.Need.allCases))
        try ParticipantOptions.refuse(
            problems.map { "\(study.path): \($0)" },
            telling: console.complain
        )
    }
}
