// A host that knows ResearchKit's conventions, and writes down what it hears.

import FoundationEssentials
import Research
import ResearchKitSteps
import ResearchUI
import Timebase
import ViewTree

/// Shows steps in ResearchKit's manner.
@MainActor
final class OrkHost: ORKStepViewControllerDelegate {
    var heard: [String] = []
    var hasPrevious = true
    var hasNext = true
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
    ) { heard.append("\(recorder.configuration.identifier) failed") }

    func stepViewControllerWillAppear(_ stepViewController: ORKStepViewController) {
        heard.append("will appear")
        onAppear?(stepViewController)
    }

    func stepViewControllerHasPreviousStep(_ controller: ORKStepViewController) -> Bool {
        hasPrevious
    }

    func stepViewControllerHasNextStep(_ controller: ORKStepViewController) -> Bool { hasNext }
}

/// A recorder that does what a test says.
@MainActor
final class PlainRecorder: RSDAsyncActionController {
    weak var delegate: (any RSDAsyncActionControllerDelegate)?
    var status = RSDAsyncActionStatus.idle
    var isPaused = false
    var result: (any RSDResult)?
    var error: (any Error)?
    let configuration: any RSDAsyncActionConfiguration
    let path: any RSDPathComponent = RSDStandalonePath(identifier: "host")
    var failsToStart = false

    init(_ identifier: String) {
        configuration = RSDStandardAsyncActionConfiguration(
            identifier: identifier,
            type: "plain"
        )
    }

    func requestPermissions() async throws -> RSDAsyncActionStatus { .permissionGranted }
    func start() async throws {
        if failsToStart { throw RecorderError.finished(identifier: "x") }
        status = .running
    }
    func stop() async throws -> (any RSDResult)? {
        if status == .running {
            result = RSDAnswerResultObject(
                identifier: configuration.identifier,
                answerType: RSDAnswerResultType(baseType: .integer),
                value: .integer(1),
                startDate: Date(timeIntervalSince1970: 0)
            )
        }
        status = .finished
        return result
    }
    func pause() {}
    func resume() {}
    func cancel() { status = .cancelled }
    func moveTo(step: any RSDStep, taskPath: any RSDPathComponent) {}
}

extension ORKStepViewController {
    /// The buttons on the screen, by what they are for.
    var buttons: [String: String?] {
        var found: [String: String?] = [:]
        screen.forEach { node in
            if case .button(let button) = node.content, let action = button.action {
                found[action] = button.title
            }
        }
        return found
    }

    /// Presses the button that is for something; `false` where there is none.
    @discardableResult
    func press(_ action: String) -> Bool {
        var place: ViewID?
        screen.forEach { node in
            if case .button(let button) = node.content, button.action == action { place = node.id }
        }
        return place.map { receive(.tapped($0)) } ?? false
    }
}

/// Lets all that is ready on the main actor run.
@MainActor
func settle() async {
    for _ in 0..<30 { await Task.yield() }
}
