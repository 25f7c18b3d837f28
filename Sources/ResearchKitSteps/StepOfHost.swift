// What the step within knows of the run: what the host in ResearchKit's manner says.

internal import Research
public import ResearchUI

/// A step of a host that is asked for what is before and behind it.
final class StepOfHost: RSDStepViewModel {
    private weak var owner: ORKStepViewController?

    init(_ owner: ORKStepViewController, step: any RSDStep, parent: RSDTaskViewModel) {
        self.owner = owner
        super.init(step: step, parent: parent, timekeeper: parent.timekeeper)
    }

    override var hasStepAfter: Bool { owner?.hasNextStep() ?? false }
    override var canNavigateBackward: Bool { owner?.hasPreviousStep() ?? false }
    override var isFirstStep: Bool { !canNavigateBackward }
    override var progress: RSDTaskProgress? { nil }
}

extension ORKStepViewController: RSDStepHost {
    public final var canSaveTaskProgress: Bool { taskViewController?.canSaveTaskProgress ?? false }
    public final var tellsWhenStepMayBegin: Bool { true }
    public final func goBack() { goBackward() }
    public final func jump(to identifier: String) { taskViewController?.jump(to: identifier) }
    public final func handleTaskCancelled(shouldSave: Bool) {
        taskViewController?.handleTaskCancelled(shouldSave: shouldSave)
    }
    public final func stepFinished() { taskViewController?.stepFinished() }
    public final func startBackgroundAudioSessionIfNeeded() {
        taskViewController?.startBackgroundAudioSessionIfNeeded()
    }
    public final func answersDidChange() {
        delegate?.stepViewControllerResultDidChange(self)
    }
}
