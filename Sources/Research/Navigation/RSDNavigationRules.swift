// The rules by which steps influence navigation: one protocol for each kind of rule.

/// A step that decides which step follows.
public protocol RSDNavigationRule {
    /// Returns the step to go on with; `nil` for the one that follows in order.
    func nextStepIdentifier(with result: (any RSDTaskResult)?, isPeeking: Bool) -> String?
}

/// A step that may be skipped.
public protocol RSDNavigationSkipRule {
    /// True if the step is skipped.
    func shouldSkipStep(with result: (any RSDTaskResult)?, isPeeking: Bool) -> Bool
}

/// A step that may forbid going back.
public protocol RSDNavigationBackRule {
    /// True if the participant may go back from the step.
    func allowsBackNavigation(with result: (any RSDTaskResult)?) -> Bool
}

extension RSDStep {
    /// True if a rule of the step, or of the step that is shown in its place, forbids going back.
    func forbidsGoingBack(with result: (any RSDTaskResult)?) -> Bool {
        rules((any RSDNavigationBackRule).self).contains { !$0.allowsBackNavigation(with: result) }
    }
}

/// A step whose place in the task depends on cohorts.
public protocol RSDCohortNavigationStep: RSDStep {
    /// The rules that are applied before the step is shown.
    var beforeCohortRules: [any RSDCohortNavigationRule]? { get }
    /// The rules that are applied after the step was shown.
    var afterCohortRules: [any RSDCohortNavigationRule]? { get }
}

/// A rule for participants of certain cohorts.
public protocol RSDCohortNavigationRule: Codable, Sendable {
    /// The cohorts that the rule requires; a rule with an empty set never applies.
    var requiredCohorts: Set<String> { get }
    /// Whether the participant must be in all of the cohorts, or in any of them; `nil` for all.
    var cohortOperator: RSDCohortRuleOperator? { get }
    /// The step to go to if the rule applies.
    ///
    /// With `nil`, a rule before a step skips it, and a rule after a step leaves the section.
    var skipToIdentifier: String? { get }
}

/// Whether a rule requires all of its cohorts, or any of them.
public enum RSDCohortRuleOperator: String, Codable, Sendable, CaseIterable {
    case all, any
}

/// A rule that applies to every step of a task.
public protocol RSDTrackingRule {
    /// Returns the step to go to instead of showing a step; `nil` to show it.
    func skipToIdentifier(
        before step: any RSDStep,
        with result: (any RSDTaskResult)?,
        in context: NavigationContext
    ) -> String?

    /// Returns the step to go to after a step; `nil` if the rule does not apply.
    func nextStepIdentifier(
        after step: (any RSDStep)?,
        with result: (any RSDTaskResult)?,
        in context: NavigationContext
    ) -> String?
}

/// A rule that evaluates the answer to a question.
public protocol RSDSurveyRule: Codable, Sendable {
    /// Returns the step to go to after an answer; `nil` if the rule does not apply.
    func evaluateRule(with result: (any RSDResult)?) -> String?
    /// Returns the cohorts that an answer adds the participant to, and removes the participant from.
    func evaluateCohorts(with result: (any RSDResult)?) -> CohortChange
}

/// The cohorts that a participant is added to, and removed from.
public struct CohortChange: Sendable, Hashable {
    public var added: Set<String>
    public var removed: Set<String>

    public init(added: Set<String> = [], removed: Set<String> = []) {
        self.added = added
        self.removed = removed
    }

    /// Creates the change that leads from the `earlier` cohorts to the `later` ones.
    package init(from earlier: Set<String>, to later: Set<String>) {
        self.init(added: later.subtracting(earlier), removed: earlier.subtracting(later))
    }

    /// Returns the cohorts after the change.
    package func applied(to cohorts: Set<String>) -> Set<String> {
        cohorts.subtracting(removed).union(added)
    }
}

/// How a rule compares an answer.
public enum RSDSurveyRuleOperator: String, Codable, Sendable, CaseIterable {
    case skip = "de"
    case equal = "eq"
    case notEqual = "ne"
    case lessThan = "lt"
    case greaterThan = "gt"
    case lessThanEqual = "le"
    case greaterThanEqual = "ge"
    case otherThan = "ot"
    case always
}
