// Makes a move wait for recorders that are stopping, if their results may matter for the next step: a step that shows
// an answer is left out if there is none. A move that cannot lead to such a step does not wait, because recorders may
// take seconds to stop.

internal import Research

extension TaskEngine {
    /// When a move waits for the results of stopping recorders.
    enum AnswerWait {
        /// Never: the move leads back to a step that was shown before.
        case nothing
        /// If the next step may show an answer.
        case step
        /// If any step of the task shows an answer.
        case anything
    }

    /// Waits until all stopping recorders are over, if what comes next may show their results.
    final func waitForAnswers(_ awaited: AnswerWait, in level: RSDTaskViewModel) async {
        guard !isEnding, !coordinator.isSettled, taskViewModel.task?.showsAnswers ?? false
        else { return }
        let waits =
            switch awaited {
            case .nothing: false
            case .step: mayShowAnswer(after: level)
            case .anything: true
            }
        if waits { await pass(.settled) { send(.settle) } }
    }

    /// True if the next step in a level may show an answer, or be left out because there is none.
    ///
    /// True also if that cannot be determined. At the end of a level, the caller asks again in the level above.
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
        // The navigator branches, or leaves steps out.
        guard place + 1 < steps.count, steps[place + 1].identifier == next.identifier else {
            return true
        }
        if (next as? any RSDInstructionStep)?.fullInstructionsOnly ?? false { return true }
        let below = (next as? any RSDSectionStep) ?? (next as? any RSDSubtaskStep)?.task
        return (next as? any RSDResultSummaryStep)?.resultIdentifier != nil
            || next is any RSDTaskInfoStep || below?.showsAnswers ?? false
    }
}
