// Carries out `footfall station`: reads its settings and starts a `StationService`.

internal import Arguments
internal import EvdevSource
internal import Outbox
internal import PlainWords
internal import SessionRuns
internal import Station
internal import SystemCalls

extension StationCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let voice = StationVoice()
        let plan: StationPlan
        do {
            plan = try self.plan()
        } catch {
            voice.say(.error, "\(error)")
            // Another start would not fix the settings; the systemd unit does not restart after this status.
            return .usage
        }
        let service = try StationService(plan, voice, surroundings.stopRequests)
        return await service.run()
    }

    /// Reads the settings and makes the plan.
    ///
    /// An option of the command line takes precedence over the settings and over systemd's folders.
    ///
    /// - Returns: All that a station needs.
    /// - Throws: What is wrong with the settings, and where.
    func plan() throws -> StationPlan {
        let bytes: [UInt8]
        do {
            // A settings file is short; a larger file is not one.
            bytes = try OpenFile.openPlain(settings).readAll(limit: 1 << 20)
        } catch {
            throw RunFailure("\(error); name the settings file of the station".printable)
        }
        do {
            let settings = try StationSettings(json: bytes)
            let work = try Self.work(settings)
            try settings.button.map { try Self.requireKey($0.key) }
            return StationPlan(
                settings: settings,
                work: work,
                keepFree: try keepFree ?? settings.keepFree.map(Self.bytes)
                    ?? DiskRoom.usualLimit,
                statusFile: status
                    ?? Self.directory("RUNTIME_DIRECTORY").map { "\($0)/status.json" },
                memory: memory ?? Self.directory("STATE_DIRECTORY")
                    ?? FileSystem.parent(of: self.settings) ?? "."
            )
        } catch {
            throw RunFailure("\(settings): \(error)".printable)
        }
    }

    private static func work(_ settings: StationSettings) throws -> StationWork {
        let work: StationWork
        do throws(UsageError) {
            work = try StationWork(settings)
        } catch {
            throw RunFailure(StationWork.words(of: error, in: settings))
        }
        if case .run(let command) = work { try requireTask(command.task.path) }
        return work
    }

    /// Throws for a task file that is missing among the other files of its folder.
    ///
    /// If the folder is missing or empty, a stick with the file may not be mounted yet.
    private static func requireTask(_ path: String) throws(StationSettingsFault) {
        guard let folder = FileSystem.parent(of: path),
            let names = try? FileSystem.list(folder),
            !names.isEmpty, !names.contains(FileSystem.name(of: path))
        else { return }
        throw StationSettingsFault(
            "run.task",
            "is '\(path)', and there is no such file",
            remedy: "name the task file, or put it there"
        )
    }

    /// Throws for a key name that the kernel does not have, because the station would wait for it forever.
    private static func requireKey(_ name: String) throws {
        do throws(EvdevError) {
            _ = try KeyNames.code(of: name)
        } catch {
            throw StationSettingsFault(
                "button.key",
                "is '\(name)', and the kernel has no such key",
                remedy: error.remedy ?? "give it as the kernel names it, as in KEY_F13"
            )
        }
    }

    private static func bytes(_ text: String) throws -> Int64 {
        do throws(SendRuleError) {
            return try KeepRule.free(text)
        } catch {
            throw StationSettingsFault(
                "keepFree",
                "is '\(text)', and \(error.problem)",
                remedy: error.remedy
            )
        }
    }

    /// Returns the folder, or the first of several, that systemd has made for the service; `nil` if there is none.
    private static func directory(_ variable: String) -> String? {
        Environment.variable(variable)?.split(separator: ":").first.map(String.init)
    }
}

/// What a station does, and where it reports its state.
struct StationPlan: Sendable {
    var settings: StationSettings
    var work: StationWork
    /// How many bytes of the disk must be free before a recording begins.
    var keepFree: Int64
    /// The path of the status file; `nil` for none.
    var statusFile: String?
    /// The folder of `StationMemory`: whether a recording is wanted, and the former state of the LED.
    var memory: String
}
