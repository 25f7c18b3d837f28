// What every command is to the program: made from its arguments, then run once.

internal import Arguments
internal import SystemCalls

/// A command, ready to run.
protocol Command: Sendable {
    /// What it is called, what it takes, and its help.
    static var declaration: CommandDeclaration { get }

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
    /// Who follows what is recorded, besides the terminal and life signs.
    var follower: (any RunFollower)?

    /// Surroundings with these signals of Ctrl-C and its kin.
    ///
    /// - Parameters:
    ///   - console: Where words go.
    ///   - signals: The signals.
    ///   - mayEnd: Answers whether a signal may end the program, see `StopRequests`.
    init(
        console: Console,
        signals: AsyncStream<StopSignalKind>,
        mayEnd: @escaping @Sendable () -> Bool = { true }
    ) {
        self.console = console
        stopRequests = StopRequests(signals, console, mayEnd: mayEnd)
    }
}
