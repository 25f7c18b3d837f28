// `footfall list`: lists sessions with their participants and states.

internal import Arguments
internal import Outbox
internal import PlainWords
internal import SessionFolder
internal import SystemCalls
internal import TerminalHost
internal import Timebase

/// Lists the sessions of a folder.
struct ListCommand: Sendable, Equatable {
    var folder: String
    var filter: SessionFilter
    var isJSON: Bool

    private static let taskOption = Option(
        "task",
        taking: "ID",
        as: .text,
        "only sessions of this task, or of recordings of this name"
    )
    private static let stateOption = Option(
        "state",
        taking: "LIST",
        as: Conversion<SessionStanding>.choice(of: "state of a session").list,
        "only sessions in these states: \(SessionStanding.allCases.map(\.rawValue).joined(separator: ", "))"
    )
    private static let fromOption = Option(
        "from",
        taking: "DAY",
        as: .day,
        "only sessions of this day and later, such as 2026-11-21"
    )
    private static let toOption = Option(
        "to",
        taking: "DAY",
        as: .day,
        "only sessions of this day and before"
    )
    private static let participantOptions = Participant.Part.allCases.map { part in
        (
            part,
            Option(
                part.rawValue,
                taking: "CODE",
                as: .text,
                "only sessions of this \(part.rawValue)"
            )
        )
    }

    static let declaration = CommandDeclaration(
        name: "list",
        summary: "list the sessions of a folder, with participant, state, duration and size",
        discussion: """
            Lists the sessions of a folder, the newest first: the name of each folder, its participant, its state, its \
            duration and size, and where `footfall send` has sent it. Other folders are skipped; a session whose \
            manifest cannot be read is listed with the reason.

            The state `left` means that the session's process was killed: `footfall repair` closes it. The state \
            `early` means that its task was ended before the last step. A session that `footfall process` has made is \
            marked as computed.
            """,
        operands: [
            OperandDeclaration(
                name: "DIR",
                summary: "the folder that session folders are in; ./Sessions if not given",
                standard: SharedOptions.defaultOutput
            )
        ],
        options: participantOptions.map(\.1.declaration) + [
            taskOption.declaration, stateOption.declaration, fromOption.declaration,
            toOption.declaration, SharedOptions.json.declaration,
        ],
        examples: [
            "footfall list",
            "footfall list Sessions --subject P07 --state finished,early",
            "footfall list --from 2026-11-01 --to 2026-11-30 --json",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        folder = arguments.operands[0]
        isJSON = arguments.contains(SharedOptions.json)
        filter = SessionFilter()
        for (part, option) in Self.participantOptions {
            filter.participant[part] = try arguments.value(of: option)
        }
        filter.identifier = try arguments.value(of: Self.taskOption)
        filter.standings = try arguments.value(of: Self.stateOption).map(Set.init)
        filter.firstDay = try arguments.value(of: Self.fromOption)
        filter.lastDay = try arguments.value(of: Self.toOption)
        if let first = filter.firstDay, let last = filter.lastDay, first > last {
            throw UsageError(
                place: "--from",
                problem: "\(first) is later than --to \(last)",
                remedy: "give the earlier day to --from"
            )
        }
    }
}

extension ListCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let all = try surroundings.stopRequests.withNothingToKeep(
            "\(folder.printable): the list was stopped; run it again"
        ) {
            try SessionList.all(in: folder)
        }
        let entries = all.filter(filter.takes)
        if isJSON {
            let listed = Listed(entries, in: folder, SentCopies(of: folder))
            surroundings.console.print(try JSONText.line(of: listed))
        } else {
            let copies = SentCopies(of: folder)
            let notes = filter.unknownCodes(among: all)
            surroundings.console.print(Self.text(of: entries, in: folder, copies, notes))
        }
        return .good
    }

    /// The short text about where a session was sent.
    private static func words(on copies: [SentCopy]) -> String {
        let there = copies.filter { $0.state == .sent }
        let places = there.count == 1 ? there[0].destination : "\(there.count) destinations"
        let damaged = there.contains { $0.damaged != nil } ? " (damaged)" : ""
        if !there.isEmpty { return places.printable + damaged }
        return copies.isEmpty
            ? "-" : copies.contains { $0.state == .begun } ? "begun" : "to be withdrawn"
    }

    /// The list, for a user.
    static func text(
        of entries: [SessionEntry],
        in folder: String,
        _ copies: SentCopies,
        _ notes: [String]
    ) -> String {
        let rows = entries.map { entry in
            let participant = entry.brief?.participant
            return [
                entry.name.printable,
                participant?.subject?.printable ?? "-",
                participant?.visit?.printable ?? "-",
                participant?.group?.printable ?? "-",
                entry.brief?.computedFrom == nil ? "-" : "computed",
                entry.standing.rawValue,
                entry.brief?.length.map(Quantity.length) ?? "-",
                Quantity.bytes(entry.brief?.bytes ?? 0),
                words(on: copies.copies(of: entry.name)),
            ]
        }
        let heading = [
            "session", "subject", "visit", "group", "made", "state", "length", "size", "sent to",
        ]
        // Leaves out optional columns that are empty in all rows.
        let shown = heading.indices.filter { column in
            ![1, 2, 3, 4, 8].contains(column) || rows.contains { $0[column] != "-" }
        }
        let widths = heading.indices.map { column in
            ([heading] + rows).map(\.[column].columns).max() ?? 0
        }
        var lines = rows.isEmpty ? [] : [heading] + rows
        lines = lines.map { row in
            shown.map { column in
                column == shown.last ? row[column] : row[column].padded(to: widths[column])
            }
        }
        let remarks = (entries.compactMap(\.problem) + notes).map { "  \($0.printable)" }
        let total = entries.reduce(Int64(0)) { $0.addingClamped($1.brief?.bytes ?? 0) }
        let end =
            "\(Quantity.count(entries.count, "session", "sessions")) in \(folder.printable), "
            + Quantity.bytes(total)
        return (lines.map { $0.joined(separator: "  ") } + remarks + [end])
            .joined(separator: "\n")
    }

    /// The list as JSON.
    private struct Listed: Encodable {
        var folder: String
        var sessions: [Line]

        struct Line: Encodable {
            var path: String
            var identifier: String?
            var participant: Participant?
            var computedFrom: String?
            var standing: SessionStanding
            var startDate: LocalDate?
            var endDate: LocalDate?
            var files: Int?
            var bytes: Int64
            var problem: String?
            /// Its copies; left out if it was sent nowhere.
            var sent: [SentCopy]?
        }

        init(_ entries: [SessionEntry], in folder: String, _ copies: SentCopies) {
            self.folder = folder
            sessions = entries.map { entry in
                let sent = copies.copies(of: entry.name)
                return Line(
                    path: "\(folder)/\(entry.name)",
                    identifier: entry.brief?.identifier,
                    participant: entry.brief?.participant,
                    computedFrom: entry.brief?.computedFrom,
                    standing: entry.standing,
                    startDate: entry.brief?.startDate,
                    endDate: entry.brief?.endDate,
                    files: entry.brief?.files,
                    bytes: entry.brief?.bytes ?? 0,
                    problem: entry.problem,
                    sent: sent.isEmpty ? nil : sent
                )
            }
        }
    }
}

extension Conversion<String> {
    /// A date in the form of manifests.
    fileprivate static var day: Self {
        Self { word throws(ConversionError) in
            guard word.count == 10, TimestampText.parse("\(word)T00:00:00.000Z") != nil else {
                throw ConversionError(
                    problem: "not a day",
                    remedy: "give for instance 2026-11-21"
                )
            }
            return word
        }
    }
}
