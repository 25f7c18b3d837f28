// A cohort is spelled in two places: where an answer puts somebody into it, and where a rule asks for it. A slip in
// either makes a rule that applies to nobody.

extension StudyRule {
    /// A cohort that a step asks for is no slip of the pen for one that an answer gives.
    ///
    /// One that is like none of those may be a host's.
    static let knownCohorts = StudyRule { study in
        let rules = study.questions.flatMap { $0.field.surveyRules ?? [] }
        let given = Set(rules.compactMap { ($0 as? RSDComparableSurveyRuleObject)?.cohort })
        // An app's own rule may give any.
        guard !given.isEmpty, rules.allSatisfy({ $0 is RSDComparableSurveyRuleObject }) else {
            return []
        }
        var faults: [RSDTaskFileFault] = []
        for level in study.levels {
            for (number, step) in level.steps.enumerated() {
                guard let step = step as? any RSDCohortNavigationStep else { continue }
                let place = level.path.appending("steps").appending(number)
                faults += slips(in: step.beforeCohortRules, given, at: place, "beforeCohortRules")
                faults += slips(in: step.afterCohortRules, given, at: place, "afterCohortRules")
            }
        }
        return faults
    }

    private static func slips(
        in rules: [any RSDCohortNavigationRule]?,
        _ given: Set<String>,
        at path: JSONPath,
        _ key: String
    ) -> [RSDTaskFileFault] {
        (rules ?? []).enumerated().flatMap { number, rule in
            rule.requiredCohorts.subtracting(given).sorted().compactMap { cohort in
                let alike = given.sorted().filter { isSlip(cohort, for: $0) }
                return NearestName.of(cohort, among: alike).map { nearest in
                    RSDTaskFileFault(
                        "no answer puts anybody into the cohort '\(cohort)'",
                        at: path.appending(key).appending(number).appending("requiredCohorts"),
                        expected: "write a cohort of a survey rule",
                        nearest: nearest,
                        isHarmless: true
                    )
                }
            }
        }
    }

    /// Whether two names differ as a slip of the pen does, and not as `armA` and `armB` do.
    private static func isSlip(_ name: String, for other: String) -> Bool {
        func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
        let (first, second) = (letters(name), letters(other))
        guard name.filter(\.isNumber) == other.filter(\.isNumber) else { return false }
        return first == second || first.count != second.count || first.sorted() == second.sorted()
    }
}
