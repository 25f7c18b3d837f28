// The moves of a level: forward, backward, and to a named step. `PathDecision` is their outcome;
// `RSDTaskViewModel+Levels` has the code that they share.

extension RSDTaskViewModel {
    final func decideForward() -> PathDecision {
        // A level that was restored with its fetched task resumes within its child, which does not go on yet.
        if let currentChild, pending.afterFetch == nil { return currentChild.moveForward() }
        beginMove()
        guard task != nil else { return .fetch(self) }
        setUpTracking()
        switch pending.afterFetch {
        case .resume:
            pending.afterFetch = nil
            return resumeDecision()
        case .returnToEnd:
            pending.afterFetch = nil
            return returnToEnd()
        case nil:
            break
        }
        leaveStep()
        if let target = pending.jumpTarget {
            pending.jumpTarget = nil
            return go(toNamed: target)
        }
        if let target = jumpTargetAbove { return end(.unknown(target)) }
        if pending.innerEnding == .exit { return end(.exit) }
        let destination = destination(isPeeking: false, after: pending.innerEnding)
        pending.innerEnding = nil
        return go(to: destination)
    }

    /// Goes to the step that follows in order, ignoring the rules of the current step.
    private func goInOrder() -> PathDecision {
        guard task != nil, currentStep != nil, pending.afterFetch == nil else {
            return moveForward()
        }
        leaveStep()
        return go(
            to: destination(isPeeking: false, after: nil, towards: RSDIdentifier.nextStep)
        )
    }

    private func go(to destination: StepDestination) -> PathDecision {
        let destination = passingTrackedSteps(from: destination)
        guard let step = destination.step else { return end(destination.ending ?? .end) }
        return go(to: step, destination.direction, cause: .forward)
    }

    final func decideBackward() -> PathDecision {
        if let currentChild { return currentChild.moveBackward() }
        let earlier = root.pending.departure
        beginMove()
        dateEndOfStep()
        let decision = goBack()
        if case .stay = decision { root.pending.departure = earlier }
        return decision
    }

    final func decideJump(to identifier: String) -> PathDecision {
        switch identifier {
        case RSDIdentifier.exit: return exit()
        case RSDIdentifier.nextStep: return currentNode.goInOrder()
        case RSDIdentifier.nextSection:
            let innermost = currentNode
            innermost.leaveStep()
            return innermost.end(.nextSection)
        default: break
        }
        if !knows(identifier), let currentChild { return currentChild.jump(to: identifier) }
        var owner: RSDTaskViewModel? = self
        while let level = owner, !level.knows(identifier) { owner = level.parentLevel }
        guard let owner else { return .stay }
        let innermost = owner.currentNode
        innermost.leaveStep()
        if innermost === owner { return owner.go(toNamed: identifier) }
        owner.pending.jumpTarget = identifier
        return innermost.end(.unknown(identifier))
    }

    final func decideExit() -> PathDecision {
        root.currentNode.leaveStep()
        return .endTask(isEarlyExit: true)
    }

    /// Leaves the current step: remembers the position, sets the end date, and applies the answers to the cohorts.
    private func leaveStep() {
        beginMove()
        dateEndOfStep()
        applyAnswersToCohorts()
    }

    final func knows(_ identifier: String) -> Bool {
        task?.stepNavigator.step(with: identifier) != nil
    }

    /// The step that a level above goes to once this level is closed.
    private var jumpTargetAbove: String? {
        var level = parentLevel
        while let here = level {
            if let target = here.pending.jumpTarget { return target }
            level = here.parentLevel
        }
        return nil
    }

    /// Goes to a step of this level that a caller has named.
    private func go(toNamed identifier: String) -> PathDecision {
        pending.innerEnding = nil
        guard let step = task?.stepNavigator.step(with: identifier) else { return .stay }
        followHistory()
        let isBehind = history.contains(identifier)
        return go(to: step, isBehind ? .reverse : .forward, cause: .jump)
    }

    /// Goes to a step; if it was shown before, the results since then move to the previous results.
    private func go(
        to step: any RSDStep,
        _ direction: RSDStepDirection,
        cause: StepMove.Cause
    ) -> PathDecision {
        if direction == .reverse {
            keepAsPrevious(from: step.identifier)
            root.pending.departure?.isReverse = true
        }
        currentStep = step
        if let inner = child(for: step) {
            inner.startAfresh()
            currentChild = inner
            return inner.moveForward()
        }
        return show(step, direction, cause)
    }

    /// Shows a step, and appends a new result for it.
    private func show(
        _ step: any RSDStep,
        _ direction: RSDStepDirection,
        _ cause: StepMove.Cause
    ) -> PathDecision {
        currentChild = nil
        var result = step.instantiateStepResult()
        if var whole = result as? any RSDTaskResult {
            whole.taskRunUUID = taskResult.taskRunUUID
            result = whole
        }
        result.startDate = now
        result.endDate = result.startDate
        append(result)
        visits[step.identifier, default: 0] += 1
        return .show(move(to: step, direction, cause))
    }

    /// Goes back at this level, even if a level within it is open; without an earlier step, at the level above.
    private func goBack() -> PathDecision {
        guard !forbidsGoingBack else { return .stay }
        if let target = stepBefore(isPeeking: false) {
            return goBack(to: target)
        }
        return parentLevel?.goBack() ?? .stay
    }

    private func goBack(to target: any RSDStep) -> PathDecision {
        currentChild = nil
        pending.innerEnding = nil
        keepAsPrevious(from: target.identifier)
        currentStep = target
        guard let inner = child(for: target) else { return show(target, .reverse, .back) }
        currentChild = inner
        guard inner.task != nil else {
            inner.pending.afterFetch = .returnToEnd
            return .fetch(inner)
        }
        return inner.returnToEnd()
    }

    /// Goes to the last step that was shown at this level; if none was, goes back at the level above.
    private func returnToEnd() -> PathDecision {
        guard let last = lastShownStep else { return parentLevel?.goBack() ?? .stay }
        return goBack(to: last)
    }

    /// Ends this level; ending the root ends the task.
    private func end(_ ending: StepDestination.Ending) -> PathDecision {
        guard parentLevel != nil else { return .endTask(isEarlyExit: ending == .exit) }
        pending.ending = ending
        root.pending.departure?.isReverse = false
        return .endLevel(self)
    }
}
