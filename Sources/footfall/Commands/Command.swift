// What every command is to the program: made from its arguments, then run once.

internal import Arguments
internal import SystemCalls

/// A command, ready to run.
protocol Command: Sendable {
    /// Takes what was given on the command line.
    init(_ arguments: ParsedArguments) throws(UsageError)

    /// Does the work; an error that it throws is told in one line, and the status is 1.
    @MainActor
    func run(in surroundings: Surroundings) async throws -> ExitStatus
}

/// What a command works with.
struct Surroundings: Sendable {
    let console: Console
    let stopRequests: StopRequests

    /// Surroundings with these signals of Ctrl-C and its kin.
    init(console: Console, signals: AsyncStream<StopSignalKind>) {
        self.console = console
        stopRequests = StopRequests(signals, console)
    }
}
