// How a level goes on and back. What it decides is in `PathDecision`.

internal import FoundationEssentials
internal import Timebase

extension RSDTaskViewModel {
    /// The outermost level.
    public final var root: RSDTaskViewModel { parentLevel?.root ?? self }
    /// The innermost level that is open.
    public final var currentNode: RSDTaskViewModel { currentChild?.currentNode ?? self }
    /// The level above.
    public final var parentLevel: RSDTaskViewModel? { parent as? RSDTaskViewModel }

    /// Where the whole run stands.
    public final var position: PathPosition {
        var levels: [PathPosition.Level] = []
        var level: RSDTaskViewModel? = root
        while let here = level {
            levels.append(
                PathPosition.Level(
                    identifier: here.identifier,
                    stepIdentifier: here.currentStepIdentifier,
                    isFirstStep: here.taskResult.stepHistory.count <= 1
                )
            )
            level = here.currentChild
        }
        return PathPosition(levels: levels)
    }

    /// What the navigator knows besides the result.
    final var context: NavigationContext {
        NavigationContext(cohorts: root.cohorts, trackingRules: root.trackingRules)
    }

    final func decideForward() -> PathDecision {
        guard let task else { return .fetch(self) }
        let from = root.position
        let previous = currentStep
        let destination = task.stepNavigator.step(after: previous, with: taskResult, in: context)
        guard let step = destination.step else {
            return parentLevel == nil
                ? .endTask(isEarlyExit: destination.ending == .exit) : .endLevel(self)
        }
        currentStep = step
        if let inner = child(for: step) {
            currentChild = inner
            return inner.moveForward()
        }
        currentChild = nil
        var result = step.instantiateStepResult()
        date(&result)
        taskResult.appendStepHistory(with: result)
        return .show(
            StepMove(
                step: step,
                level: self,
                previousStep: previous,
                direction: destination.direction,
                from: from,
                to: root.position,
                completesTask: parentLevel == nil
                    && !task.stepNavigator.hasStep(after: step, with: taskResult, in: context)
            )
        )
    }

    final func decideBackward() -> PathDecision {
        guard let task, let step = currentStep,
            let target = task.stepNavigator.step(before: step, with: taskResult, in: context)
        else { return .stay }
        let from = root.position
        currentStep = target
        return .show(
            StepMove(
                step: target,
                level: self,
                previousStep: step,
                direction: .reverse,
                from: from,
                to: root.position,
                completesTask: false
            )
        )
    }

    final func giveResultUp() {
        guard let parent = parentLevel else { return }
        taskResult.endDate = Date(timekeeper.reading().realtime)
        parent.taskResult.appendStepHistory(with: taskResult)
        parent.currentChild = nil
    }

    final func date(_ result: inout any RSDResult) {
        let now = Date(timekeeper.reading().realtime)
        result.startDate = now
        result.endDate = now
    }

    private func child(for step: any RSDStep) -> RSDTaskViewModel? {
        if let child = children[step.identifier] { return child }
        let child: RSDTaskViewModel? =
            if let section = step as? any RSDSectionStep {
                RSDTaskViewModel(task: section, parent: self, timekeeper: timekeeper)
            } else if let subtask = step as? any RSDSubtaskStep {
                RSDTaskViewModel(
                    task: subtask.task,
                    identifier: subtask.identifier,
                    parent: self,
                    timekeeper: timekeeper
                )
            } else if let info = step as? any RSDTaskInfoStep {
                RSDTaskViewModel(taskInfo: info, parent: self, timekeeper: timekeeper)
            } else {
                nil
            }
        children[step.identifier] = child
        return child
    }
}
