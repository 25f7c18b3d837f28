// How much a command says, and to whom.

internal import Arguments

/// How a command tells what it did.
enum ReportStyle: Sendable, Equatable {
    /// To a person: progress, and a summary.
    case person
    /// To a script: the path of what was made, alone.
    case pathOnly
    /// To a program: one JSON object.
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
