// Carries out `footfall station`: reads its settings and starts a `StationService`.

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
        do throws(StationRefusal) {
            plan = try self.plan()
        } catch {
            for line in error.lines { voice.say(.error, line) }
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
    /// - Throws: All that is wrong with the settings, and where.
    func plan() throws(StationRefusal) -> StationPlan {
        let bytes: [UInt8]
        do {
            // A settings file is short; a larger file is not one.
            bytes = try OpenFile.openPlain(settings).readAll(limit: 1 << 20)
        } catch {
            throw StationRefusal(["\(error); name the settings file of the station".printable])
        }
        let (draft, faults) = StationSettings.read(json: bytes)
        var problems = faults.map(\.description)
        var known: StationWork?
        var limit: Int64?
        if let draft {
            do throws(StationRefusal) {
                let work = try StationWork(draft)
                known = work
                if let fault = Self.taskFault(of: work) { problems.append("\(fault)") }
            } catch {
                problems += error.lines
            }
            if let fault = draft.button.flatMap(Self.keyFault) { problems.append("\(fault)") }
            do throws(StationSettingsFault) {
                if let size = draft.keepFree { limit = try Self.bytes(size) }
            } catch {
                problems.append("\(error)")
            }
        }
        guard let read = draft, let work = known, problems.isEmpty else {
            throw StationRefusal(problems.map { "\(settings): \($0)".printable })
        }
        return StationPlan(
            settings: read,
            work: work,
            keepFree: keepFree ?? limit ?? DiskRoom.usualLimit,
            statusFile: status ?? Self.directory("RUNTIME_DIRECTORY").map { "\($0)/status.json" },
            memory: memory ?? Self.directory("STATE_DIRECTORY")
                ?? FileSystem.parent(of: settings) ?? "."
        )
    }

    /// Returns the fault of a task file that is missing among the other files of its folder; otherwise `nil`.
    ///
    /// If the folder is missing or empty, a stick with the file may not be mounted yet.
    private static func taskFault(of work: StationWork) -> StationSettingsFault? {
        guard case .run(let command) = work,
            let folder = FileSystem.parent(of: command.task.path),
            let names = try? FileSystem.list(folder),
            !names.isEmpty, !names.contains(FileSystem.name(of: command.task.path))
        else { return nil }
        return StationWork.missingTask(command.task.path)
    }

    /// Returns the fault of a key that the kernel does not have, for which the station would wait forever.
    private static func keyFault(of button: StationSettings.Button) -> StationSettingsFault? {
        do throws(EvdevError) {
            _ = try KeyNames.code(of: button.key)
            return nil
        } catch {
            return StationSettingsFault(
                "button.key",
                "is '\(button.key)', and the kernel has no such key",
                remedy: error.remedy ?? "give it as the kernel names it, as in KEY_F13"
            )
        }
    }

    private static func bytes(_ text: String) throws(StationSettingsFault) -> Int64 {
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
