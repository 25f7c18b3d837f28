// A step of the run that a host shows before the run has come to it. In the history, which is the way that the
// run took, it would lead back to where nobody was: it has a level of its own until it is left.

extension RSDTaskViewModel {
    /// The level for a step that is shown beside this one's.
    ///
    /// That is this level, unless the step is one that the run has still to come to.
    package final func levelOfVisit(to step: any RSDStep) -> RSDTaskViewModel {
        let identifier = step.identifier
        guard knows(identifier), findResult(for: identifier) == nil else { return self }
        let level = RSDTaskViewModel(
            task: RSDTaskObject(identifier: identifier, steps: [step]),
            parent: self,
            timekeeper: timekeeper
        )
        level.isBesideRun = true
        if let earlier = shelf[identifier] { level.shelf.put(earlier) }
        // Whoever shows it keeps no level.
        levelsBeside[identifier] = level
        return level
    }

    /// Keeps what came of a visit: the answers for when the run comes to the step, and what was recorded
    /// beside the steps.
    package final func endVisit() {
        guard isBesideRun, !isVisitOver, let run = parentLevel else { return }
        isVisitOver = true
        run.keep(recordings: taskResult.asyncResults ?? [])
        if let result = findResult(for: identifier) { run.shelve(result) }
    }
}
