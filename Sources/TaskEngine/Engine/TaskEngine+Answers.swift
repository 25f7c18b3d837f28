// A step that shows an answer is left out without it, and what has been stopped may have one: then a move waits. A move
// that cannot lead there does not, as recorders may take seconds to be over.

internal import Research

extension TaskEngine {
    /// When a move waits for the answers of what has been stopped.
    enum AnswerWait {
        /// Never: it leads to where somebody was.
        case nothing
        /// Where the step that follows may show one.
        case step
        /// Where any step of the task does.
        case anything
    }

    /// Waits until what has been stopped is over, where what comes next may show what it answers.
    final func waitForAnswers(_ awaited: AnswerWait, in level: RSDTaskViewModel) async {
        guard !isEnding, !fleet.isSettled, taskViewModel.task?.showsAnswers ?? false else { return }
        let waits =
            switch awaited {
            case .nothing: false
            case .step: mayShowAnswer(after: level)
            case .anything: true
            }
        if waits { await pass(.settled) { send(.settle) } }
    }

    /// Whether the step that follows in a level may show an answer, or be left out for want of one.
    ///
    /// True also where that is not plain. The end of a level is asked about where the run goes on above it.
    private func mayShowAnswer(after level: RSDTaskViewModel) -> Bool {
        guard let navigator = level.task?.stepNavigator, let steps = navigator.knownSteps,
            let current = level.currentStep,
            let place = steps.firstIndex(where: { $0.identifier == current.identifier }),
            !(taskViewModel.task is any RSDTrackingTask)
        else { return true }
        let context = NavigationContext(
            cohorts: taskViewModel.cohorts,
            trackingRules: taskViewModel.trackingRules,
            isPeeking: true
        )
        let next = navigator.step(after: current, with: level.taskResult, in: context).step
        guard let next else { return place + 1 < steps.count || level.parentLevel == nil }
        // It leads elsewhere, or something is left out.
        guard place + 1 < steps.count, steps[place + 1].identifier == next.identifier else {
            return true
        }
        if (next as? any RSDInstructionStep)?.fullInstructionsOnly ?? false { return true }
        let below = (next as? any RSDSectionStep) ?? (next as? any RSDSubtaskStep)?.task
        return (next as? any RSDResultSummaryStep)?.resultIdentifier != nil
            || next is any RSDTaskInfoStep || below?.showsAnswers ?? false
    }
}
