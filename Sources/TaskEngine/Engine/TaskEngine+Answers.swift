// Makes a move wait for recorders that are stopping, if their results may matter for the next step: a step that shows
// an answer is skipped if there is no such answer. A move that cannot lead to such a step does not wait, because
// recorders may take seconds to stop.

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

    /// Waits until all stopping recorders have stopped, if the next step may show their results.
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

    /// True if the next step in a level may show an answer, or may be skipped because the answer is missing.
    ///
    /// True also if the next step cannot be determined. False at the last step of a level within another one: when that
    /// level is closed, the run waits before it goes on in the level above.
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
