// `footfall replay`: its options and help; ReplayCommand+Run.swift carries it out.

internal import Arguments
internal import SessionRuns
internal import StandardRecorders

/// Plays a recorded session through the recorder again.
struct ReplayCommand: Sendable, Equatable {
    var session: String
    var placements: [String]
    var speed: Speed
    var output: String
    var report: ReportStyle

    static let declaration = CommandDeclaration(
        name: "replay",
        summary: "record the samples of a session again, with their original times",
        discussion: """
            Records the samples of a session folder again, with the clock, the start date and the time zone of the \
            original recording, and with the same marks and gaps. The same session gives the same bytes, at any speed.
            """,
        operands: [OperandDeclaration(name: "SESSION", summary: "the session folder to replay")],
        options: [
            SourceOptions.placement.declaration.saying(
                "only the sensors with this placement; may be given again; all if not given"
            ), SourceOptions.speed.declaration,
            SharedOptions.output.declaration, SharedOptions.json.declaration,
            SharedOptions.quiet.declaration,
        ],
        examples: ["footfall replay Sessions/2026-11-21T101500Z_walk_1f6a03bc --speed max"]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        session = arguments.operands[0]
        placements = try arguments.values(of: SourceOptions.placement)
        speed = try arguments.value(of: SourceOptions.speed) ?? .times(1)
        output = try arguments.value(of: SharedOptions.output) ?? SharedOptions.defaultOutput
        report = try ReportStyle(arguments)
    }
}
