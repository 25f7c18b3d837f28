// The survey rule of task files: it compares an answer with a given value. `AnswerComparison` does the comparison.

internal import Timebase

/// A rule that compares the answer of a question.
public struct RSDComparableSurveyRuleObject: RSDSurveyRule, Hashable {
    /// The value that the answer is compared with.
    public var matchingAnswer: JSONValue?
    /// The comparison; by default `equal`, or `skip` (no answer) if there is no `matchingAnswer`.
    public var ruleOperator: RSDSurveyRuleOperator?
    /// The step to go to; without one, and without a cohort, the task ends.
    public var skipToIdentifier: String?
    /// The cohort that the participant joins if the rule applies, and leaves if it does not.
    public var cohort: String?
    /// The time zone of the days and times of day in `matchingAnswer`; `nil` for that of the form or of this machine.
    ///
    /// A decoded rule has the time zone in which its factory reads answers.
    private(set) var offset: UTCOffset?

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

    public func evaluateRule(with result: (any RSDResult)?) -> String? {
        guard skipToIdentifier != nil || cohort == nil, applies(to: answer(in: result)) else {
            return nil
        }
        return skipToIdentifier ?? RSDIdentifier.exit
    }

    public func evaluateCohorts(with result: (any RSDResult)?) -> CohortChange {
        guard let cohort else { return CohortChange() }
        return applies(to: answer(in: result))
            ? CohortChange(added: [cohort]) : CohortChange(removed: [cohort])
    }

    /// True if the comparison with an answer holds; `answer` is `nil` if there is none.
    func applies(to answer: AnswerValue?) -> Bool {
        let usual: RSDSurveyRuleOperator = matchingAnswer == nil ? .skip : .equal
        return AnswerComparison(offset: offset).holds(
            ruleOperator ?? usual,
            for: answer,
            and: matchingAnswer
        )
    }

    /// Returns the rule with a time zone, unless it has one.
    func reading(in offset: UTCOffset?) -> Self {
        var rule = self
        rule.offset = rule.offset ?? offset
        return rule
    }

    private func answer(in result: (any RSDResult)?) -> AnswerValue? {
        (result as? any RSDAnswerResult)?.value
    }
}

extension RSDComparableSurveyRuleObject {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case matchingAnswer, ruleOperator, skipToIdentifier, cohort
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        matchingAnswer = try container.decodeIfPresent(JSONValue.self, forKey: .matchingAnswer)
        let word = try container.decodeIfPresent(String.self, forKey: .ruleOperator)
        ruleOperator = word.flatMap(RSDSurveyRuleOperator.init)
        skipToIdentifier = try container.decodeIfPresent(String.self, forKey: .skipToIdentifier)
        cohort = try container.decodeIfPresent(String.self, forKey: .cohort)
        // Without a factory, answers are read in the time zone of the form, or else of this machine.
        offset = (try? decoder.factory)?.surroundings.answerLocale.offset
        if let word, ruleOperator == nil {
            let known = RSDSurveyRuleOperator.allCases.map(\.rawValue).joined(separator: ", ")
            throw RSDTaskFileError(
                "no survey rule compares by '\(word)'",
                at: JSONPath(decoder.codingPath).appending("ruleOperator"),
                remedy: "write one of \(known)"
            )
        }
        guard matchingAnswer == nil else { return }
        switch ruleOperator {
        case .skip, .always:
            break
        case nil where skipToIdentifier != nil || cohort != nil:
            break
        case nil:
            throw RSDTaskFileError(
                "the survey rule says nothing",
                at: JSONPath(decoder.codingPath),
                remedy: "give it a matchingAnswer and a skipToIdentifier or cohort, or leave it out"
            )
        case .equal, .notEqual, .lessThan, .greaterThan, .lessThanEqual, .greaterThanEqual,
            .otherThan:
            throw RSDTaskFileError(
                "a survey rule that compares by '\(word ?? "")' has no matchingAnswer",
                at: JSONPath(decoder.codingPath),
                remedy: "add a matchingAnswer; only the operators de and always need none"
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(matchingAnswer, forKey: .matchingAnswer)
        try container.encodeIfPresent(ruleOperator, forKey: .ruleOperator)
        try container.encodeIfPresent(skipToIdentifier, forKey: .skipToIdentifier)
        try container.encodeIfPresent(cohort, forKey: .cohort)
    }
}

extension RSDKey {
    /// The keys of a rule that compares an answer.
    static let comparableRule = [
        RSDKey("matchingAnswer", .anything, "What the answer is compared with."),
        RSDKey(
            "ruleOperator",
            .word(RSDSurveyRuleOperator.allCases.map(\.rawValue)),
            "How the answer is compared with 'matchingAnswer'; if not given, 'eq', or without a 'matchingAnswer' 'de', which applies if there is no answer."
        ),
        RSDKey(
            "skipToIdentifier",
            .step,
            "The step that the task goes to if the rule applies; without it, and without a cohort, the task ends."
        ),
        RSDKey(
            "cohort",
            .text,
            "The cohort to which the participant is added if the rule applies; otherwise they are removed from it."
        ),
    ]
}

extension RSDDeclaration<any RSDSurveyRule> {
    /// Compares the answer with a given value.
    public static var comparable: Self {
        Self(
            .comparable,
            RSDComparableSurveyRuleObject.self,
            "A rule that compares the answer of its question with a given answer.",
            keys: RSDKey.comparableRule
        )
    }
}
