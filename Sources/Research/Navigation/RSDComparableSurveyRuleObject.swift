// The survey rule of task files: an answer is compared with one that is given.

/// A rule that compares the answer of a question.
public struct RSDComparableSurveyRuleObject: RSDSurveyRule, Hashable {
    public var matchingAnswer: JSONValue?
    public var ruleOperator: RSDSurveyRuleOperator?
    public var skipToIdentifier: String?
    public var cohort: String?

    public init(
        matchingAnswer: JSONValue? = nil,
        ruleOperator: RSDSurveyRuleOperator? = nil,
        skipToIdentifier: String? = nil,
        cohort: String? = nil
    ) {
        self.matchingAnswer = matchingAnswer
        self.ruleOperator = ruleOperator
        self.skipToIdentifier = skipToIdentifier
        self.cohort = cohort
    }

    public func evaluateRule(with result: (any RSDResult)?) -> String? { nil }

    public func evaluateCohorts(with result: (any RSDResult)?) -> CohortChange { CohortChange() }
}
