// Stands in for the controller of a step that nothing here can show, so that whoever writes a task sees
// which step that is, and the task goes on.

internal import Research

/// Shows what step it is, where nothing else can show it.
open class DebugStepViewController: RSDStepViewController {
    open override func setupHeader(_ header: RSDStepNavigationView) {
        super.setupHeader(header)
        stepTitleLabel?.text = uiStep?.title ?? step.identifier
        stepDetailLabel?.text = "\(step.stepType.rawValue): \(path.stepPath(to: step.identifier))"
    }
}
