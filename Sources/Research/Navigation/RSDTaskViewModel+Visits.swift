// Lets a host show a step before the run reaches it. The history is the path of the run; with this step in it, going
// back would lead to a step that the run has not reached. So the step gets a level of its own until it is left.

extension RSDTaskViewModel {
    /// Returns the level for a step that a host shows beside the run.
    ///
    /// It is this level, unless the run has not reached the step yet.
    package final func levelOfVisit(to step: any RSDStep) -> RSDTaskViewModel {
        let identifier = step.identifier
        guard knows(identifier), findResult(for: identifier) == nil else { return self }
        let level = RSDTaskViewModel(
            task: RSDTaskObject(identifier: identifier, steps: [step]),
            parent: self,
            timekeeper: timekeeper
        )
        level.isBesideRun = true
        if let earlier = previous[identifier] { level.previous.put(earlier) }
        // The view model must keep the level, because the caller does not.
        levelsBeside[identifier] = level
        return level
    }

    /// Ends the visit to a step beside the run.
    ///
    /// Its answers are kept for when the run reaches the step, and its recordings are added to the async results.
    package final func endVisit() {
        guard isBesideRun, !isVisitOver, let run = parentLevel else { return }
        isVisitOver = true
        run.keep(recordings: taskResult.asyncResults ?? [])
        if let result = findResult(for: identifier) { run.keepAsPrevious(result) }
    }
}
