// A placeholder for a step that nothing here can show. It lets the author of a task see which step that is, and the
// task can go on.

internal import Research

/// Shows the identifier and type of a step that nothing else can show.
open class DebugStepViewController: RSDStepViewController {
    open override func setupHeader(_ header: RSDStepNavigationView) {
        super.setupHeader(header)
        stepTitleLabel?.text = uiStep?.title ?? step.identifier
        stepDetailLabel?.text = "\(step.stepType.rawValue): \(path.stepPath(to: step.identifier))"
    }
}
