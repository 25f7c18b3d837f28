// `footfall check`: what it takes. What it does is in CheckCommand+Run.swift.

internal import Arguments

/// Examines a session folder and changes nothing.
struct CheckCommand: Sendable, Equatable {
    var places: [String]
    var isJSON: Bool

    static let declaration = CommandDeclaration(
        name: "check",
        summary: "say whether sessions are whole, how they ended and what they lost",
        discussion: """
            Reads every file of a session folder, compares it with its checksum, and says how the \
            run ended, what is damaged and where, and how many samples were lost. Nothing is \
            changed.

            The status is 0 if all is there, also of a task that was ended early, which is noted; 3 if \
            every file is whole but samples are missing, or something else that was asked for: what a \
            failed recorder would have given, a refused answer, the rest of a run that was cut short; \
            1 if something is damaged or missing. What is there of a run that is still writing is \
            judged as it lies: the status is 0, with a note.

            Of each file it says how good the recording is: rates, jitter, losses, gaps that no record \
            tells, duplicates, clipping, stillness and gravity, and whether it is good, usable or not usable. \
            This does not change the status.

            Of a folder of sessions, and of several, each is checked, the oldest first; the last line \
            counts them, and the status is the worst.
            """,
        operands: [
            OperandDeclaration(
                name: "SESSION",
                summary: "the session folder to check, or a folder of sessions",
                repeats: true
            )
        ],
        options: [SharedOptions.json.declaration],
        examples: [
            "footfall check Sessions/2026-11-21T101500Z_walk_1f6a03bc",
            "footfall check Sessions",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        places = arguments.operands
        isJSON = arguments.contains(SharedOptions.json)
    }
}
