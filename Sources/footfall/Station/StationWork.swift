// What a station carries out: the very commands that do it at a terminal, with the words of the settings file.

internal import Arguments
internal import PlainWords
internal import SessionRuns
internal import StandardRecorders
internal import Station

/// A recording, or a task, that nobody is at a screen for.
enum StationWork: Sendable {
    case record(RecordCommand)
    case run(RunCommand)

    /// Reads the words of settings by the parser of the command line.
    ///
    /// - Throws: `UsageError` with the option that cannot be followed.
    init(_ settings: StationSettings) throws(UsageError) {
        let parser = ArgumentParser(program: Program.declaration)
        guard case .run(var arguments) = try parser.parse([settings.work.rawValue] + settings.words)
        else {
            throw UsageError(
                place: "--help",
                problem: "a station shows no help",
                remedy: "leave it out"
            )
        }
        try arguments.refuse(
            [SharedOptions.json.declaration, SharedOptions.quiet.declaration],
            "a station prints nothing but where its sessions are",
            "leave it out"
        )
        // Nobody is there to read progress.
        arguments.words[SharedOptions.quiet.declaration.name] = []
        switch settings.work {
        case .record: self = .record(try Self.record(arguments))
        case .run: self = .run(try Self.run(arguments))
        }
    }

    private static func record(_ arguments: ParsedArguments) throws(UsageError) -> RecordCommand {
        let command = try RecordCommand(arguments)
        let keys = command.wish.keys
        guard keys.start == nil, keys.stop == nil else {
            throw UsageError(
                place: keys.start == nil ? "--stop-key" : "--start-key",
                problem: "a station begins and ends by its own button",
                remedy: "name the key as `button` of the settings"
            )
        }
        switch command.wish.source {
        case .session?:
            throw UsageError(
                place: "--source",
                problem: "a station records, and replays nothing",
                remedy: "leave it out, or use footfall record"
            )
        case .sensors(let sensors)? where sensors.listsRates:
            throw UsageError(
                place: "--list-rates",
                problem: "a station lists nothing",
                remedy: "leave it out, or use footfall record"
            )
        case .sensors?, .syntheticWalk?, nil: return command
        }
    }

    private static func run(_ given: ParsedArguments) throws(UsageError) -> RunCommand {
        var arguments = given
        try arguments.refuse(
            [
                RunCommand.hostOption.declaration, RunCommand.plainFlag.declaration,
                RunCommand.idleOption.declaration, RunCommand.continueOption.declaration,
                RunCommand.replayOption.declaration,
            ] + BrowserPlace.options,
            "a station has no screen, and goes on by itself with a run that was killed",
            "leave it out"
        )
        arguments.words[RunCommand.autoFlag.declaration.name] = []
        return try RunCommand(arguments)
    }

    /// The folder that its sessions are put in.
    var output: String {
        switch self {
        case .record(let command): command.output
        case .run(let command): command.output
        }
    }

    /// Carries it out.
    ///
    /// - Parameters:
    ///   - surroundings: Where it is told how it goes, and who follows it.
    ///   - takesUp: Whether the run of a task that was killed is gone on with.
    /// - Returns: How it went.
    /// - Throws: What kept it from beginning.
    @MainActor
    func carryOut(in surroundings: Surroundings, takingUp takesUp: Bool) async throws -> ExitStatus
    {
        switch self {
        case .record(let command):
            return try await command.run(in: surroundings)
        case .run(var command):
            command.goesOnWithLatest = takesUp
            do {
                return try await command.run(in: surroundings)
            } catch  where takesUp && surroundings.follower?.hasBegun != true {
                // What cannot be gone on with is told, and no reason to record nothing.
                surroundings.console.complain("\(error)")
                command.goesOnWithLatest = false
                return try await command.run(in: surroundings)
            }
        }
    }
}
