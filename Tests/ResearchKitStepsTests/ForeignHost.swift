// A host of step controllers that is no task controller of ours, and never says when a step may begin.

import Research
import ResearchKitSteps
import ResearchUI
import Testing
import Timebase
import ViewTree

/// Shows step controllers, and writes down what they want of the run.
@MainActor
final class ForeignHost: RSDStepHost {
    let services = StepServices.silent
    var words = StepWords()
    let canSaveTaskProgress = true
    let tellsWhenStepMayBegin = false
    private(set) var requests: [String] = []

    func goForward() { requests.append("forward") }
    func goBack() { requests.append("back") }
    func handleTaskCancelled(shouldSave: Bool) { requests.append("cancel, save \(shouldSave)") }
    func answersDidChange() { requests.append("answers") }

    /// Shows the first step of a task.
    static func show(_ step: ORKStep) throws -> (RSDStepViewController, ForeignHost) {
        let level = RSDTaskViewModel(
            task: RSDTaskObject(identifier: "task", steps: [step]),
            timekeeper: ManualTimekeeper()
        )
        _ = level.moveForward()
        let made = step.instantiateViewController(with: level)
        let controller = try #require(made as? RSDStepViewController)
        let host = ForeignHost()
        controller.host = host
        controller.appear()
        return (controller, host)
    }
}
