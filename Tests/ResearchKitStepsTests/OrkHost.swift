// A host that implements ResearchKit's delegate, and logs its calls.

import FoundationEssentials
import Research
import ResearchKitSteps
import ResearchUI
import TaskEngine
import Testing
import Timebase
import ViewTree

/// A delegate of ORK steps that logs its calls.
@MainActor
final class OrkHost: ORKStepViewControllerDelegate {
    var heard: [String] = []
    /// The errors of failed recorders.
    private(set) var failures: [any Error] = []
    var hasPrevious = true
    var hasNext = true
    var takesCancel = true
    var onAppear: ((ORKStepViewController) -> Void)?

    func stepViewController(
        _ stepViewController: ORKStepViewController,
        didFinishWith direction: ORKStepViewControllerNavigationDirection
    ) { heard.append("finished \(direction)") }

    func stepViewControllerResultDidChange(_ stepViewController: ORKStepViewController) {
        heard.append("changed")
    }

    func stepViewControllerDidFail(
        _ stepViewController: ORKStepViewController,
        withError error: (any Error)?
    ) { heard.append("failed: \(error.map { "\($0)" } ?? "")") }

    func stepViewController(
        _ stepViewController: ORKStepViewController,
        recorder: any RSDAsyncActionController,
        didFailWithError error: any Error
    ) {
        heard.append("\(recorder.configuration.identifier) failed")
        failures.append(error)
    }

    func stepViewControllerWillAppear(_ stepViewController: ORKStepViewController) {
        heard.append("will appear")
        onAppear?(stepViewController)
    }

    func stepViewControllerHasPreviousStep(_ controller: ORKStepViewController) -> Bool {
        hasPrevious
    }

    func stepViewControllerHasNextStep(_ controller: ORKStepViewController) -> Bool { hasNext }

    func stepViewControllerTakesCancel(_ controller: ORKStepViewController) -> Bool { takesCancel }
}

/// The error of a broken recorder.
struct Broken: Error {}

/// A recorder that a test controls.
@MainActor
final class PlainRecorder: RSDAsyncActionController {
    /// A call to a recorder.
    enum Call { case ask, start, stop }

    let takesMarks = true
    weak var delegate: (any RSDAsyncActionControllerDelegate)?
    var status = RSDAsyncActionStatus.idle
    var isPaused = false
    var result: (any RSDResult)?
    var error: (any Error)?
    let configuration: any RSDAsyncActionConfiguration
    let path: any RSDPathComponent = RSDStandalonePath(identifier: "host")
    var failsToStart = false
    /// The path of its file; without one, its result is an answer.
    var file: String?
    /// The calls that wait for `letGo()`.
    var held: Set<Call> = []
    private(set) var calls: [Call] = []
    private(set) var marks: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ identifier: String, file: String? = nil) {
        configuration = RSDStandardAsyncActionConfiguration(
            identifier: identifier,
            type: "plain"
        )
        self.file = file
    }

    /// A recorder whose recording replaces the earlier one.
    init(replacing identifier: String, file: String) {
        var microphone = MicrophoneRecorderConfiguration(identifier: identifier)
        microphone.shouldDeletePrevious = true
        configuration = microphone
        self.file = file
    }

    /// Fails while it runs.
    func fail(with error: any Error = Broken()) {
        self.error = error
        delegate?.asyncActionController(self, didFailWith: error)
    }

    /// Lets the waiting calls return.
    func letGo() {
        held = []
        for call in waiting { call.resume() }
        waiting = []
    }

    func mark(_ name: String, at instant: BootInstant?) { marks.append(name) }

    private func take(_ call: Call) async {
        calls.append(call)
        if held.contains(call) { await withCheckedContinuation { waiting.append($0) } }
    }

    func requestPermissions() async throws -> RSDAsyncActionStatus {
        await take(.ask)
        return .permissionGranted
    }
    func start() async throws {
        await take(.start)
        if failsToStart { throw Broken() }
        status = .running
    }
    func stop() async throws -> (any RSDResult)? {
        await take(.stop)
        if failsToStart { throw Broken() }
        if status == .running { result = recorded() }
        status = .finished
        return result
    }
    private func recorded() -> any RSDResult {
        let (identifier, start) = (configuration.identifier, Date(timeIntervalSince1970: 0))
        if let file {
            return RSDFileResultObject(identifier: identifier, startDate: start, relativePath: file)
        }
        return RSDAnswerResultObject(
            identifier: identifier,
            answerType: RSDAnswerResultType(baseType: .integer),
            value: .integer(1),
            startDate: start
        )
    }
    func pause() {}
    func resume() {}
    func cancel() { status = .cancelled }
    func moveTo(step: any RSDStep, taskPath: any RSDPathComponent) {}
}

extension UIViewController {
    /// The titles of the buttons on the screen, by action.
    var buttons: [String: String?] {
        var found: [String: String?] = [:]
        screen.forEach { node in
            if case .button(let button) = node.content, let action = button.action {
                found[action] = button.title
            }
        }
        return found
    }

    /// Presses the button with this action; returns false if there is none.
    @discardableResult
    func press(_ action: String) -> Bool {
        var place: ViewID?
        screen.forEach { node in
            if case .button(let button) = node.content, button.action == action { place = node.id }
        }
        return place.map { receive(.tapped($0)) } ?? false
    }
}

/// Yields 30 times, so that other tasks of the main actor run.
@MainActor
func settle() async {
    for _ in 0..<30 { await Task.yield() }
}

/// Waits until a condition holds; if it never does, the test fails.
@MainActor
func until(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () -> Bool
) async {
    for _ in 0..<10_000 where !holds() { try? await Task.sleep(for: .milliseconds(1)) }
    #expect(holds(), "what is waited for did not happen", sourceLocation: sourceLocation)
}

/// A step with a timer of five seconds that starts by itself.
@MainActor
enum Walk {
    static func step(endsTask: Bool = false) -> KnownStep {
        let active = RSDActiveUIStepObject(identifier: "walk")
        active.duration = 5
        active.commands = .transitionAutomatically
        active.shouldEndOnInterrupt = endsTask
        return KnownStep(active)
    }

    /// A controller of the step, with a clock that does not move.
    static func controller(
        for host: OrkHost,
        _ recorders: [PlainRecorder]
    ) -> ORKStepViewController {
        let controller = ORKStepViewController(step: step(), result: nil)
        controller.timekeeper = ManualTimekeeper()
        controller.delegate = host
        controller.recorders = recorders
        return controller
    }
}

extension ORKStepViewController {
    /// The clock of the timer that is shown.
    var shownClock: RSDClock? { (children.first as? RSDStepViewController)?.clock }
}

/// A step that remembers its controller while that lives, and gives it recorders.
final class KnownStep: ORKStep {
    weak var made: ORKStepViewController?
    var recorders: [PlainRecorder] = []

    override func makeViewController(with result: ORKResult?) -> ORKStepViewController {
        let controller = super.makeViewController(with: result)
        controller.recorders = recorders
        made = controller
        return controller
    }
}

/// A run of a task with a clock that the test moves.
@MainActor
struct HostedRun {
    let run: RSDTaskViewController
    let clock = ManualTimekeeper()

    init(_ steps: [any RSDStep], _ asyncActions: [any RSDAsyncActionConfiguration]? = nil) {
        run = RSDTaskViewController(
            task: RSDTaskObject(identifier: "task", steps: steps, asyncActions: asyncActions),
            timekeeper: clock
        )
        // Limits that a busy machine does not reach; a test of a limit sets its own.
        run.engine.startLimit = .seconds(3600)
        run.engine.stopLimit = .seconds(3600)
    }

    /// Begins, and goes on to a step.
    func reach(_ identifier: String) async {
        run.appear()
        await settle()
        for _ in 0..<10 where place != identifier {
            run.goForward()
            await settle()
        }
    }

    /// The step that is shown.
    var place: String? { run.currentStepController?.step.identifier }

    /// The identifiers of the recordings in a step's result.
    func recorded(in step: String, of result: (any RSDTaskResult)? = nil) -> [String] {
        let result = result ?? run.taskViewModel.taskResult
        let own = result.findResult(for: step) as? any RSDCollectionResult
        return own?.inputResults.map(\.identifier) ?? []
    }

    /// The async results: files by their paths, and others by their identifiers.
    var besideSteps: [String] {
        (run.taskViewModel.taskResult.asyncResults ?? []).map {
            ($0 as? any RSDFileResult)?.relativePath ?? $0.identifier
        }
    }
}
