// `footfall align`: finds the offsets between the clocks of the boards that recorded several sessions.

internal import Arguments
internal import SessionAlignment
internal import SessionFolder

/// Prints the clock offset and its error for each pair of sessions.
struct AlignCommand: Sendable, Equatable {
    var sessions: [String]
    var request: AlignmentReport.Request
    var isJSON: Bool

    private static let shakeFlag = Flag(
        "shake",
        "look for shakes in the signals of the accelerometers: for this, hold all sensors together and shake them for "
            + "some seconds, between times of rest"
    )
    private static let searchOption = Option(
        "search",
        taking: "S",
        as: .positiveNumber(within: 0.1...600, example: "30"),
        "with --shake: by how many seconds the machines' times of day may differ if there are neither clock readings "
            + "nor marks; 30 if not given"
    )
    private static let toOption = Option(
        "to",
        taking: "SESSION",
        as: .text,
        "show only the pairs with this session, which is the first of each pair"
    )

    static let declaration = CommandDeclaration(
        name: "align",
        summary:
            "compute the offsets between the clocks of several sessions' boards, with their errors",
        discussion: """
            Prints for each pair of sessions the offset to add to the second one's uptime to get the first one's, with \
            an error that holds in 95 of 100 cases, at the start, the middle and the end of the time that both \
            recorded. It uses clock readings of chrony, or of another program that sets the clocks; marks over the \
            network that both boards received; and with --shake the movements that both sensors measured. It weights \
            each by its error, and reports contradictions.

            If nothing is known about a pair, or a session cannot be read, the command prints the reason, and the exit \
            status is 1. It changes no session.
            """,
        operands: [
            OperandDeclaration(
                name: "SESSION",
                summary: "the session folders, at least two",
                repeats: true
            )
        ],
        options: [
            shakeFlag.declaration, searchOption.declaration, toOption.declaration,
            SharedOptions.json.declaration,
        ],
        examples: [
            "footfall align Sessions/left Sessions/right",
            "footfall align --shake --to Sessions/back Sessions/*",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        sessions = arguments.operands
        isJSON = arguments.contains(SharedOptions.json)
        request = AlignmentReport.Request()
        request.readsShakes = arguments.contains(Self.shakeFlag)
        if let search = try arguments.value(of: Self.searchOption) {
            guard request.readsShakes else {
                throw UsageError(
                    place: "--search",
                    problem: "it is used only with --shake",
                    remedy: "add --shake, or leave it out"
                )
            }
            request.searchInSeconds = search
        }
        let reference = try arguments.value(of: Self.toOption)
        if let reference, !sessions.contains(where: { Self.isSame($0, reference) }) {
            sessions.insert(reference, at: 0)
        }
        request.reference = reference.flatMap { reference in
            sessions.firstIndex { Self.isSame($0, reference) }
        }
        guard 2...AlignmentReport.mostSessions ~= sessions.count else {
            throw UsageError(
                place: "SESSION",
                problem: sessions.count < 2
                    ? "there is one session" : "there are too many sessions",
                remedy: "name two sessions or more, up to \(AlignmentReport.mostSessions)"
            )
        }
    }

    /// Whether two paths are the same text, apart from slashes at the end, which shells add.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        func plain(_ path: String) -> Substring {
            var path = path[...]
            while path.count > 1, path.last == "/" { path.removeLast() }
            return path
        }
        return plain(one) == plain(other)
    }
}

extension AlignCommand: Command {
    private static let stopped = "stopped before all sessions were read; there is no result"

    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let report = try surroundings.stopRequests.withNothingToKeep(Self.stopped) {
            try AlignmentReport(of: sessions, request)
        }
        if isJSON {
            let software = (Program.software.name, Program.software.version)
            let document = AlignmentDocument(of: report, by: software)
            surroundings.console.print(try JSONText.line(of: document.json))
        } else {
            surroundings.console.print(AlignmentText.lines(of: report).joined(separator: "\n"))
        }
        let isWhole = report.unread.isEmpty && report.pairs.allSatisfy { !$0.points.isEmpty }
        return isWhole ? .good : .failed
    }
}
