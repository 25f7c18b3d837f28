// `footfall amend`: corrects the participant of a session.

internal import Arguments
internal import PlainWords
internal import SessionFolder
internal import Timebase

/// Corrects the subject, visit or group of a session, and erases words from it.
struct AmendCommand: Sendable, Equatable {
    var session: String
    var amendment: SessionAmendment
    /// The rules of the study, which the correction has to meet.
    var rules: StudyRules

    private static let nameByOption = Option(
        "name-by",
        taking: "LIST",
        as: Conversion<Participant.Part>.choice(of: "part of a name").list,
        "which of subject, visit and group the name of the folder contains; unchanged if not given"
    )
    private static let eraseOption = Option(
        "erase",
        taking: "TEXT",
        as: .text,
        repeats: true,
        "a word, or several, to replace by (removed) in every text of the session; may be given more than once"
    )

    static let declaration = CommandDeclaration(
        name: "amend",
        summary: "correct the participant of a session, and remove texts that should not be in it",
        discussion: """
            Corrects the subject, the visit or the group of a finished session. The command removes the wrong value; a \
            wrong subject also from the session's notes, marks, answers and results, and from the name of its folder. \
            --erase replaces any other words, such as a name in a note, by "(removed)".

            The measured data do not change. The session records that it was corrected, and when, but not the wrong \
            value; its checksums are computed again. A visit, a group, and a subject that is only a number or one letter \
            may also occur in a text with another meaning: there they stay, unless you also give them to --erase.

            If a run is in several folders, because another machine has continued the first one, each is corrected. A \
            word stays if it is in an identifier, in the name of a file, or in a file that is no document of the \
            session. The command reports this, and any file that it could not search, and the status is 1.
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
        guard amendment != SessionAmendment() else {
            throw UsageError(
                place: "amend",
                problem: "no correction is given",
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
                ? "" : Quantity.count(report.words, "word in the texts", "words in the texts"),
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

    /// Throws if the correction does not meet the rules of the study.
    private func refuseWhatIsNotOfTheStudy(on console: Console) async throws {
        let study = try await rules.read(
            namedBy: ParticipantOptions.study.declaration,
            telling: console.complain
        )
        guard let study else { return }
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
