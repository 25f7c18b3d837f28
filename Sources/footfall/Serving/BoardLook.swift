// Collects what the operator's page shows of the machine: task files, devices, disk and batteries. A device on another
// machine may take long to respond, so a separate thread queries the devices, and the page shows that thread's last
// results.

internal import SessionFolder
internal import StandardRecorders
internal import Synchronization
internal import SystemCalls
internal import WebHost

/// Collects the state of the machine for the operator's page.
final class BoardLook: Sendable {
    private let command: ServeCommand
    private let tasks: StudyTasks
    private let tasksThread: WorkThread
    private let devicesThread: WorkThread
    private let state: Mutex<State>

    private struct State {
        var tasks: [BoardTask] = []
        var rules: BoardRules
        var devices = SeenDevices(devices: [], note: "the devices are being looked for")
        var lookedAt: Int64?
        var isLooking = false
    }

    private struct SeenDevices {
        var devices: [BoardDevice]
        var note: String?
    }

    /// Devices are not queried again within this time.
    private static let freshNanoseconds: Int64 = 5_000_000_000

    /// Starts the threads, and queries the devices for the first time.
    ///
    /// - Parameters:
    ///   - command: What is served.
    ///   - rules: The rules of the study as the command has read them. If their file has disappeared when it is first
    ///     read here, no task can begin.
    /// - Throws: `SystemError` if a thread cannot be started.
    init(_ command: ServeCommand, knowing rules: BoardRules) throws(SystemError) {
        self.command = command
        state = Mutex(State(rules: rules))
        tasks = StudyTasks(of: command)
        tasksThread = try WorkThread(name: "tasks")
        devicesThread = try WorkThread(name: "devices")
        devicesThread.post { try? SystemThread.setPriorityOfThisThread(.background) }
        lookForDevices()
    }

    /// The tasks found last.
    var known: [BoardTask] { state.withLock { $0.tasks } }

    /// The rules of the study as read last.
    var rules: BoardRules { state.withLock { $0.rules } }

    /// Returns the state; does not query devices during a recording, because the recording might lose samples.
    func survey(isRecording: Bool) async -> BoardSurvey {
        if !isRecording { lookForDevices() }
        let (found, note, rules, disk, batteries) = await tasksThread.perform { [self] in
            let (found, note) = tasks.all()
            // This thread reads the rules for one survey after another, so that none overwrites newer rules.
            let rules = BoardRules.look(at: command.studyFile, knowing: self.rules)
            state.withLock { ($0.tasks, $0.rules) = (found, rules) }
            return (found, note, rules, Self.disk(of: command), Battery.present())
        }
        let seen = state.withLock { $0.devices }
        return BoardSurvey(
            tasks: found,
            tasksNote: note,
            devices: seen.devices,
            devicesNote: isRecording ? "as they were before the task began" : seen.note,
            disk: disk,
            batteries: batteries,
            study: rules.asked
        )
    }

    /// Returns the disk of the sessions' folder or, before that exists, of the study's folder.
    private static func disk(of command: ServeCommand) -> BoardDisk? {
        let room = FileSystem.room(at: command.output) ?? FileSystem.room(at: command.study)
        return room.map { BoardDisk(freeBytes: $0.free, totalBytes: $0.total) }
    }

    private func lookForDevices() {
        let now = SystemClock.monotonic.nanoseconds
        let isDue = state.withLock { state in
            let isFresh = state.lookedAt.map { now - $0 < Self.freshNanoseconds } ?? false
            guard !state.isLooking, !isFresh else { return false }
            state.isLooking = true
            return true
        }
        guard isDue else { return }
        let source = command.source
        devicesThread.post { [weak self] in
            let seen = Self.devices(of: source)
            self?.state.withLock { state in
                state.devices = seen
                state.isLooking = false
                state.lookedAt = SystemClock.monotonic.nanoseconds
            }
        }
    }

    private static func devices(
        of source: RunCommand.Source
    ) -> SeenDevices {
        guard case .devices(let places) = source else {
            return SeenDevices(
                devices: [],
                note: "a computed walk takes the place of the sensors"
            )
        }
        do {
            let report = try DevicesReport(at: places)
            let words = report.words + report.missing
            return SeenDevices(
                devices: words.map {
                    BoardDevice(name: $0.name, lines: $0.lines, obstacles: $0.obstacles)
                },
                note: report.note()
            )
        } catch {
            return SeenDevices(devices: [], note: "\(error)")
        }
    }
}
