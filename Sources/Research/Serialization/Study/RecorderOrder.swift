// If a recorder's stop step is over before its start step begins, nothing stops the recorder before the end of its
// level. The author probably did not intend that.

extension StudyRule {
    /// Reports recorders whose stop step is over before they start.
    static let recorderOrder = StudyRule { study in
        study.levels.flatMap { level -> [RSDTaskFileFault] in
            guard let actions = level.task.asyncActions, !actions.isEmpty else { return [] }
            return actions.enumerated().compactMap { number, action in
                guard let start = action.startStepIdentifier, let stop = action.stopStep,
                    level.isOver(stop, before: start)
                else { return nil }
                return RSDTaskFileFault(
                    "the step '\(stop)' is over before the step '\(start)', at which "
                        + "'\(action.identifier)' starts",
                    at: level.path.appending("asyncActions").appending(number)
                        .appending("stopStepIdentifier"),
                    expected: "write '\(start)' or a step behind it",
                    isHarmless: true
                )
            }
        }
    }
}

extension Study.Level {
    /// True if the step `stop` cannot end after the step `start` has begun.
    ///
    /// False if the name of one of them is not unique among the steps of this level and below.
    fileprivate func isOver(_ stop: String, before start: String) -> Bool {
        guard start != stop, let first = places[start] ?? nil, let last = places[stop] ?? nil,
            last <= first
        else { return false }
        // A rule may lead back, or into the same section again.
        if graph.leads(from: first, to: last) { return false }
        guard first == last else { return true }
        let step = steps[first]
        // If one step contains the other, `stop` ends after `start` has begun.
        guard step.identifier != start, step.identifier != stop else { return false }
        return inner[first]?.isOver(stop, before: start) ?? false
    }
}
