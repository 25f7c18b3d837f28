// Routes speech, sounds and vibration of a run either to a host that performs them itself, or to the machine, and never
// to both. In either case, the waiting step is notified when a text has been spoken.

internal import Research
internal import TaskEngine
internal import Timebase
internal import ViewTree

/// Routes speech, sounds and vibration to one host or to the machine.
@MainActor
final class CueRouter {
    private struct Spoken {
        var text: String
        var completion: RSDVoiceBoxCompletionHandler
        weak var feed: ScreenFeed?
    }

    private weak var controller: RSDTaskViewController?
    /// The texts that hosts are speaking, by the identifiers of their cues.
    private var spoken: [Int: Spoken] = [:]
    private var awaited = AwaitedSpeech()
    private var limitTask: Task<Void, Never>?
    private lazy var machine = MachineSpeech(
        controller?.services.machineTime ?? LiveTimekeeper()
    )
    /// How often speech was silenced on purpose.
    private var silences = 0
    /// The question that shows a text that could not be spoken.
    private var unheard: Task<Void, Never>?
    private var lastID = 0
    /// The sounds that hosts were asked to play.
    private(set) var sounds: Set<String> = []

    init(of controller: RSDTaskViewController) { self.controller = controller }

    /// Speaks a text; calls the handler when it is over, or the time limit for it has passed.
    func speak(
        _ text: String,
        machine: StepServices,
        _ completion: @escaping RSDVoiceBoxCompletionHandler
    ) {
        let silences = silences
        let ended: RSDVoiceBoxCompletionHandler = { [weak self] text, isFinished in
            if !isFinished, self?.silences == silences { self?.showUnheard(text) }
            completion(text, isFinished)
        }
        guard let feed = perform(.speak, .speak(text)) else {
            return self.machine.speak(text, by: machine, ended)
        }
        spoken[lastID] = Spoken(text: text, completion: ended, feed: feed)
        awaited.begin(lastID, text, at: now)
        watchLimit()
    }

    func silence(machine: StepServices) {
        silences += 1
        // The machine may still be speaking a text from before a speaking host joined.
        machine.silence()
        perform(.speak, .silence)
        endInNextTurn(awaited.ids)
    }

    func play(_ sound: RSDSound, machine: StepServices) {
        if perform(.sound, .sound(sound.name)) == nil {
            machine.play(sound)
        } else {
            sounds.insert(sound.name)
        }
    }

    func vibrate(machine: StepServices) {
        if perform(.vibrate, .vibrate) == nil { machine.vibrate() }
    }

    /// Handles a host's report that a text is over; returns false if it is not waited for.
    func takeAnswer(of id: ViewCue.ID, _ isFinished: Bool) -> Bool {
        guard awaited.end(id, at: now) else { return false }
        watchLimit()
        tell(id, isFinished)
        return true
    }

    /// Ends the texts of hosts that have left.
    func followerDidLeave() {
        endInNextTurn(awaited.ids.filter { spoken[$0]?.feed == nil })
    }

    /// Shows a text that could not be spoken, in place of an earlier one.
    private func showUnheard(_ text: String) {
        guard let controller, !controller.engine.isEnding else { return }
        controller.engine.note("this text of the task was not spoken: '\(text)'")
        guard controller.isAsked else { return }
        unheard?.cancel()
        unheard = Task { [questions = controller.questions] in
            _ = await questions.ask(RunQuestion<Void>.unspoken(text))
        }
    }

    private var timekeeper: any Timekeeper {
        controller?.taskViewModel.timekeeper ?? LiveTimekeeper()
    }

    private var now: BootInstant { timekeeper.now }

    /// Sends a cue to the host that performs its kind; returns `nil` if there is none.
    @discardableResult
    private func perform(_ kind: ViewCue.Kind, _ action: ViewCue.Action) -> ScreenFeed? {
        guard let broadcast = controller?.broadcast, let feed = broadcast.performer(of: kind) else {
            return nil
        }
        lastID += 1
        broadcast.add(ViewCue(lastID, action), for: feed)
        return feed
    }

    private func tell(_ id: Int, _ isFinished: Bool) {
        guard let spoken = spoken.removeValue(forKey: id) else { return }
        spoken.completion(spoken.text, isFinished)
    }

    /// Ends texts as not spoken; calls their handlers later, and never within the caller's own call.
    private func endInNextTurn(_ ids: [Int]) {
        let ended = ids.filter { awaited.end($0, at: now) }
        guard !ended.isEmpty else { return }
        watchLimit()
        Task { for id in ended { tell(id, false) } }
    }

    private func watchLimit() {
        limitTask?.cancel()
        guard let limit = awaited.nextLimit else { return }
        limitTask = Task { [weak self, timekeeper] in
            try? await timekeeper.sleep(until: limit, tolerance: nil)
            if !Task.isCancelled { self?.endOverdue() }
        }
    }

    private func endOverdue() {
        let ended = awaited.endOverdue(at: now)
        watchLimit()
        for id in ended { tell(id, false) }
    }
}

extension RSDTaskViewController {
    public final var servicesOfSteps: StepServices {
        if let routedServices { return routedServices }
        var routed = services.routed(by: cues)
        routed.authorization = { [weak self] in self?.consent(to: $0) ?? .notDetermined }
        routed.requestAuthorization = { [weak self, weak engine] in
            await self?.authorize($0, for: engine) ?? .notDetermined
        }
        routedServices = routed
        return routed
    }
}

extension StepServices {
    /// Returns the same services, but routed to a host if it speaks, plays or vibrates itself.
    func routed(by router: CueRouter) -> StepServices {
        let machine = self
        var services = self
        services.speak = { text, completion in
            router.speak(text, machine: machine, completion)
        }
        services.silence = { router.silence(machine: machine) }
        services.play = { router.play($0, machine: machine) }
        services.vibrate = { router.vibrate(machine: machine) }
        return services
    }
}
