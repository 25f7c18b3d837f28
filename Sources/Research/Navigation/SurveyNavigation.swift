// Combines the survey rules of a form's questions after they were answered.

/// Evaluates the survey rules of a form's fields.
enum SurveyNavigation {
    /// Returns the step to go to; `nil` if no rule applies, or if two fields name different steps.
    ///
    /// If no rule applies and no question was answered, the form's skip action decides.
    static func target(of form: any RSDFormUIStep, in result: any RSDTaskResult) -> String? {
        let answers = answers(of: form, in: result)
        let targets = answers.compactMap { field, answer in
            rules(of: field, in: form).lazy.compactMap { $0.evaluateRule(with: answer) }.first
        }
        if let first = targets.first {
            return targets.allSatisfy { $0 == first } ? first : nil
        }
        guard !answers.isEmpty, answers.allSatisfy({ !isAnswered($0.answer) }) else { return nil }
        let skip = form.action(for: .skip, on: form) as? any RSDNavigationUIAction
        return skip?.skipToIdentifier
    }

    /// Returns the cohorts that the answers add the participant to, and remove the participant from.
    static func cohorts(of form: any RSDFormUIStep, in result: any RSDTaskResult) -> CohortChange {
        var change = CohortChange()
        for (field, answer) in answers(of: form, in: result) {
            for rule in rules(of: field, in: form) {
                let said = rule.evaluateCohorts(with: answer)
                change.added = change.added.subtracting(said.removed).union(said.added)
                change.removed = change.removed.subtracting(said.added).union(said.removed)
            }
        }
        return change
    }

    /// Returns the rules of a field; those without a time zone get the one in which the form reads answers.
    private static func rules(
        of field: any RSDInputField,
        in form: any RSDFormUIStep
    ) -> [any RSDSurveyRule] {
        let offset = (form as? RSDFormUIStepObject)?.answerLocale.offset
        return (field.surveyRules ?? []).map { rule in
            guard let comparison = rule as? RSDComparableSurveyRuleObject else { return rule }
            return comparison.reading(in: offset)
        }
    }

    private static func answers(
        of form: any RSDFormUIStep,
        in result: any RSDTaskResult
    ) -> [(field: any RSDInputField, answer: (any RSDResult)?)] {
        let fields = form.inputFields
        guard !fields.isEmpty else { return [] }
        let own = result.findResult(for: form.identifier)
        let collection = own as? any RSDCollectionResult
        return fields.map { field in
            if let collection { return (field, collection.findResult(with: field.identifier)) }
            let isOwn = fields.count == 1 && own is any RSDAnswerResult
            return (field, isOwn ? own : nil)
        }
    }

    private static func isAnswered(_ result: (any RSDResult)?) -> Bool {
        guard let answer = result as? any RSDAnswerResult else { return result != nil }
        return answer.value != nil
    }
}
