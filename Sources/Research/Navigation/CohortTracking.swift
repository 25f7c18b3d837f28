// What the cohort rules of a step say, as a rule that holds for every step: so the navigator has one
// way for them and for the rules of a host.

/// Applies the cohort rules of steps.
struct CohortTracking: RSDTrackingRule {
    func skipToIdentifier(
        before step: any RSDStep,
        with result: (any RSDTaskResult)?,
        in context: NavigationContext
    ) -> String? {
        Self.target(
            of: (step as? any RSDCohortNavigationStep)?.beforeCohortRules,
            for: context.cohorts,
            otherwise: RSDIdentifier.nextStep
        )
    }

    func nextStepIdentifier(
        after step: (any RSDStep)?,
        with result: (any RSDTaskResult)?,
        in context: NavigationContext
    ) -> String? {
        guard !context.isPeeking else { return nil }
        return Self.target(
            of: (step as? any RSDCohortNavigationStep)?.afterCohortRules,
            for: context.cohorts,
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
