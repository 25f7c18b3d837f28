// The work of a station: the same commands as at a terminal, with the options from the settings file.

internal import Arguments
internal import SessionRuns
internal import StandardRecorders
internal import Station
internal import SystemCalls

/// A recording or a task without a user at a screen.
enum StationWork: Sendable {
    case record(RecordCommand)
    case run(RunCommand)

    /// Reads the options of the settings as those of a command line.
    ///
    /// - Throws: All options that are wrong by themselves; if there are none, how the options do not fit together.
    init(_ settings: StationSettings) throws(StationRefusal) {
        let work = settings.work
        let names = Self.names(of: work)
        let options = StationOptions(of: settings)
        guard options.faults.isEmpty else {
            throw StationRefusal(options.faults.map { names.replacingOptions(in: "\($0)") })
        }
        var arguments = options.arguments
        // A station shows no progress.
        arguments.words[SharedOptions.quiet.declaration.name] = []
        do throws(UsageError) {
            switch work {
            case .record: self = .record(try Self.record(arguments))
            case .run:
                arguments.words[RunCommand.autoFlag.declaration.name] = []
                self = .run(try RunCommand(arguments))
            }
        } catch {
            throw StationRefusal(error.lines.map(names.replacingOptions(in:)))
        }
    }

    private static func record(_ arguments: ParsedArguments) throws(UsageError) -> RecordCommand {
        var command = try RecordCommand(arguments)
        command.requiredStarts = StationStarts(of: command.options.deviceNames).required
        if case .session? = command.options.source {
            throw UsageError(
                place: "--source",
                problem: "a station records, and replays nothing",
                remedy: "leave it out, or use footfall record"
            )
        }
        return command
    }

    /// The options of the command that does the work at a terminal.
    static func options(of work: StationSettings.Work) -> [OptionDeclaration] {
        switch work {
        case .record: RecordCommand.declaration.options
        case .run:
            // A station replays no session, so a message about `source` may not advise it.
            RunCommand.declaration.options.map { option in
                let live = RunCommand.liveSourceOption.declaration
                return option.name == live.name ? live : option
            }
        }
    }

    private static let printingOptions = [
        SharedOptions.json.declaration.name, SharedOptions.quiet.declaration.name,
    ]

    /// The options of a run that need somebody at a screen.
    private static let optionsOfScreens: [String] =
        [
            RunCommand.hostOption.declaration, RunCommand.plainFlag.declaration,
            RunCommand.idleOption.declaration, RunCommand.continueOption.declaration,
        ].map(\.name) + BrowserPlace.options.map(\.name)

    /// Why a station refuses an option, and what to do instead; `nil` if it takes the option.
    ///
    /// The reason continues "a station, which …".
    static func refusal(
        of option: String,
        in work: StationSettings.Work
    ) -> (reason: String, remedy: String)? {
        if printingOptions.contains(option) {
            return ("prints nothing but where its sessions are", "leave it out")
        }
        switch work {
        case .record:
            switch option {
            case KeyOptions.startKeyOption.declaration.name,
                KeyOptions.stopKeyOption.declaration.name:
                return (
                    "begins and ends by its own button", "name the key as `button` of the settings"
                )
            case SensorOptions.listRatesFlag.declaration.name:
                return ("lists nothing", "leave it out, or use footfall record")
            default: return nil
            }
        case .run:
            if option == RunCommand.replayOption.declaration.name {
                return ("records, and replays nothing", "leave it out, or use footfall run")
            }
            guard optionsOfScreens.contains(option) else { return nil }
            return (
                "has no screen, and goes on by itself with a run that was killed", "leave it out"
            )
        }
    }

    /// The keys of the settings, for a work's messages, which name options.
    private static func names(of work: StationSettings.Work) -> SettingNames {
        let options = Self.options(of: work).map(\.name)
        return SettingNames(of: work, options: options.filter { refusal(of: $0, in: work) == nil })
    }

    /// The keys of the settings, for the work's messages, which name options.
    var names: SettingNames {
        switch self {
        case .record: Self.names(of: .record)
        case .run: Self.names(of: .run)
        }
    }

    /// The fault of a task file that is not there.
    static func missingTask(_ path: String) -> StationSettingsFault {
        StationSettingsFault(
            "run.task",
            "is '\(path)', and there is no such file",
            remedy: "name the task file, or put it there"
        )
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
            // Checked each time, because what holds the file may be mounted after the station has started. Any other
            // fault of the file, such as a missing permission, is reported by the run.
            do throws(SystemError) {
                _ = try OpenFile.openPlain(command.task.path)
            } catch {
                if error.errno == .notFound { throw Self.missingTask(command.task.path) }
            }
            command.goesOnWithLatest = takesUp
            return try await command.run(in: surroundings)
        }
    }
}

/// What is wrong with a station's settings, one line for each fault.
struct StationRefusal: Error, CustomStringConvertible {
    let lines: [String]

    init(_ lines: [String]) { self.lines = lines }

    var description: String { lines.joined(separator: "\n") }
}
