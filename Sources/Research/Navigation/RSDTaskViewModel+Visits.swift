// Lets a host show a step before the run reaches it. If its result were in the run's history, the participant could go
// back to a step that the run has not reached. So the step gets a level of its own until it is left.

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
    /// The answers become the step's previous result, which is used when the run reaches the step. The recordings are
    /// added to the async results.
    package final func endVisit() {
        guard isBesideRun, !isVisitOver, let run = parentLevel else { return }
        isVisitOver = true
        run.keep(recordings: taskResult.asyncResults ?? [])
        if let result = findResult(for: identifier) { run.keepAsPrevious(result) }
    }
}
