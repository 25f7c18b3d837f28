// A step controller on a clock that is moved by hand, before a host that writes down what it is asked.

import FoundationEssentials
import Research
import Timebase
import ViewTree

@testable import ResearchUI

/// A host that writes down what a step wants of the run.
@MainActor
final class WrittenHost: RSDStepHost {
    var services: StepServices
    var words = StepWords()
    var canSaveTaskProgress = false
    var tellsWhenStepMayBegin = false
    var isInterrupted = false
    var holdsData = false
    var touchDelay = Duration.zero
    private var toldForeground: Bool?
    var isInForeground: Bool {
        get { toldForeground ?? services.isInForeground() }
        set { toldForeground = newValue }
    }
    var requests: [String] = []

    init(services: StepServices) { self.services = services }

    func goForward() { requests.append("forward") }
    func goBack() { requests.append("back") }
    func mark(_ name: String, at instant: BootInstant) { requests.append("mark \(name)") }
    func handleTaskCancelled(shouldSave: Bool) { requests.append("cancel, save \(shouldSave)") }
    func stepFinished() { requests.append("finished") }
    func startBackgroundAudioSessionIfNeeded() { requests.append("audio") }
    func answersDidChange() { requests.append("answers") }
}

/// A controller with all that is around it.
@MainActor
final class StepRig<Controller: RSDStepViewController> {
    let log = ServiceLog()
    let clock: ManualTimekeeper
    let host: WrittenHost
    let level: RSDTaskViewModel
    let controller: Controller

    /// A controller for the step of a name among several, which the run stands at.
    init(
        _ steps: [any RSDStep],
        at identifier: String? = nil,
        services: StepServices = .silent,
        clock: ManualTimekeeper = ManualTimekeeper(),
        _ make: (any RSDStep, RSDTaskViewModel) -> Controller
    ) {
        self.clock = clock
        host = WrittenHost(services: services.recorded(in: log))
        let level = RSDTaskViewModel(
            task: RSDTaskObject(identifier: "task", steps: steps),
            timekeeper: clock
        )
        self.level = level
        var isThere = false
        while !isThere {
            guard case .show(let move) = level.moveForward() else { break }
            isThere = identifier == nil || move.step.identifier == identifier
        }
        let step = steps.first { $0.identifier == level.currentStepIdentifier } ?? steps[0]
        controller = make(step, level)
        controller.host = host
    }

    /// Moves time, a second at a time, and lets whatever sleeps until then do what it has to.
    func pass(seconds: Int) async {
        for _ in 0..<seconds { await pass(.seconds(1)) }
    }

    /// Moves time at once.
    func pass(_ duration: Duration) async {
        // A timer that runs sleeps before time moves.
        if isTimerRunning { _ = await clock.nextWaking() }
        clock.advance(by: duration)
        await settle()
    }

    var isTimerRunning: Bool {
        guard let clock = controller.clock else { return false }
        return controller.usesTimer && !clock.isPaused && clock.stoppedAt == nil
            && !controller.timer.isOver
    }

    /// Lets all that is ready on the main actor run.
    func settle() async {
        for _ in 0..<20 { await Task.yield() }
    }

    /// What has been spoken.
    var spoken: [String] {
        log.calls.compactMap { if case .speak(let text) = $0 { text } else { nil } }
    }

    /// The button of an action, as it stands on the screen.
    func shown(_ action: RSDUIActionType) -> ViewNode? {
        var found: ViewNode?
        controller.screen.forEach { node in
            if case .button(let button) = node.content, button.action == action.rawValue {
                found = found ?? node
            }
        }
        return found
    }

    /// The labels on the screen, by what they are for.
    var labels: [LabelContent.Role: String] {
        var labels: [LabelContent.Role: String] = [:]
        controller.screen.forEach { node in
            if case .label(let label) = node.content { labels[label.role] = label.text }
        }
        return labels
    }
}

extension StepRig where Controller == RSDStepViewController {
    convenience init(
        _ steps: [any RSDStep],
        at identifier: String? = nil,
        services: StepServices = .silent,
        clock: ManualTimekeeper = ManualTimekeeper()
    ) {
        self.init(steps, at: identifier, services: services, clock: clock) {
            RSDStepViewController(step: $0, parent: $1)
        }
    }
}

/// Steps for tests.
@MainActor
enum Steps {
    static func instruction(_ identifier: String = "read") -> RSDUIStepObject {
        RSDUIStepObject(identifier: identifier)
    }

    static func active(
        _ identifier: String = "walk",
        duration: Double = 10,
        _ commands: RSDActiveUIStepCommand = .transitionAutomatically,
        spoken: [String: String]? = nil
    ) -> RSDActiveUIStepObject {
        let step = RSDActiveUIStepObject(identifier: identifier)
        step.duration = duration
        step.commands = commands
        step.spokenInstructions = spoken
        return step
    }
}
