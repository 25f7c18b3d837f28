// Runs a station: passes events to the state machine and carries out its actions. All inputs come through one queue,
// and a tick each second does the periodic work. The tick also feeds systemd's watchdog: if the main actor hangs or
// waits for a disk that does not respond, no tick is processed, and systemd restarts the station.

internal import RecorderKinds
internal import Station
internal import Synchronization
internal import SystemCalls
internal import Timebase

/// A running station.
@MainActor
final class StationService {
    /// An entry of the queue.
    private enum Input: Sendable {
        case event(StationMachine.Event)
        case button(StationButton.Event)
        /// It is certain now whether the present press of the button is short or long.
        case pressDue
        case over(ExitStatus, error: String?)
        case tick
    }

    /// A recording that was begun, or that was refused because the disk is nearly full.
    private struct Attempt {
        let since: BootInstant
        let stops: AsyncStream<StopSignalKind>.Continuation
        /// Follows the recording; `nil` if it was refused, so that it never has a session.
        let follower: StationFollower?
    }

    private let plan: StationPlan
    private let voice: StationVoice
    private let stopRequests: StopRequests
    private let memory: StationMemory
    private let disk: StationDisk
    private let display: StationDisplay
    /// The thread that reads and writes small files, in order, so that the main actor does not block on a disk.
    private let files: WorkThread
    private let inputs: AsyncStream<Input>
    private let tell: AsyncStream<Input>.Continuation

    private var machine: StationMachine
    private var button: StationButton?
    private var presses = ButtonPresses()
    private var flow: SampleFlow
    /// The sensors of the present recording that have sent nothing for too long.
    private var stalled: [String] = []
    /// Follows the present recording, or the last one, which the status still shows.
    private var follower: StationFollower?
    private var running: Attempt?
    private var pause: Task<Void, Never>?
    /// Waits until it is certain whether the present press of the button is short or long.
    private var pressing: Task<Void, Never>?
    private var lastError: String?
    /// Why the button cannot be read; the status shows it until the button can be read.
    private var buttonProblem: String?
    private var ticks = 0
    private var isOver = false
    /// The exit status of the program.
    private var exitStatus = ExitStatus.good
    /// Whether the system has asked the program to end.
    ///
    /// Only then may a request to end the recording end the program at once; one from the button never does.
    private nonisolated let isTerminated = Atomic<Bool>(false)

    init(_ plan: StationPlan, _ voice: StationVoice, _ stopRequests: StopRequests) throws {
        (self.plan, self.voice, self.stopRequests) = (plan, voice, stopRequests)
        memory = StationMemory(in: plan.memory)
        disk = try StationDisk(of: plan.work.output, limit: plan.keepFree)
        files = try WorkThread(name: "station files")
        display = StationDisplay(plan, voice, writingOn: files)
        machine = StationMachine(
            again: plan.settings.again,
            hasButton: plan.settings.button != nil
        )
        flow = SampleFlow(limit: .seconds(plan.settings.stallSeconds))
        (inputs, tell) = AsyncStream<Input>.makeStream()
    }

    private var now: BootInstant { ClockReading.now().boottime }

    /// Runs until the user or the system ends the station.
    func run() async -> ExitStatus {
        let tell = tell
        let signals = stopRequests.handedOn()
        let hearing = Task { for await _ in signals { tell.yield(.event(.terminated)) } }
        let ticking = Task {
            while !Task.isCancelled {
                tell.yield(.tick)
                try? await Task.sleep(for: .seconds(1), clock: .continuous)
            }
        }
        defer {
            hearing.cancel()
            ticking.cancel()
            pause?.cancel()
            pressing?.cancel()
        }
        defer { button?.finish() }
        await files.perform { [display] in display.keepLight() }
        let (kept, boot) = await files.perform { [memory] in (memory.read(), memory.boot) }
        let isWanted = StationRequest.isWanted(by: plan.settings, kept: kept, boot: boot)
        buttonProblem = await listen()
        if let buttonProblem { voice.say(.error, buttonProblem) }
        ServiceManager.tellReady()
        let readiness = Self.readiness(
            isWanted: isWanted,
            by: plan.settings.start,
            canReadButton: buttonProblem == nil
        )
        voice.say(.info, readiness)
        if let note = plan.work.note { voice.say(.notice, "note: \(note)") }
        show()
        await take(.ready(isWanted: isWanted))
        for await input in inputs {
            await take(input)
            if isOver { break }
        }
        ServiceManager.tellStopping()
        show()
        await files.perform {}
        if display.restore() { await files.perform { [display] in display.forgetLight() } }
        return exitStatus
    }

    /// Returns the line that says that the station is ready.
    nonisolated static func readiness(
        isWanted: Bool,
        by start: StationSettings.Start,
        canReadButton: Bool = true
    ) -> String {
        switch (isWanted, start) {
        case (false, _):
            canReadButton
                ? "the station is ready, and waits"
                : "the station has started, and records nothing until it can read its button"
        case (true, .boot): "the station is ready"
        // Nobody has pressed the button yet.
        case (true, .button):
            "the station is ready, and goes on with a recording that was wanted when it ended, as "
                + "\(StationMemory.name) says; press the button to end it"
        }
    }

    /// Begins to listen to the button, if the settings name one and this has not succeeded yet.
    ///
    /// - Returns: Why the button cannot be read; otherwise `nil`.
    private func listen() async -> String? {
        guard button == nil, let wanted = plan.settings.button else { return nil }
        do {
            button = try await files.perform { [voice, tell] in
                try StationButton(
                    wanted,
                    onTrouble: { voice.say(.warning, $0) },
                    onEvent: { tell.yield(.button($0)) }
                )
            }
            return nil
        } catch {
            return Self.words(ofButtonProblem: error)
        }
    }

    /// Says why the button cannot be read, which setting names it, and what the station does about it.
    nonisolated static func words(ofButtonProblem error: any Error) -> String {
        "`button` of the settings: \(error); the station looks for it every ten seconds"
    }

    // MARK: What comes in

    private func take(_ input: Input) async {
        switch input {
        case .event(let event): await take(event)
        case .button(let event): await take(event)
        case .pressDue:
            let meaning = presses.look(at: now)
            awaitPress()
            await take(meaning)
        case .over(let status, let error): await takeEnd(status, error)
        case .tick: await tick()
        }
    }

    private func take(_ event: StationButton.Event) async {
        let meaning: ButtonPresses.Meaning?
        switch event {
        case .down(let instant): meaning = presses.goDown(at: instant)
        case .up(let instant): meaning = presses.goUp(at: instant)
        case .lost:
            presses.lose()
            meaning = nil
        }
        awaitPress()
        await take(meaning)
    }

    /// Sends `pressDue` as soon as it is certain whether the present press is short or long.
    ///
    /// The next tick may be a second away, too late for a user who has pressed the button and sees nothing happen.
    private func awaitPress() {
        pressing?.cancel()
        guard let due = presses.dueAt else { return }
        let rest = max(.zero, now.duration(to: due))
        pressing = Task { [tell] in
            try? await Task.sleep(for: rest, clock: .continuous)
            if !Task.isCancelled { tell.yield(.pressDue) }
        }
    }

    private func take(_ meaning: ButtonPresses.Meaning?) async {
        switch meaning {
        case .pressed: await take(.pressed)
        case .held: await take(.held)
        case nil: break
        }
    }

    private func take(_ event: StationMachine.Event) async {
        if event == .terminated { isTerminated.store(true, ordering: .relaxed) }
        let before = machine.state
        let actions = machine.receive(event)
        for action in actions { await perform(action) }
        if machine.state != before { show() }
    }

    private func takeEnd(_ status: ExitStatus, _ error: String?) async {
        guard let running else { return }
        let hadSession = running.follower?.session != nil
        let isGood = error == nil && status != .failed && status != .usage
        // The user has ended the recording before it had a session: that is no error.
        let isAsked = machine.state == .ending && !hadSession
        if isGood || isAsked {
            lastError = nil
        } else {
            lastError = error ?? voice.takeLast() ?? lastError
        }
        // Ends the recording's stream of signals, and with it the tasks that listen to it.
        running.stops.finish()
        self.running = nil
        stalled = []
        let wasAsked = machine.state == .ending
        let ending: StationMachine.Ending = isGood || isAsked ? .good : .failed
        await take(.ended(ending, ran: running.since.duration(to: now)))
        if isOver, !wasAsked {
            voice.say(
                ending == .good ? .notice : .error,
                "the station ends: without a button nothing would begin another recording; name one as `button` of "
                    + "the settings, or set `again` to \"\(ending == .good ? "always" : "onFailure")\""
            )
        }
    }

    // MARK: What is done

    private func perform(_ action: StationMachine.Action) async {
        switch action {
        case .remember(let isWanted):
            await keep("keep what is wanted") { [memory] in try memory.keep(isWanted) }
        case .forget:
            await keep("forget what was wanted") { [memory] in try memory.forget() }
        case .begin(let takesUp): await begin(takingUp: takesUp)
        case .end: running?.stops.yield(.terminate)
        case .tryAgain(let length):
            voice.say(.notice, "tries again in \(length.components.seconds) s")
            pause = Task { [tell] in
                try? await Task.sleep(for: length, clock: .continuous)
                if !Task.isCancelled { tell.yield(.event(.due)) }
            }
        case .tryNoMore: pause?.cancel()
        case .leave(let ending):
            isOver = true
            // Not the status of a start that failed, which systemd tries again.
            exitStatus = ending == .good ? .good : .endedEarly
        }
    }

    private func keep(_ deed: String, _ work: @escaping @Sendable () throws -> Void) async {
        do {
            try await files.perform(work)
        } catch {
            voice.say(
                .error,
                "cannot \(deed): \(error); after a power cut the station does what its settings say"
            )
        }
    }

    private func begin(takingUp takesUp: Bool) async {
        show()
        if let refusal = await files.perform({ [disk] in disk.refusal() }) {
            voice.say(.error, refusal)
            lastError = refusal
            // The failure goes to the end of the queue, because the state machine is still processing an event.
            let (_, stops) = AsyncStream<StopSignalKind>.makeStream()
            running = Attempt(since: now, stops: stops, follower: nil)
            tell.yield(.over(.failed, error: refusal))
            return
        }
        let (signals, stops) = AsyncStream<StopSignalKind>.makeStream()
        let (tell, voice, work, display) = (tell, voice, plan.work, display)
        let names = work.names
        _ = voice.takeLast()
        let follower = StationFollower { _ in tell.yield(.event(.began)) }
        self.follower = follower
        running = Attempt(since: now, stops: stops, follower: follower)
        flow = SampleFlow(limit: .seconds(plan.settings.stallSeconds))
        let console = Console {
            voice.say(JournalPriority(ofMessage: $0), names.replacingOptions(in: $0))
        }
        var surroundings = Surroundings(console: console, signals: signals) { [self] in
            guard isTerminated.load(ordering: .relaxed) else { return false }
            display.end()
            return true
        }
        surroundings.follower = follower
        Task { [surroundings] in
            do {
                let status = try await work.carryOut(in: surroundings, takingUp: takesUp)
                tell.yield(.over(status, error: nil))
            } catch {
                let problem = names.replacingOptions(in: "\(error)")
                voice.say(.error, problem)
                tell.yield(.over(.failed, error: problem))
            }
        }
    }

    // MARK: What is shown

    private func tick() async {
        ticks += 1
        if let follower, running != nil { judge(follower.look()) }
        if stalled.isEmpty || !flow.isStill { ServiceManager.feedWatchdog() }
        if ticks % 10 == 1 {
            if buttonProblem != nil {
                buttonProblem = await listen()
                if buttonProblem == nil { voice.say(.notice, "the button is there now") }
            }
            let isAtWork = running != nil
            disk.look(at: isAtWork ? follower?.session : nil, isAtWork: isAtWork)
        }
        if ticks.isMultiple(of: 5) {
            show()
        } else {
            display.light(shownState, isIncomplete: !missing.isEmpty, second: ticks)
        }
    }

    /// Finds the sensors that have stopped, and reports each once.
    private func judge(_ look: StationFollower.Look) {
        let before = stalled
        stalled = flow.stalled(look.steady, total: look.samples, at: now)
        for name in stalled where !before.contains(name) {
            voice.say(.error, "\(stallProblem(of: look.title(of: name))); \(remedy)")
        }
    }

    private func stallProblem(of names: String) -> String {
        "\(names): nothing has come for \(plan.settings.stallSeconds) s; look after the sensor and its cable"
    }

    /// What happens after a sensor has stopped, and how the user has it opened again.
    private var remedy: String {
        if flow.isStill { return "the watchdog starts the station again, where it has one" }
        // The first press ends the recording, and the second begins another one.
        let deed =
            plan.settings.button == nil
            ? "restart the service" : "press the button twice, or restart the service,"
        return "what else sends samples is recorded; \(deed) to open the sensor again"
    }

    /// The state to show: `fault` if the station waits for a button that cannot be read.
    private var shownState: StationMachine.State {
        machine.state == .waiting && buttonProblem != nil ? .fault : machine.state
    }

    /// The errors of the sensors that did not start or have failed while the recording continues, by name.
    private var failed: [String: String] { running == nil ? [:] : follower?.look().failed ?? [:] }

    /// The sensors that give nothing while the recording continues.
    private var missing: [String] { Set(stalled).union(failed.keys).sorted() }

    private func show() {
        let look = follower?.look()
        let known = disk.known
        var status = display.status(of: shownState)
        status.session = follower?.session
        (status.samples, status.lost) = (look?.samples ?? 0, look?.lost ?? 0)
        func titles(of names: [String]) -> [String] { names.map { look?.title(of: $0) ?? $0 } }
        status.stalled = titles(of: missing)
        (status.diskFreeBytes, status.diskDaysLeft) = (known.freeBytes, known.daysLeft)
        var problems = failed.sorted { $0.key < $1.key }.map { name, error in
            "\(name): \(plan.work.names.replacingOptions(in: error))"
        }
        if !stalled.isEmpty {
            problems.append(stallProblem(of: titles(of: stalled).joined(separator: ", ")))
        }
        let trouble = problems.isEmpty ? nil : (problems + [remedy]).joined(separator: "; ")
        status.lastError = trouble ?? lastError ?? buttonProblem
        display.show(status, second: ticks)
    }
}
