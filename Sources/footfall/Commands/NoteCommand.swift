// `footfall note`: what somebody has found out since a session was recorded.

internal import Arguments
internal import PlainWords
internal import SessionFolder
internal import Timebase

/// Adds a note to a session.
struct NoteCommand: Sendable, Equatable {
    var session: String
    var text: String

    static let declaration = CommandDeclaration(
        name: "note",
        summary: "add a line to a session that is over, for whoever reads the data",
        discussion: """
            Keeps a line in the journal and the manifest of a session that is over, such as that a strap had \
            slipped. No byte of what was recorded changes, and footfall info and footfall check tell the line.

            While a session is being recorded, footfall mark makes a mark in it; what is known before is given by \
            --note of footfall record and footfall run.
            """,
        operands: [
            OperandDeclaration(name: "SESSION", summary: "the session folder"),
            OperandDeclaration(name: "TEXT", summary: "the line"),
        ],
        options: [],
        examples: [
            "footfall note Sessions/2026-11-21T101500Z_walk_1f6a03bc 'the left strap had slipped'"
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        (session, text) = (arguments.operands[0], arguments.operands[1])
    }
}

extension NoteCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let now = LiveTimekeeper().reading().realtime
        try SessionNote.add(text, to: session, at: now) { surroundings.console.complain($0) }
        surroundings.console.print("noted in \(session.printable)")
        return .good
    }
}
