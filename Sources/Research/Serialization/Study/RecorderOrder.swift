// A recorder that is to stop before it starts records to the end of its level, which nobody wanted.

extension StudyRule {
    /// The step at whose end a recorder stops is not over when the recorder starts.
    static let recorderOrder = StudyRule { study in
        study.levels.flatMap { level -> [RSDTaskFileFault] in
            guard let actions = level.task.asyncActions, !actions.isEmpty else { return [] }
            let order = RecorderOrder(level, study)
            return actions.enumerated().compactMap { number, action in
                guard let start = action.startStepIdentifier, let stop = action.stopStep,
                    order.isOver(stop, before: start)
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

/// The order of the steps of a level and of those below it.
private struct RecorderOrder {
    private let level: Study.Level
    private let study: Study
    /// Where each step is at the level, itself or within another one; `nil` for a name that there is twice.
    private var places: [String: Int?] = [:]

    init(_ level: Study.Level, _ study: Study) {
        self.level = level
        self.study = study
        for (place, step) in level.steps.enumerated() {
            for name in Self.names(of: step) {
                places[name] = places.keys.contains(name) ? .some(nil) : place
            }
        }
    }

    private static func names(of step: any RSDStep) -> [String] {
        let inner = TaskRules.level(of: step).flatMap { TaskRules.steps(of: $0) }
        return [step.identifier] + (inner ?? []).flatMap(names)
    }

    /// Whether no way leads from the beginning of one step to the end of another.
    func isOver(_ stop: String, before start: String) -> Bool {
        guard start != stop, let first = places[start] ?? nil, let last = places[stop] ?? nil,
            last <= first
        else { return false }
        // A rule may lead back, also into the same section once more.
        if StepGraph(level).leads(from: first, to: last) { return false }
        guard first == last else { return true }
        let step = level.steps[first]
        // What goes around the other is over after it.
        guard step.identifier != start, step.identifier != stop else { return false }
        let inner = study.levels.first { $0.path.components.starts(with: place(first)) }
        return inner.map { RecorderOrder($0, study).isOver(stop, before: start) } ?? false
    }

    private func place(_ number: Int) -> [JSONPath.Component] {
        level.path.appending("steps").appending(number).components
    }
}
