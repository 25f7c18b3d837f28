// Rules, results and records name a step by its identifier. Some identifiers have another meaning in rules, or are
// invisible.

extension StudyRule {
    /// Notes identifiers of steps that a rule cannot name or that are not visible in results.
    static let stepNames = StudyRule(withNotes: { study in
        var found = RSDTaskFileFindings(faults: [])
        for level in study.levels {
            for (number, step) in level.steps.enumerated() {
                guard let what = trouble(with: step.identifier) else { continue }
                found.notes.append(
                    RSDTaskFileFault(
                        what,
                        at: level.path.appending("steps").appending(number).appending("identifier"),
                        expected: "give the step another identifier"
                    )
                )
            }
        }
        return found
    })

    private static func trouble(with name: String) -> String? {
        switch name {
        case RSDIdentifier.exit:
            "a rule that leads to '\(name)' leaves the task, so that none leads to this step"
        case RSDIdentifier.nextSection:
            "a rule that leads to '\(name)' leaves the section, so that none leads to this step"
        case RSDIdentifier.nextStep:
            "a rule that leads to '\(name)' goes to the step that follows, so that none leads to this step"
        case "": "results and records name the step by an empty text"
        case _ where name.allSatisfy(\.isWhitespace):
            "results and records name the step by white space alone"
        case _ where name.unicodeScalars.contains { $0.properties.generalCategory == .control }:
            "the name of the step has a line break or another invisible character"
        default: nil
        }
    }
}
