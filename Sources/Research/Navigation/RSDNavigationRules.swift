// The rules by which steps take part in navigation, a protocol for each kind.

/// A step that says where the task goes on.
public protocol RSDNavigationRule {
    /// The step to go on with; `nil` for the one that follows in order.
    func nextStepIdentifier(with result: (any RSDTaskResult)?, isPeeking: Bool) -> String?
}

/// A step that may be left out.
public protocol RSDNavigationSkipRule {
    /// Whether it is left out.
    func shouldSkipStep(with result: (any RSDTaskResult)?, isPeeking: Bool) -> Bool
}

/// A step that may forbid to go back.
public protocol RSDNavigationBackRule {
    /// Whether one may go back from it.
    func allowsBackNavigation(with result: (any RSDTaskResult)?) -> Bool
}

extension RSDStep {
    /// Whether one may not go back from it, by its own rule or that of the step that it stands for.
    func forbidsGoingBack(with result: (any RSDTaskResult)?) -> Bool {
        rules((any RSDNavigationBackRule).self).contains { !$0.allowsBackNavigation(with: result) }
    }
}

/// A step whose place in the task depends on cohorts.
public protocol RSDCohortNavigationStep: RSDStep {
    /// The rules that are applied before it is shown.
    var beforeCohortRules: [any RSDCohortNavigationRule]? { get }
    /// The rules that are applied after it was shown.
    var afterCohortRules: [any RSDCohortNavigationRule]? { get }
}

/// A rule for participants of certain cohorts.
public protocol RSDCohortNavigationRule: Codable, Sendable {
    /// The cohorts; an empty set makes no rule.
    var requiredCohorts: Set<String> { get }
    /// Whether all of them, or any.
    var cohortOperator: RSDCohortRuleOperator? { get }
    /// Where they go on.
    var skipToIdentifier: String? { get }
}

/// Whether a rule asks for all of its cohorts, or for any.
public enum RSDCohortRuleOperator: String, Codable, Sendable, CaseIterable {
    case all, any
}

/// A rule that holds for every step of a task.
public protocol RSDTrackingRule {
    /// Where the task goes on instead of showing a step; `nil` to show it.
    func skipToIdentifier(
        before step: any RSDStep,
        with result: (any RSDTaskResult)?,
        in context: NavigationContext
    ) -> String?

    /// Where the task goes on after a step; `nil` to leave that to others.
    func nextStepIdentifier(
        after step: (any RSDStep)?,
        with result: (any RSDTaskResult)?,
        in context: NavigationContext
    ) -> String?
}

/// A rule on the answer of a question.
public protocol RSDSurveyRule: Codable, Sendable {
    /// Where the task goes on after an answer; `nil` if the rule does not apply.
    func evaluateRule(with result: (any RSDResult)?) -> String?
    /// The cohorts that an answer puts the participant into, and takes him out of.
    func evaluateCohorts(with result: (any RSDResult)?) -> CohortChange
}

/// Cohorts that a participant comes into, and goes out of.
public struct CohortChange: Sendable, Hashable {
    public var added: Set<String>
    public var removed: Set<String>

    public init(added: Set<String> = [], removed: Set<String> = []) {
        self.added = added
        self.removed = removed
    }

    /// What has led from some cohorts to others.
    package init(from earlier: Set<String>, to later: Set<String>) {
        self.init(added: later.subtracting(earlier), removed: earlier.subtracting(later))
    }

    /// The cohorts after the change.
    package func applied(to cohorts: Set<String>) -> Set<String> {
        cohorts.subtracting(removed).union(added)
    }
}

/// How an answer is compared.
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
