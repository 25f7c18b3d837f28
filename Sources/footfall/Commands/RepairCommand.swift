// `footfall repair`: its options and help; RepairCommand+Run.swift carries it out.

internal import Arguments

/// Makes truncated files valid documents again.
struct RepairCommand: Sendable, Equatable {
    var path: String
    var isJSON: Bool

    static let declaration = CommandDeclaration(
        name: "repair",
        summary: "repair damaged and unfinished files, and keep every complete record",
        discussion: """
            Keeps every complete record of a damaged or unfinished sample file, and closes the file as a whole \
            document. The original stays beside it, with the ending .torn. In a session folder, the command examines \
            every file, and closes a session whose run crashed.

            The status is 0 if everything is whole, or is now; 3 if damaged or incomplete records had to be left out; \
            1 if something cannot be repaired, such as a file that is missing or has changed since it was closed: take \
            it from a copy.
            """,
        operands: [OperandDeclaration(name: "PATH", summary: "the session folder or sample file")],
        options: [SharedOptions.json.declaration],
        examples: [
            "footfall repair Sessions/2026-11-21T101500Z_walk_1f6a03bc",
            "footfall repair lowBack_motion.json",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        path = arguments.operands[0]
        isJSON = arguments.contains(SharedOptions.json)
    }
}
