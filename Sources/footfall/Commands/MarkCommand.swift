// `footfall mark`: what it takes, and does.

internal import Arguments
internal import PlainWords
internal import SessionRuns
internal import TaskSession

/// Makes a mark in a session that is being recorded.
struct MarkCommand: Sendable, Equatable {
    var session: String
    var name: String

    static let declaration = CommandDeclaration(
        name: "mark",
        summary: "make a mark in what another shell records",
        discussion: """
            Puts a mark with a name into every file of a session that `footfall record` or \
            `footfall run` is writing on this machine, at the instant at which the command is given. \
            It is for the user who records, and for root.

            The status is 0 if a file has taken the mark; 1 if none has, or nobody records the session.
            """,
        operands: [
            OperandDeclaration(
                name: "SESSION",
                summary: "the session folder that is being written"
            ),
            OperandDeclaration(name: "NAME", summary: "what the mark is called"),
        ],
        options: [],
        examples: ["footfall mark Sessions/2026-11-21T101500Z_walk_1f6a03bc turn"]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        (session, name) = (arguments.operands[0], arguments.operands[1])
    }
}

extension MarkCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let files = try RemoteMark.make(name, in: session)
        guard files > 0 else {
            throw RunFailure(
                "\(session.printable): no file of it takes the mark '\(name.printable)' just now; make it while "
                    + "a recorder runs"
            )
        }
        surroundings.console.print(
            "marked '\(name.printable)' in \(Quantity.count(files, "file", "files"))"
        )
        return .good
    }
}
