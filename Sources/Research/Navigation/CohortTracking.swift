// Evaluates the cohort rules of steps. The run applies them to its own cohorts, and `RSDCohortTrackingRule` to those
// that it stores.

/// Evaluates the cohort rules of steps.
enum CohortTracking {
    /// Returns the step to go to instead of showing `step`; `nil` if no rule applies.
    static func target(before step: any RSDStep, for cohorts: Set<String>) -> String? {
        target(
            of: (step as? any RSDCohortNavigationStep)?.beforeCohortRules,
            for: cohorts,
            otherwise: RSDIdentifier.nextStep
        )
    }

    /// Returns the step to go to after `step`; `nil` if no rule applies.
    static func target(after step: (any RSDStep)?, for cohorts: Set<String>) -> String? {
        target(
            of: (step as? any RSDCohortNavigationStep)?.afterCohortRules,
            for: cohorts,
            otherwise: RSDIdentifier.nextSection
        )
    }

    /// Returns the target of the first rule that applies.
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
