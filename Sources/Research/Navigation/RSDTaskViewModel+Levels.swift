// The levels of a run, its current position, and code that all moves share. A level is the task, or a section or
// subtask within it.

extension RSDTaskViewModel {
    /// The outermost level.
    public final var root: RSDTaskViewModel {
        var level = self
        while let above = level.parentLevel { level = above }
        return level
    }

    /// The innermost level that is open.
    public final var currentNode: RSDTaskViewModel {
        var level = self
        while let inner = level.currentChild { level = inner }
        return level
    }

    /// The level that contains this one.
    public final var parentLevel: RSDTaskViewModel? { parent as? RSDTaskViewModel }

    /// The current position of the whole run.
    public final var position: PathPosition {
        var levels: [PathPosition.Level] = []
        var level: RSDTaskViewModel? = root
        while let here = level {
            levels.append(
                PathPosition.Level(
                    identifier: here.identifier,
                    stepIdentifier: here.currentStepIdentifier,
                    isFirstStep: here.isFirstStepOfLevel
                )
            )
            level = here.currentChild
        }
        return PathPosition(levels: levels)
    }

    /// True if no step was shown before the current one, at this level and all levels above.
    public final var isFirstStep: Bool {
        isFirstStepOfLevel && (parentLevel?.isFirstStep ?? true)
    }

    /// True if there is a step after the current one within the task.
    public final var hasStepAfter: Bool { currentNode.hasStepAfter(innerEnding: nil) }

    /// True if the participant can go back from the current step.
    public final var hasStepBefore: Bool { currentNode.hasStepBeforeHere }

    /// The progress of the run; `nil` if it should not be shown.
    ///
    /// If the progress of a section is only an estimate, the level above decides.
    public final var progress: RSDTaskProgress? { currentNode.progressHere }
}

extension RSDTaskViewModel {
    private var isFirstStepOfLevel: Bool {
        if isBesideRun { return false }
        return switch taskResult.stepHistory.count {
        case 0: true
        case 1: taskResult.stepHistory[0].identifier == currentStepIdentifier
        default: false
        }
    }

    private func hasStepAfter(innerEnding: StepDestination.Ending?) -> Bool {
        if isBesideRun { return parentLevel?.hasStepAfter(innerEnding: nil) ?? false }
        guard task != nil else { return true }
        let destination = destination(isPeeking: true, after: innerEnding)
        guard destination.step == nil else { return true }
        let ending = destination.ending ?? .end
        guard ending != .exit else { return false }
        return parentLevel?.hasStepAfter(innerEnding: ending) ?? false
    }

    private var hasStepBeforeHere: Bool {
        guard !forbidsGoingBack else { return false }
        return stepBefore(isPeeking: true) != nil || parentLevel?.hasStepBeforeHere ?? false
    }

    private var progressHere: RSDTaskProgress? {
        guard let task, let currentStep else { return parentLevel?.progressHere }
        let own = task.stepNavigator.progress(
            for: currentStep,
            with: taskResult,
            in: context(isPeeking: true, after: nil)
        )
        guard let own, own.isEstimated else { return own }
        return parentLevel?.progressHere ?? own
    }

    /// True if the current step forbids going back.
    final var forbidsGoingBack: Bool {
        currentStep?.forbidsGoingBack(with: taskResult) ?? false
    }

    /// Returns the step to go back to; skips sections in which no step was shown.
    final func stepBefore(isPeeking: Bool) -> (any RSDStep)? {
        guard let task, var step = currentStep else { return nil }
        let context = context(isPeeking: isPeeking, after: nil)
        // Only a section in which no step was shown continues the search, so the number of sections limits the rounds.
        for _ in 0...children.count {
            let before = task.stepNavigator.step(before: step, with: taskResult, in: context)
            guard let before else { return nil }
            guard let inner = children[before.identifier], inner.task != nil,
                inner.lastShownStep == nil
            else { return before }
            step = before
        }
        return nil
    }

    /// The last step that was shown at this level; a section counts if a step was shown in it.
    final var lastShownStep: (any RSDStep)? {
        for entry in taskResult.stepHistory.reversed() {
            guard let step = task?.stepNavigator.step(with: entry.identifier) else { continue }
            guard let inner = children[step.identifier], inner.task != nil else { return step }
            if inner.lastShownStep != nil { return step }
        }
        return nil
    }

    /// Returns the navigator's next destination; skips steps that abbreviated instructions omit.
    final func destination(
        isPeeking: Bool,
        after innerEnding: StepDestination.Ending?,
        towards target: String? = nil
    ) -> StepDestination {
        guard let task else { return .ends(.end) }
        var context = context(isPeeking: isPeeking, after: innerEnding)
        context.target = target
        var destination = task.stepNavigator.step(after: currentStep, with: taskResult, in: context)
        guard root.shouldShowAbbreviatedInstructions else { return destination }
        // An omitted step has no answers, so only peek: this ignores the rules that depend on answers.
        context = context.peeking
        context.innerEnding = nil
        context.target = nil
        var leftOut: Set<String> = []
        while let step = destination.step as? any RSDInstructionStep, step.fullInstructionsOnly {
            guard leftOut.insert(step.identifier).inserted else { return .ends(.end) }
            destination = task.stepNavigator.step(after: step, with: taskResult, in: context)
        }
        return destination
    }

    private func context(
        isPeeking: Bool,
        after innerEnding: StepDestination.Ending?
    ) -> NavigationContext {
        followHistory()
        let root = root
        var context = NavigationContext(
            cohorts: root.cohorts,
            trackingRules: root.trackingRules,
            isPeeking: isPeeking,
            history: history,
            innerEnding: innerEnding
        )
        var level = parentLevel
        while let around = level {
            context.resultsAround.append(around.taskResult)
            level = around.parentLevel
        }
        return context
    }

    /// Remembers the position and the step before a move, because a move may take several decisions.
    final func beginMove() {
        let root = root
        if root.pending.departure == nil {
            root.pending.departure = PendingMove.Departure(position: root.position, step: nil)
        }
        if let currentStep { root.pending.departure?.step = currentStep }
    }

    /// Creates the move from the remembered departure to a step, and forgets the departure.
    final func move(
        to step: any RSDStep,
        _ direction: RSDStepDirection,
        _ cause: StepMove.Cause
    ) -> StepMove {
        let root = root
        let departure = root.pending.departure
        root.pending.departure = nil
        return StepMove(
            step: step,
            level: self,
            previousStep: departure?.step,
            direction: departure?.isReverse == true ? .reverse : direction,
            from: departure?.position ?? PathPosition(),
            to: root.position,
            completesTask: !hasStepAfter(innerEnding: nil),
            cause: cause
        )
    }

    /// Returns the level of a section, a subtask or a task to be fetched.
    ///
    /// `nil` for a single step, and for a section or subtask that the host shows as one step.
    final func child(for step: any RSDStep) -> RSDTaskViewModel? {
        if root.isShownAsOneStep?(step) == true { return nil }
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

extension RSDTaskViewModel {
    /// Returns the level of a section, a subtask or a task to be fetched.
    ///
    /// `nil` for a single step, and for a section or subtask that the host shows as one step.
    public final func pathComponent(for step: any RSDStep) -> RSDTaskViewModel? { child(for: step) }
}
