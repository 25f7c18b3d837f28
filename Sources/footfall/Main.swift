// The entry point: reads the command line, runs the command and returns the exit status.

internal import Arguments
internal import Broker
internal import SessionRuns
internal import StandardRecorders
internal import SystemCalls
internal import WebServer

@main
@MainActor
enum Main {
    static func main() async {
        // Data from the network is read in sandboxed children, which run this same program. Such a child does its work
        // in this call, and never returns from it.
        SandboxedChild.runIfAsked(
            StandardSources.services + [BrokerService.service, WebService.service]
        )
        Environment.fillStandardStreams()
        SignalWatch.seeWritesFail()
        let console = Console()
        var status = await run(Array(Environment.arguments.dropFirst()), console)
        // A user or script that did not get the whole output must see this from the exit status.
        if console.hasLostOutput, status != .usage { status = .failed }
        Environment.exit(status.rawValue)
    }

    /// Makes the Swift runtime open the descriptors that it needs for waiting, before the process may run out of them.
    private static func openWhatWaitingTakes() async {
        // If the boot clock shows centuries, these waits would last for centuries, so they are left out: nothing is
        // recorded with such a clock, and commands that only read need no descriptors for waiting.
        guard SystemClock.boottime.nanoseconds < 4_600_000_000_000_000_000 else { return }
        try? await Task.sleep(for: .nanoseconds(1), clock: .continuous)
        try? await Task.sleep(for: .nanoseconds(1), clock: .suspending)
    }

    private static func run(_ words: [String], _ console: Console) async -> ExitStatus {
        if words.count == 2, words[0] == CommandFiles.word {
            return writePages(to: words[1], console)
        }
        do throws(UsageError) {
            switch try ArgumentParser(program: Program.declaration).parse(words) {
            case .show(let text):
                console.write(text)
                return .good
            case .run(let arguments):
                return await run(try command(arguments), console)
            }
        } catch {
            for line in error.lines { console.complain(line) }
            return .usage
        }
    }

    /// Writes the files that a package contains in addition to the command.
    private static func writePages(to folder: String, _ console: Console) -> ExitStatus {
        do throws(SystemError) {
            try CommandFiles.write(to: folder)
            return .good
        } catch {
            console.complain("\(error); name a folder that may be written to")
            return .failed
        }
    }

    /// Makes the command that the arguments name.
    static func command(_ arguments: ParsedArguments) throws(UsageError) -> any Command {
        let named = Program.commands.first { $0.declaration.name == arguments.command }
        guard let named else {
            throw UsageError(
                place: arguments.command,
                problem: "there is no such command",
                remedy: "call footfall --help for a list of them"
            )
        }
        return try named.init(arguments)
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
