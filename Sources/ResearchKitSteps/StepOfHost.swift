// What the step within knows of the run: what the host in ResearchKit's manner says.

internal import Research
public import ResearchUI
public import Timebase

/// A step of a host that is asked for what is before and behind it.
final class StepOfHost: RSDStepViewModel {
    private weak var owner: ORKStepViewController?

    init(_ owner: ORKStepViewController, step: any RSDStep, parent: RSDTaskViewModel) {
        self.owner = owner
        super.init(step: step, parent: parent, timekeeper: parent.timekeeper)
    }

    override var hasStepAfter: Bool { owner?.hasNextStep() ?? false }
    override var canNavigateBackward: Bool { owner?.hasPreviousStep() ?? false }
    override var isFirstStep: Bool { owner?.isFirstOfRun ?? true }
    override var progress: RSDTaskProgress? { nil }

    override func action(for actionType: RSDUIActionType) -> (any RSDUIAction)? {
        super.action(for: actionType) ?? owner?.actionAround(actionType)
    }
}

extension ORKStepViewController {
    /// What a button does by what is around the step that is shown: the step that stands for it, and the
    /// task that this one is in.
    fileprivate final func actionAround(_ button: RSDUIActionType) -> (any RSDUIAction)? {
        if let hostedBy { return hostedBy.stepViewModel.action(for: button) }
        return step.flatMap { $0.action(for: button, on: $0) }
    }
}

extension ORKStepViewController: RSDStepHost {
    public final var canSaveTaskProgress: Bool { outerHost?.canSaveTaskProgress ?? false }
    public final var tellsWhenStepMayBegin: Bool { true }
    public final func goBack() { goBackward() }
    public final func handleTaskCancelled(shouldSave: Bool) { leaveTask(shouldSave: shouldSave) }
    public final func remindLater(_ identifier: String) {
        guard let outerHost else { return leaveTask(shouldSave: canSaveTaskProgress) }
        outerHost.remindLater(identifier)
    }
    public final func stepFinished() { outerHost?.stepFinished() }
    public final func startBackgroundAudioSessionIfNeeded() {
        outerHost?.startBackgroundAudioSessionIfNeeded()
    }
    public final var isInForeground: Bool {
        toldForeground ?? outerHost?.isInForeground ?? services.isInForeground()
    }
    public final var isInterrupted: Bool { outerHost?.isInterrupted ?? false }
    public final func mark(_ name: String, at instant: BootInstant) {
        // A run of ours that shows it as a step marks its recorders with those of the task.
        if !(hostedBy?.host is RSDTaskViewController) {
            for recorder in recorders { recorder.mark(name, at: instant) }
        }
        outerHost?.mark(name, at: instant)
    }
    public final func answersDidChange() {
        delegate?.stepViewControllerResultDidChange(self)
    }
}
