// Shows the state of a station in its status file, on its LED and in systemd's status line. A failure of one of these
// does not stop a recording.

internal import Station
internal import Synchronization
internal import SystemCalls
internal import Timebase

/// Shows the state of a station.
final class StationDisplay: Sendable {
    private struct State {
        var light: BoardLight?
        var shown: (state: StationMachine.State, since: WallInstant)?
        var hasToldFile = false
        var line: String?
        /// The newest status that is not written yet.
        var next: StationStatus?
        /// The newest status.
        var last: StationStatus?
        /// Whether the program is ending, so that the file and the LED show nothing further.
        var isOver = false
    }

    private let file: String?
    private let ledName: String?
    private let lights: String
    private let memory: StationMemory
    private let voice: StationVoice
    private let files: WorkThread
    private let state: Mutex<State>

    /// Opens the plan's LED.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - voice: Reports what cannot be shown.
    ///   - files: The thread that writes the status file, which may wait for a disk.
    ///   - lights: The folder of LEDs.
    init(
        _ plan: StationPlan,
        _ voice: StationVoice,
        writingOn files: WorkThread,
        lightsIn lights: String = BoardLight.folder
    ) {
        (file, self.voice, self.files) = (plan.statusFile, voice, files)
        (ledName, self.lights) = (plan.settings.led, lights)
        memory = StationMemory(in: plan.memory)
        var light: BoardLight?
        if let name = plan.settings.led {
            do throws(LightFault) {
                light = try BoardLight(named: name, in: lights)
            } catch {
                voice.say(.notice, "note: \(error); the station works without a LED")
            }
        }
        state = Mutex(State(light: light))
    }

    /// Stores the state in which the LED was found, for the next start if this one is killed; waits for the disk.
    ///
    /// If the start before was killed, its stored state counts: the LED still shows that station's pattern. Other LEDs
    /// whose state is stored are restored.
    func keepLight() {
        let kept = memory.lights()
        // The settings name another LED by now, or none.
        var left = kept.filter { $0.name == ledName || !restore($0) }
        for light in left where light.name != ledName {
            voice.say(
                .notice,
                "note: the LED \(light.name) cannot be restored now; the next start tries again"
            )
        }
        var isNew = false
        if let own = left.first(where: { $0.name == ledName }) {
            _ = state.withLock { $0.light?.setFound(own.writes) }
        } else if let ledName, let found = state.withLock({ $0.light?.before }) {
            left.append(KeptLight(name: ledName, boot: memory.boot, writes: found))
            isNew = true
        }
        guard left != kept else { return }
        do {
            try memory.keep(left)
        } catch {
            // A restored state that stays stored does no harm.
            guard isNew else { return }
            voice.say(
                .notice,
                "note: the LED's state cannot be kept: \(error); after a kill the LED is not restored; name a folder "
                    + "for it by --memory"
            )
        }
    }

    /// Returns a LED that the settings no longer name to the state in which a killed station had found it.
    ///
    /// - Parameter kept: The stored state.
    /// - Returns: Whether the LED is in that state now.
    private func restore(_ kept: KeptLight) -> Bool {
        guard var light = try? BoardLight(named: kept.name, in: lights) else { return false }
        light.setFound(kept.writes)
        return light.restore()
    }

    /// Deletes the stored state of the LED, which has been restored; waits for the disk.
    ///
    /// The states of other LEDs, which could not be restored, stay.
    func forgetLight() {
        let kept = memory.lights()
        let left = kept.filter { $0.name != ledName }
        if left != kept { try? memory.keep(left) }
    }

    /// Makes the status of a state, with the time at which the state began.
    func status(of now: StationMachine.State) -> StationStatus {
        let date = ClockReading.now().realtime
        return state.withLock { state in
            let since = state.shown?.state == now ? state.shown?.since ?? date : date
            state.shown = (now, since)
            return StationStatus(state: now, since: since, when: date)
        }
    }

    /// Shows a status everywhere.
    func show(_ status: StationStatus, second: Int) {
        light(status.state, isIncomplete: !status.stalled.isEmpty, second: second)
        let line = status.line
        let isNews = state.withLock { state in
            defer { state.line = line }
            return state.line != line
        }
        if isNews { ServiceManager.tell(status: line) }
        post(status)
    }

    private func post(_ status: StationStatus, asLast isLast: Bool = false) {
        guard let file else { return }
        let isFirst = state.withLock { state in
            guard isLast || !state.isOver else { return false }
            defer { (state.next, state.last) = (status, status) }
            return state.next == nil
        }
        if isFirst { files.post { [self] in write(to: file) } }
    }

    /// Shows that the station has ended, before a signal ends the program; blocks until the file is written.
    func end() {
        // The main actor ticks until the program ends; `isOver` keeps the next tick from lighting the LED again.
        let (last, isRestored) = state.withLock { state in
            state.isOver = true
            return (state.last, state.light?.restore() ?? false)
        }
        if isRestored { files.post { [self] in forgetLight() } }
        guard var status = last else { return files.finishWhatWasAsked() }
        let ended = self.status(of: .stopped)
        (status.state, status.since, status.when) = (ended.state, ended.since, ended.when)
        post(status, asLast: true)
        files.finishWhatWasAsked()
    }

    /// Writes the newest status and skips older ones that were waiting.
    private func write(to file: String) {
        let newest = state.withLock { state in
            defer { state.next = nil }
            return state.next
        }
        guard let newest else { return }
        do {
            let folder = FileSystem.parent(of: file) ?? "."
            try DurableDocument.write(
                try newest.json(),
                as: FileSystem.name(of: file),
                in: try OpenFolder.open(folder),
                permissions: 0o644
            )
        } catch {
            let isFirst = state.withLock { state in
                defer { state.hasToldFile = true }
                return !state.hasToldFile
            }
            if isFirst {
                voice.say(
                    .notice,
                    "note: the status file cannot be written: \(error); name another by --status"
                )
            }
        }
    }

    /// Shows a state on the LED, and whether a sensor that should be recorded gives nothing.
    func light(_ now: StationMachine.State, isIncomplete: Bool = false, second: Int) {
        let pattern = LightPattern(of: now, isIncomplete: isIncomplete)
        let trouble = state.withLock { state in
            state.isOver ? nil : state.light?.show(pattern, inSecond: second)
        }
        if let trouble { voice.say(.notice, "note: \(trouble)") }
    }

    /// Returns the LED to the state in which it was found.
    ///
    /// - Returns: Whether there is a LED, and it is in that state now.
    func restore() -> Bool { state.withLock { $0.light?.restore() ?? false } }
}
