// A recorder that is to stop before it starts records to the end of its level, which nobody wanted.

extension StudyRule {
    /// The step at whose end a recorder stops is not over when the recorder starts.
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
    /// Whether no way leads from the beginning of one step to the end of another, each of this level or within it.
    fileprivate func isOver(_ stop: String, before start: String) -> Bool {
        guard start != stop, let first = places[start] ?? nil, let last = places[stop] ?? nil,
            last <= first
        else { return false }
        // A rule may lead back, also into the same section once more.
        if graph.leads(from: first, to: last) { return false }
        guard first == last else { return true }
        let step = steps[first]
        // What goes around the other is over after it.
        guard step.identifier != start, step.identifier != stop else { return false }
        return inner[first]?.isOver(stop, before: start) ?? false
    }
}
