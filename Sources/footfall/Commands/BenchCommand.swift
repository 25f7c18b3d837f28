// `footfall bench`: its options and help; BenchCommand+Run.swift carries it out.

internal import Arguments

/// Measures what this machine can record.
struct BenchCommand: Sendable, Equatable {
    var duration: Duration
    var isJSON: Bool

    static let durationOption = Option(
        "duration",
        taking: "S",
        as: .duration,
        "the length of the synthetic walk that is recorded; 10m if not given"
    )

    static let declaration = CommandDeclaration(
        name: "bench",
        summary: "measure how fast this machine records and reads back",
        discussion: """
            Records a synthetic walk at full speed through the real recorder to a temporary folder, \
            reads it back, and prints samples and bytes a second. `make bench` \
            compares these rates with other libraries and with thresholds.
            """,
        options: [durationOption.declaration, SharedOptions.json.declaration],
        examples: ["footfall bench"]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        duration = try arguments.value(of: Self.durationOption) ?? .seconds(600)
        isJSON = arguments.contains(SharedOptions.json)
    }
}
