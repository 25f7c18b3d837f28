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
            Corrects the subject, the visit or the group of a session that is over. The wrong value is removed; a \
            wrong subject also from the session's notes, marks, answers and results, and from the name of its folder. \
            --erase removes any other words, such as a name in a note, and puts "(removed)" in their place.

            The measured data do not change. The session records that it was corrected, and when, but not what was \
            wrong; its checksums are computed anew. A subject that is only a number, a visit or a group may also occur \
            in a text with another meaning, and stays there; give it to --erase to remove it there, too.

            If a run is in several folders, because another machine has continued the first one, each is corrected. A \
            word in an identifier, in the name of a file, or in a file that is no document of the session stays; this \
            is reported, as is any file that cannot be read, and the status is 1.
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

    /// Throws if the correction does not meet the rules of the study.
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
