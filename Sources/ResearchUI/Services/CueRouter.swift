// Who speaks, plays and shakes for a run: a host that has said that it does, or else the machine. It is
// never both, and whichever speaks, its end is told to the step that waits for it.

internal import Research
internal import TaskEngine
internal import Timebase
internal import ViewTree

/// Leads what steps say, play and shake to one host or to the machine.
@MainActor
final class CueRouter {
    private struct Spoken {
        var text: String
        var completion: RSDVoiceBoxCompletionHandler
        weak var feed: ScreenFeed?
    }

    private weak var controller: RSDTaskViewController?
    /// What hosts speak, by the ids of its cues.
    private var spoken: [Int: Spoken] = [:]
    private var awaited = AwaitedSpeech()
    private var limitTask: Task<Void, Never>?
    private lazy var machine = MachineSpeech()
    /// How often somebody has ended what was spoken.
    private var hushes = 0
    /// Tells of a text that nobody has heard.
    private var unheard: Task<Void, Never>?
    private var lastID = 0
    /// The sounds that hosts were told to play.
    private(set) var sounds: Set<String> = []

    init(of controller: RSDTaskViewController) { self.controller = controller }

    /// Speaks a text, and tells when it is over or waited for no more.
    func speak(
        _ text: String,
        machine: StepServices,
        _ completion: @escaping RSDVoiceBoxCompletionHandler
    ) {
        let hushes = hushes
        let ended: RSDVoiceBoxCompletionHandler = { [weak self] text, isFinished in
            if !isFinished, self?.hushes == hushes { self?.showUnheard(text) }
            completion(text, isFinished)
        }
        guard let feed = perform(.speak, .speak(text)) else {
            return self.machine.speak(text, by: machine, ended)
        }
        spoken[lastID] = Spoken(text: text, completion: ended, feed: feed)
        awaited.begin(lastID, text, at: now)
        watchLimit()
    }

    func hush(machine: StepServices) {
        hushes += 1
        // The machine may still speak what it was given before there was a host that does.
        machine.hush()
        perform(.speak, .hush)
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

    /// Takes a host's answer; `false` if nobody waits for it, or no more.
    func takeAnswer(of id: ViewCue.ID, _ isFinished: Bool) -> Bool {
        guard awaited.end(id, at: now) else { return false }
        watchLimit()
        tell(id, isFinished)
        return true
    }

    /// Ends what hosts speak that are gone.
    func followerDidLeave() {
        endInNextTurn(awaited.ids.filter { spoken[$0]?.feed == nil })
    }

    /// Shows a text that nobody has heard, in the place of an earlier one.
    private func showUnheard(_ text: String) {
        guard let controller, !controller.engine.isEnding else { return }
        controller.engine.note("nobody has heard what the task said: '\(text)'")
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

    /// Gives a cue to the host that performs its kind; `nil` without one.
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

    /// Ends texts as not spoken; whoever has them ended is not told within that.
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
        routed.requestAuthorization = { [weak self] in await self?.authorize($0) ?? .notDetermined }
        routedServices = routed
        return routed
    }
}

extension StepServices {
    /// The same services, as far as no host speaks, plays and shakes itself.
    func routed(by router: CueRouter) -> StepServices {
        let machine = self
        var services = self
        services.speak = { text, completion in
            router.speak(text, machine: machine, completion)
        }
        services.hush = { router.hush(machine: machine) }
        services.play = { router.play($0, machine: machine) }
        services.vibrate = { router.vibrate(machine: machine) }
        return services
    }
}
