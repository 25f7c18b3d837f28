// A task in which no rule leads out of a loop of steps can never be finished: the participant can only cancel it.

extension StudyRule {
    /// Reports loops of steps that no answer leads out of.
    static let endlessLoops = StudyRule { study in
        study.levels.flatMap { level -> [RSDTaskFileFault] in
            guard !level.steps.isEmpty else { return [] }
            let graph = level.graph
            var stuck = graph.reached(from: 0).union([0])
            stuck.subtract(graph.reaching(graph.end))
            stuck.remove(graph.end)
            var faults: [RSDTaskFileFault] = []
            while let place = stuck.min() {
                let loop = graph.loop(behind: place)
                // Only the loop is reported, not the steps that lead into it.
                if let last = loop.max() { stuck.subtract(graph.reaching(last)) }
                stuck.remove(place)
                if let fault = fault(of: loop.sorted(), in: level) { faults.append(fault) }
            }
            return faults
        }
    }

    private static func fault(of loop: [Int], in level: Study.Level) -> RSDTaskFileFault? {
        // The rule that leads back belongs to the last step of the loop.
        guard let last = loop.last else { return nil }
        let names = loop.map { "'\(level.steps[$0].identifier)'" }
        let place = level.path.appending("steps").appending(last)
        return RSDTaskFileFault(
            names.count == 1
                ? "the step \(names[0]) leads to itself, whatever is answered"
                : "no answer leads out of the \(names.count) steps from \(names[0]) to "
                    + names[names.count - 1],
            at: rule(of: level.steps[last], at: place),
            expected: "let a rule or a button lead to another step, or to 'exit'",
            isHarmless: true
        )
    }

    private static func rule(of step: any RSDStep, at place: JSONPath) -> JSONPath {
        if (step as? RSDUIStepObject)?.nextStepIdentifier != nil {
            return place.appending("nextStepIdentifier")
        }
        let fields = (step as? any RSDFormUIStep)?.inputFields ?? []
        let ruled = fields.firstIndex { !($0.surveyRules ?? []).isEmpty }
        return ruled.map { place.appending("inputFields").appending($0).appending("surveyRules") }
            ?? place
    }
}
