// The composition root: reads the command line, runs the command, tells the shell how it went.

internal import Arguments
internal import SessionRuns
internal import StandardRecorders
internal import SystemCalls
internal import WebServer

@main
@MainActor
enum Main {
    static func main() async {
        // A child that reads what a network sends is this program again, and does nothing else.
        SandboxedChild.runIfAsked(StandardSources.services + [WebService.service])
        Environment.fillStandardStreams()
        SignalWatch.seeWritesFail()
        let console = Console()
        var status = await run(Array(Environment.arguments.dropFirst()), console)
        // Whoever wanted the answer has not got it.
        if console.hasLostOutput, status != .usage { status = .failed }
        Environment.exit(status.rawValue)
    }

    /// Has the runtime open what it waits by, before somebody else opens the last file that may be open.
    private static func openWhatWaitingTakes() async {
        // Where something shows it a clock that has run for centuries, it waits as long. Nothing is
        // recorded by such a clock, and what only reads has no need to wait.
        guard SystemClock.boottime.nanoseconds < 4_600_000_000_000_000_000 else { return }
        try? await Task.sleep(for: .nanoseconds(1), clock: .continuous)
        try? await Task.sleep(for: .nanoseconds(1), clock: .suspending)
    }

    private static func run(_ words: [String], _ console: Console) async -> ExitStatus {
        do throws(UsageError) {
            switch try ArgumentParser(program: Program.declaration).parse(words) {
            case .show(let text):
                console.write(text)
                return .good
            case .run(let arguments):
                return await run(try command(arguments), console)
            }
        } catch {
            console.complain(error.description)
            return .usage
        }
    }

    /// The command that is named, with its arguments.
    static func command(_ arguments: ParsedArguments) throws(UsageError) -> any Command {
        switch arguments.command {
        case "record": try RecordCommand(arguments)
        case "devices": try DevicesCommand(arguments)
        case "setup": try SetupCommand(arguments)
        case "replay": try ReplayCommand(arguments)
        case "mark": try MarkCommand(arguments)
        case "list": try ListCommand(arguments)
        case "info": try InfoCommand(arguments)
        case "note": try NoteCommand(arguments)
        case "amend": try AmendCommand(arguments)
        case "delete": try DeleteCommand(arguments)
        case "import": try ImportCommand(arguments)
        case "export": try ExportCommand(arguments)
        case "check": try CheckCommand(arguments)
        case "repair": try RepairCommand(arguments)
        case "run": try RunCommand(arguments)
        case "serve": try ServeCommand(arguments)
        case "validate": try ValidateCommand(arguments)
        case "schema": try SchemaCommand(arguments)
        default: try BenchCommand(arguments)
        }
    }

    private static func run(_ command: any Command, _ console: Console) async -> ExitStatus {
        do {
            try ProcessRoom.require(files: 18, threads: 15, bytes: 64 << 20)
            let signals = try SignalWatch.begin()
            await openWhatWaitingTakes()
            let surroundings = Surroundings(console: console, signals: signals)
            return try await command.run(in: surroundings)
        } catch {
            console.complain("\(error)")
            return (error as? RunFailure)?.isEarlyEnd == true ? .endedEarly : .failed
        }
    }
}
