// How much a command prints, and for whom.

internal import Arguments

/// How a command reports its results.
enum ReportStyle: Sendable, Equatable {
    /// For a user: progress and a summary.
    case person
    /// For a script: only the path of the result.
    case pathOnly
    /// For a program: one JSON object.
    case json

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let isQuiet = arguments.contains(SharedOptions.quiet)
        let isJSON = arguments.contains(SharedOptions.json)
        guard !isQuiet || !isJSON else {
            throw UsageError(
                place: "--quiet",
                problem: "with --json nothing else is printed anyway",
                remedy: "give one of the two"
            )
        }
        self = isJSON ? .json : isQuiet ? .pathOnly : .person
    }
}
