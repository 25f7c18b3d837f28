// A rule that compares with an impossible answer never applies; with the operator `ne` or `ot`, it always applies. The
// task then goes to other steps than its author expects, without any error.

internal import FoundationEssentials

extension StudyRule {
    /// Reports survey rules that compare with an impossible answer, and default answers that cannot be chosen.
    static let matchingAnswers = StudyRule { study in
        let offset = study.factory.surroundings.answerLocale.offset
        let judge = MatchingAnswers(
            suggestions: study.suggestions,
            answerComparison: AnswerComparison(offset: offset)
        )
        return study.questions.flatMap { question in
            let rules = (question.field.surveyRules ?? []).enumerated().compactMap { number, rule in
                (rule as? RSDComparableSurveyRuleObject).flatMap {
                    judge.fault(
                        of: $0,
                        on: question.field,
                        at: question.path.appending("surveyRules").appending(number)
                            .appending("matchingAnswer")
                    )
                }
            }
            return rules + judge.faultOfDefault(of: question)
        }
    }
}

/// Checks whether the answers that a file names are possible for their question.
struct MatchingAnswers {
    let suggestions: Study.Suggestions
    /// Compares answers in the time zone of the study's rules.
    let answerComparison: AnswerComparison

    /// Returns why no answer can match the value of a rule; `nil` if an answer may match.
    func fault(
        of rule: RSDComparableSurveyRuleObject,
        on field: any RSDInputField,
        at path: JSONPath
    ) -> RSDTaskFileFault? {
        guard let given = rule.matchingAnswer, isJudged(field.dataType) else { return nil }
        let comparison = rule.ruleOperator ?? .equal
        switch comparison {
        case .skip, .always: return nil
        case .equal, .notEqual, .otherThan:
            let isList = field.kind.isSequence || comparison == .otherThan
            let values = if isList, case .array(let values) = given { values } else { [given] }
            for value in values {
                if let fault = fault(of: value, comparison, on: field, at: path) { return fault }
            }
            return nil
        case .lessThan, .greaterThan, .lessThanEqual, .greaterThanEqual:
            if field.kind.isSequence {
                return RSDTaskFileFault(
                    "several choices are neither less nor greater than an answer",
                    at: path,
                    expected: "let the ruleOperator be eq, ne or ot",
                    isHarmless: true
                )
            }
            return faultOfType(of: given, on: field, at: path)
                ?? faultOfRange(of: given, comparison, on: field, at: path)
        }
    }

    /// True for types whose rule values have the form of the answer; types of apps, postal codes and forms are not
    /// checked.
    private func isJudged(_ type: RSDFormDataType) -> Bool {
        switch type {
        case .base(.codable), .collection(.multipleComponent, _), .collection(_, .codable): false
        case .measurement(.bloodPressure, _), .postalCode, .detail, .custom: false
        case .base, .collection, .date, .measurement: true
        }
    }

    private func fault(
        of given: JSONValue,
        _ comparison: RSDSurveyRuleOperator,
        on field: any RSDInputField,
        at path: JSONPath
    ) -> RSDTaskFileFault? {
        if let choices = (field as? any RSDChoiceInputField)?.choices, !choices.isEmpty {
            return field.takesOtherAnswers ? nil : fault(of: given, among: choices, at: path)
        }
        return faultOfType(of: given, on: field, at: path)
            ?? faultOfRange(of: given, comparison, on: field, at: path)
            ?? faultOfText(of: given, on: field, at: path)
    }

    // MARK: Choices

    private func fault(
        of given: JSONValue,
        among choices: [RSDChoiceObject],
        at path: JSONPath
    ) -> RSDTaskFileFault? {
        let values = choices.compactMap(\.value)
        if values.contains(where: { answerComparison.holds(.equal, for: $0, and: given) }) {
            return nil
        }
        return fault(of: given.plain, isText: given.text != nil, among: choices, at: path)
    }

    private func fault(
        of word: String,
        isText: Bool,
        among choices: [RSDChoiceObject],
        at path: JSONPath
    ) -> RSDTaskFileFault {
        let words = choices.compactMap { $0.value?.plainText }
        let isQuoted = words.contains(word)
        // If the author wrote the text of a choice, the value of that choice is suggested.
        let read = choices.first { $0.text?.lowercased() == word.lowercased() }?.value?.plainText
        return RSDTaskFileFault(
            isText
                ? "'\(word)' is no choice of the question" : "\(word) is no choice of the question",
            at: path,
            expected: isQuoted
                ? "write \(word) as its choice has it, \(isText ? "without" : "with") quotes"
                : "write the value of a choice: \(NearestName.list(of: words))",
            nearest: isQuoted ? nil : read ?? suggestions.nearest(to: word, among: words),
            isHarmless: true
        )
    }

    /// Reports a default answer that is not among the choices.
    func faultOfDefault(of question: Study.Question) -> [RSDTaskFileFault] {
        guard let field = question.field as? any RSDChoiceInputField,
            let answer = field.defaultAnswer, isJudged(field.dataType), !field.choices.isEmpty,
            !field.takesOtherAnswers
        else { return [] }
        let answers = if case .array(let answers) = answer { answers } else { [answer] }
        guard
            let wrong = answers.first(where: { answer in
                !field.choices.contains { $0.value == answer }
            })
        else { return [] }
        let isText = if case .string = wrong { true } else { false }
        return [
            fault(
                of: wrong.plainText,
                isText: isText,
                among: field.choices,
                at: question.path.appending("defaultAnswer")
            )
        ]
    }

    // MARK: Types

    private func faultOfType(
        of given: JSONValue,
        on field: any RSDInputField,
        at path: JSONPath
    ) -> RSDTaskFileFault? {
        let remedy: String
        switch field.kind.answer {
        case .boolean:
            if case .boolean = given { return nil }
            remedy = "write true or false"
        case .integer, .decimal:
            if AnswerComparison.isNumber(given) { return nil }
            remedy = "write a number"
        case .string:
            if given.text != nil { return nil }
            remedy = "write a text"
        case .date:
            let now = AnswerValue.date(Date(timeIntervalSince1970: 0))
            if answerComparison.holds(.lessThanEqual, for: now, and: given)
                || answerComparison.holds(.greaterThan, for: now, and: given)
            {
                return nil
            }
            remedy =
                "write a date as 2026-11-21, a time as 10:30, or both as 2026-11-21T10:30:00.000+02:00"
        case .data, .codable: return nil
        }
        return RSDTaskFileFault(
            "the answer is \(field.kind.answerInWords), and never \(given.quoted)",
            at: path,
            expected: remedy,
            isHarmless: true
        )
    }

    // MARK: Ranges

    private func faultOfRange(
        of given: JSONValue,
        _ comparison: RSDSurveyRuleOperator,
        on field: any RSDInputField,
        at path: JSONPath
    ) -> RSDTaskFileFault? {
        let bounds: (minimum: Double?, maximum: Double?)
        switch field.range {
        case let range as RSDNumberRangeObject:
            bounds = (range.minimumValue, range.maximumValue)
        case let range as RSDDurationRangeObject:
            bounds = (range.minimumValue, range.maximumValue)
        case let range as RSDDateRangeObject:
            return faultOfDates(of: given, comparison, in: range, at: path)
        default: bounds = (nil, nil)
        }
        guard let number = given.double else { return nil }
        let isSingle = [.equal, .notEqual, .otherThan].contains(comparison)
        if isSingle, field.kind.answer == .integer, number != number.rounded() {
            return RSDTaskFileFault(
                "the answer is a whole number, and never \(given.quoted)",
                at: path,
                expected: "write a whole number",
                isHarmless: true
            )
        }
        let least = bounds.minimum ?? -.infinity
        let most = bounds.maximum ?? .infinity
        if isOutside(number, comparison, least, most) {
            return RSDTaskFileFault(
                "the answer is never \(words(of: comparison))\(given.quoted)",
                at: path,
                expected:
                    "write a number \(span(bounds.minimum, bounds.maximum)), or change the range",
                isHarmless: true
            )
        }
        guard isSingle, let range = field.range as? RSDNumberRangeObject,
            let steps = range.steps(around: number)
        else { return nil }
        let near = steps.map { NumberText.text($0, maximumDigits: nil) }
        return RSDTaskFileFault(
            "\(given.quoted) lies between two steps of the range",
            at: path,
            expected: "write \(NearestName.list(of: near)), or change the stepInterval",
            isHarmless: true
        )
    }

    private func isOutside(
        _ number: Double,
        _ comparison: RSDSurveyRuleOperator,
        _ least: Double,
        _ most: Double
    ) -> Bool {
        let slack = AnswerComparison.tolerance
        return switch comparison {
        case .equal, .notEqual, .otherThan: number < least - slack || number > most + slack
        case .lessThan: number <= least
        case .lessThanEqual: number < least - slack
        case .greaterThan: number >= most
        case .greaterThanEqual: number > most + slack
        case .skip, .always: false
        }
    }

    private func words(of comparison: RSDSurveyRuleOperator) -> String {
        switch comparison {
        case .lessThan: "less than "
        case .lessThanEqual: "at most "
        case .greaterThan: "greater than "
        case .greaterThanEqual: "at least "
        case .equal, .notEqual, .otherThan, .skip, .always: ""
        }
    }

    private func span(_ minimum: Double?, _ maximum: Double?) -> String {
        func text(_ number: Double) -> String { NumberText.text(number, maximumDigits: nil) }
        return switch (minimum, maximum) {
        case (let minimum?, let maximum?): "from \(text(minimum)) to \(text(maximum))"
        case (let minimum?, nil): "of at least \(text(minimum))"
        case (nil, let maximum?): "of at most \(text(maximum))"
        case (nil, nil): "in the range"
        }
    }

    /// Dates are compared with a day of tolerance, because time zones may differ.
    private static let day = 86_400.0

    private func faultOfDates(
        of given: JSONValue,
        _ comparison: RSDSurveyRuleOperator,
        in range: RSDDateRangeObject,
        at path: JSONPath
    ) -> RSDTaskFileFault? {
        guard given.text?.contains("-") == true else { return nil }
        let isSingle = [.equal, .notEqual, .otherThan].contains(comparison)
        let isBelow = range.minimumDate.map {
            let bound = AnswerValue.date($0.addingTimeInterval(-Self.day))
            return answerComparison.holds(.greaterThan, for: bound, and: given)
        }
        let isAbove = range.maximumDate.map {
            let bound = AnswerValue.date($0.addingTimeInterval(Self.day))
            return answerComparison.holds(.lessThan, for: bound, and: given)
        }
        let below =
            isBelow == true && (isSingle || [.lessThan, .lessThanEqual].contains(comparison))
        let above =
            isAbove == true && (isSingle || [.greaterThan, .greaterThanEqual].contains(comparison))
        guard below || above else { return nil }
        return RSDTaskFileFault(
            "the answer is never \(words(of: comparison))\(given.quoted)",
            at: path,
            expected: "write a date within the range, or change the range",
            isHarmless: true
        )
    }

    // MARK: Texts

    private func faultOfText(
        of given: JSONValue,
        on field: any RSDInputField,
        at path: JSONPath
    ) -> RSDTaskFileFault? {
        guard field.dataType == .base(.string), let text = given.text,
            let options = field.textFieldOptions
        else { return nil }
        if let most = options.maximumLength, most > 0, text.count > most {
            return RSDTaskFileFault(
                "'\(text)' is longer than the answer may be",
                at: path,
                expected: "write at most \(most) characters, or change the maximumLength",
                isHarmless: true
            )
        }
        guard case .success(let pattern)? = options.pattern, pattern.verdict(on: text) == .differs
        else { return nil }
        return RSDTaskFileFault(
            "'\(text)' is no answer that the textValidator accepts",
            at: path,
            expected: "write one that it accepts, or change the textValidator",
            isHarmless: true
        )
    }
}

extension RSDInputField {
    /// True if the participant may give an answer that is not among the choices, as in a combobox.
    var takesOtherAnswers: Bool { inputUIHint == .combobox }
}

extension JSONValue {
    /// The value without the quotes of a string.
    fileprivate var plain: String {
        switch self {
        case .string(let text): text
        default: quoted
        }
    }

    /// The value as it is quoted in a message.
    package var quoted: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .number(let value): NumberText.text(value, maximumDigits: nil)
        case .string(let value): "'\(value.prefix(40))'"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
