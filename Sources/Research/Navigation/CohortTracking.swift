// What the cohort rules of a step say, for the cohorts that the run knows and for those of a rule that keeps its
// own: there is one way to judge them.

/// Judges the cohort rules of steps.
enum CohortTracking {
    /// Where one goes on instead of showing a step.
    static func target(before step: any RSDStep, for cohorts: Set<String>) -> String? {
        target(
            of: (step as? any RSDCohortNavigationStep)?.beforeCohortRules,
            for: cohorts,
            otherwise: RSDIdentifier.nextStep
        )
    }

    /// Where one goes on after a step was shown.
    static func target(after step: (any RSDStep)?, for cohorts: Set<String>) -> String? {
        target(
            of: (step as? any RSDCohortNavigationStep)?.afterCohortRules,
            for: cohorts,
            otherwise: RSDIdentifier.nextSection
        )
    }

    /// The target of the first rule that applies.
    private static func target(
        of rules: [any RSDCohortNavigationRule]?,
        for cohorts: Set<String>,
        otherwise usual: String
    ) -> String? {
        guard let rules else { return nil }
        return rules.first { applies($0, to: cohorts) }.map { $0.skipToIdentifier ?? usual }
    }

    private static func applies(
        _ rule: any RSDCohortNavigationRule,
        to cohorts: Set<String>
    ) -> Bool {
        guard !rule.requiredCohorts.isEmpty else { return false }
        switch rule.cohortOperator ?? .all {
        case .all: return cohorts.isSuperset(of: rule.requiredCohorts)
        case .any: return !cohorts.isDisjoint(with: rule.requiredCohorts)
        }
    }
}
