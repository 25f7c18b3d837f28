// A cohort is spelled in two places: where an answer puts the participant into it, and where a rule requires it. A
// misspelling in either makes a rule that never applies.

extension StudyRule {
    /// Reports cohorts that a step requires but no answer gives.
    ///
    /// If an answer gives a cohort with a similar name, the required one is probably misspelt, which is a fault.
    /// Otherwise the host may put participants into the cohort, so it is only noted.
    static let knownCohorts = StudyRule(withNotes: { study in
        var found = RSDTaskFileFindings(faults: [])
        let rules = study.questions.flatMap { $0.field.surveyRules ?? [] }
        let given = Set(rules.compactMap { ($0 as? RSDComparableSurveyRuleObject)?.cohort })
        // A rule of an app may give any cohort, so nothing is reported then.
        guard rules.allSatisfy({ $0 is RSDComparableSurveyRuleObject }) else { return found }
        for level in study.levels {
            for (number, step) in level.steps.enumerated() {
                guard let step = step as? any RSDCohortNavigationStep else { continue }
                let place = level.path.appending("steps").appending(number)
                for (key, rules) in [
                    ("beforeCohortRules", step.beforeCohortRules),
                    ("afterCohortRules", step.afterCohortRules),
                ] {
                    judge(rules ?? [], of: study, by: given, at: place.appending(key), into: &found)
                }
            }
        }
        return found
    })

    private static func judge(
        _ rules: [any RSDCohortNavigationRule],
        of study: Study,
        by given: Set<String>,
        at path: JSONPath,
        into found: inout RSDTaskFileFindings
    ) {
        for (number, rule) in rules.enumerated() {
            for cohort in rule.requiredCohorts.subtracting(given).sorted() {
                let nearest = study.suggestions.nearest(to: cohort, among: given.sorted())
                    .flatMap { isSlip(cohort, for: $0) ? $0 : nil }
                let fault = RSDTaskFileFault(
                    "no answer of the task puts anybody into the cohort '\(cohort)'",
                    at: path.appending(number).appending("requiredCohorts"),
                    expected: nearest == nil
                        ? "write the cohort of a survey rule, or have the host put the participant into it"
                        : "write the cohort of a survey rule",
                    nearest: nearest,
                    isHarmless: true
                )
                if nearest == nil { found.notes.append(fault) } else { found.faults.append(fault) }
            }
        }
    }

    /// True if two names differ by a typing error, and not on purpose, as `armA` and `armB` or `active` and `inactive`
    /// do.
    private static func isSlip(_ name: String, for other: String) -> Bool {
        func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
        let (first, second) = (letters(name), letters(other))
        guard name.filter(\.isNumber) == other.filter(\.isNumber) else { return false }
        if first == second { return true }
        // A prefix changes the meaning, as in `inactive`.
        if first.hasSuffix(second) || second.hasSuffix(first) { return false }
        return NearestName.distance(Array(first), Array(second)) == 1
            && (first.count != second.count || first.sorted() == second.sorted())
    }
}
