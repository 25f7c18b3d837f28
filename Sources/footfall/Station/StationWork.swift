// The work of a station: the same commands as at a terminal, with the options from the settings file.

internal import Arguments
internal import PlainWords
internal import SessionRuns
internal import StandardRecorders
internal import Station

/// A recording or a task without a user at a screen.
enum StationWork: Sendable {
    case record(RecordCommand)
    case run(RunCommand)

    /// Parses the words of the settings like a command line.
    ///
    /// - Throws: `UsageError` with the invalid option.
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
        // A station shows no progress.
        arguments.words[SharedOptions.quiet.declaration.name] = []
        switch settings.work {
        case .record: self = .record(try Self.record(arguments))
        case .run: self = .run(try Self.run(arguments))
        }
    }

    private static func record(_ arguments: ParsedArguments) throws(UsageError) -> RecordCommand {
        var command = try RecordCommand(arguments)
        command.requiredStarts = StationStarts(of: command.options.deviceNames).required
        let keys = command.options.keys
        guard keys.start == nil, keys.stop == nil else {
            throw UsageError(
                place: keys.start == nil ? "--stop-key" : "--start-key",
                problem: "a station begins and ends by its own button",
                remedy: "name the key as `button` of the settings"
            )
        }
        switch command.options.source {
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

    /// The options of a run that a station refuses.
    private static let optionsOfScreens: [OptionDeclaration] =
        [
            RunCommand.hostOption.declaration, RunCommand.plainFlag.declaration,
            RunCommand.idleOption.declaration, RunCommand.continueOption.declaration,
            RunCommand.replayOption.declaration,
        ] + BrowserPlace.options

    private static func run(_ given: ParsedArguments) throws(UsageError) -> RunCommand {
        var arguments = given
        try arguments.refuse(
            optionsOfScreens,
            "a station has no screen, and goes on by itself with a run that was killed",
            "leave it out"
        )
        arguments.words[RunCommand.autoFlag.declaration.name] = []
        return try RunCommand(arguments)
    }

    /// The keys of the settings, for the work's messages, which name options.
    var names: SettingNames {
        switch self {
        case .record:
            return SettingNames(of: .record, options: Self.options(of: .record))
        case .run:
            let refused = Set(Self.optionsOfScreens.map(\.name))
            let options = Self.options(of: .run).filter { !refused.contains($0) }
            return SettingNames(of: .run, options: options)
        }
    }

    private static func options(of work: StationSettings.Work) -> [String] {
        switch work {
        case .record: RecordCommand.declaration.options.map(\.name)
        case .run: RunCommand.declaration.options.map(\.name)
        }
    }

    /// Says what is wrong with the options of settings, and names their keys.
    static func words(of error: UsageError, in settings: StationSettings) -> String {
        let given = settings.words.prefix { $0 != "--" }.map { word in
            String(word.dropFirst(2).prefix { $0 != "=" })
        }
        let names = SettingNames(of: settings.work, options: options(of: settings.work) + given)
        return error.lines.map(names.replacingOptions(in:)).joined(separator: "; ")
    }

    /// What the user should know about it when the station starts; `nil` if there is nothing.
    var note: String? {
        switch self {
        case .record(let command):
            StationStarts(of: command.options.deviceNames).note
                .map(names.replacingOptions(in:))
        case .run: nil
        }
    }

    /// The folder of its sessions.
    var output: String {
        switch self {
        case .record(let command): command.output
        case .run(let command): command.output
        }
    }

    /// Carries out the work once.
    ///
    /// - Parameters:
    ///   - surroundings: The console, the signals and the observer of the recording.
    ///   - takesUp: Whether to resume the latest crashed run of the task, if there is one.
    /// - Returns: The exit status of the command.
    /// - Throws: Why the work could not begin.
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
                // A run that cannot be resumed is reported; the station then begins a new one.
                surroundings.console.complain("\(error)")
                command.goesOnWithLatest = false
                return try await command.run(in: surroundings)
            }
        }
    }
}
