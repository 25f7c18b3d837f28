// Describes the run to the shown step, by asking the ResearchKit-style host.

internal import Research
public import ResearchUI
public import Timebase

/// The model of a step whose host decides what is before and after it.
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
    /// The action of a button that the shown step does not define.
    ///
    /// It comes from the `ORKStep` that stands for the shown step, or from the task around it.
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
        // An `RSDTaskViewController` that shows this step marks its recorders together with those of the task.
        if !(hostedBy?.host is RSDTaskViewController) {
            for recorder in recorders { recorder.mark(name, at: instant) }
        }
        outerHost?.mark(name, at: instant)
    }
    public final func answersDidChange() {
        delegate?.stepViewControllerResultDidChange(self)
    }
}
