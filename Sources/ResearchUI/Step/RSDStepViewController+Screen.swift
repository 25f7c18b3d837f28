// Handles how a step appears and disappears, and finds its result.

internal import FoundationEssentials
internal import Research
internal import Timebase

extension RSDStepViewController {
    // MARK: The step

    final func noteModel(instead earlier: (any RSDStepViewPathComponent)?) {
        precondition(
            earlier == nil || isFirstAppearance,
            "the stepViewModel of a controller that has been shown cannot be replaced; make another "
                + "controller"
        )
    }

    final var levelOfRun: RSDTaskViewModel { stepViewModel.taskViewModel ?? detachedLevel }

    final func resultInHistory() -> any RSDResult {
        if let found = stepViewModel.findStepResult() { return found }
        var result = step.instantiateStepResult()
        result.startDate = nowAsDate
        result.endDate = result.startDate
        stepViewModel.updateStepResult(result)
        return result
    }

    final var nowAsDate: Date { Date(stepViewModel.timekeeper.reading().realtime) }

    // MARK: Appearing

    final func prepareToAppear() {
        view.words = host?.words
        if isFirstAppearance { setupViews() } else { updateButtons() }
    }

    final func noteAppearance() {
        isVisible = true
        isInBackground = false
        notePresence()
        if activeStep?.commands.contains(.shouldDisableIdleTimer) == true, screenLock == nil {
            screenLock = services.keepScreenOn
            screenLock?(true)
        }
        guard isFirstAppearance else { return }
        isFirstAppearance = false
        var result = currentResult
        result.startDate = nowAsDate
        result.endDate = max(result.startDate, result.endDate)
        currentResult = result
        // If the host says when the step may begin, the timer waits until the recorders run.
        mayBegin = !(host?.tellsWhenStepMayBegin ?? false)
        performStartCommands()
    }

    /// Resets all requests to leave the step.
    private func notePresence() {
        (hasCalledGoForward, hasCalledGoBack, isLeft) = (false, false, false)
    }

    final func noteDisappearance() {
        isVisible = false
        screenLock?(false)
        screenLock = nil
    }

    final func noteThatItStayed() {
        notePresence()
        // The attempt to leave has stopped the timer: start it again if it starts automatically.
        if isVisible, usesTimer, isAutomatic, hasStopped, !timer.isOver { startAutomatically() }
    }
}
