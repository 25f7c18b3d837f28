// The interface of all commands: the program makes a command from its arguments and runs it once.

internal import Arguments
internal import SystemCalls

/// A command, ready to run.
protocol Command: Sendable {
    /// Its name, operands, options and help.
    static var declaration: CommandDeclaration { get }

    /// Reads the arguments of the command line.
    init(_ arguments: ParsedArguments) throws(UsageError)

    /// Does the work and returns the exit status.
    ///
    /// If this throws, the program prints the error in one line and exits with status 1, or with 4 if the error says
    /// that a task was ended early.
    @MainActor
    func run(in surroundings: Surroundings) async throws -> ExitStatus
}

/// The environment of a command.
struct Surroundings: Sendable {
    let console: Console
    let stopRequests: StopRequests
    /// A further observer of the recording, besides the terminal and life signs.
    var follower: (any RunFollower)?

    /// Makes surroundings with a console and a stream of stop signals, such as Ctrl-C.
    ///
    /// - Parameters:
    ///   - console: The console for output and messages.
    ///   - signals: The signals.
    ///   - mayEnd: Returns whether a signal may end the program, see `StopRequests`.
    init(
        console: Console,
        signals: AsyncStream<StopSignalKind>,
        mayEnd: @escaping @Sendable () -> Bool = { true }
    ) {
        self.console = console
        stopRequests = StopRequests(signals, console, mayEnd: mayEnd)
    }
}
