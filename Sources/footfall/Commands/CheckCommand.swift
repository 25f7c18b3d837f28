// `footfall check`: its options and help; CheckCommand+Run.swift carries it out.

internal import Arguments

/// Examines session folders and changes nothing.
struct CheckCommand: Sendable, Equatable {
    var places: [String]
    var isJSON: Bool

    static let declaration = CommandDeclaration(
        name: "check",
        summary:
            "check whether sessions are complete, how they ended, and which samples are missing",
        discussion: """
            Reads every file of a session folder, compares it with its checksum, and reports how the run ended, what \
            is damaged and where, and how many samples were lost. It changes nothing.

            The status is 0 if the session is complete, also for a task that was ended early, which a note says; 3 if \
            every file is whole but something that was requested is missing: samples, the data of a failed recorder, a \
            refused answer, the rest of a run that was cut short; 1 if something is damaged or missing. A session that \
            is still being recorded is checked as far as it is written: the status is 0, with a note.

            For each file it reports how good the recording is: rates, jitter, losses, gaps without a gap record, \
            duplicates, clipping, stillness and gravity, and whether it is good, usable or not usable. This does not \
            change the status.

            If a folder of sessions or several sessions are given, each is checked, the oldest first; the last line \
            counts them, and the status is the worst of all.
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
