// `footfall note`: adds a note to a session after its recording.

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
        summary: "add a note to a finished session, for readers of the data",
        discussion: """
            Adds a note of one line to the journal and the manifest of a finished session, for instance that a strap \
            had slipped. The recorded data do not change; `footfall info` and `footfall check` show the note.

            While a session is being recorded, `footfall mark` makes a mark in it. For notes before a recording, use \
            --note of `footfall record` and `footfall run`.
            """,
        operands: [
            OperandDeclaration(name: "SESSION", summary: "the session folder"),
            OperandDeclaration(name: "TEXT", summary: "the note, one line"),
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
