// Turns the answers of a result into text for a participant, long after they were given. Only the data in the result is
// available: the type of the question, its unit, and the format of its dates. The decimal places of numbers and the
// texts of choices are not in the result.

/// Turns answers of a result into text in a participant's language.
package struct AnswerTelling: Sendable, Hashable {
    /// How numbers and dates are written; times are written without seconds.
    package var locale: AnswerLocale
    package var yes: String
    package var no: String
    /// The separator between several answers.
    package var separator: String

    package init(
        locale: AnswerLocale = AnswerLocale(),
        yes: String,
        no: String,
        separator: String = ", "
    ) {
        self.locale = locale
        self.yes = yes
        self.no = no
        self.separator = separator
    }

    /// Returns an answer with its unit.
    ///
    /// Numbers have at most two decimal places, whatever the question's range says. Choices are given by their values.
    /// The default unit is that of the question. With a `unit`, the number is not converted from that in the result.
    package func text(
        for value: AnswerValue,
        of answerType: RSDAnswerResultType,
        unit: String? = nil
    ) -> String {
        let question = question(of: answerType, isPlain: unit != nil)
        let told = text(for: value, question)
        let hasOwnUnit = question.measure != nil && value.number != nil
        guard let unit = unit ?? (hasOwnUnit ? nil : answerType.unit) else { return told }
        return "\(told) \(unit)"
    }

    /// Returns a question that could have such an answer.
    private func question(of answerType: RSDAnswerResultType, isPlain: Bool) -> FormQuestion {
        let base = RSDFormDataType.base(.init(answerType.baseType))
        let type = answerType.formDataType ?? base
        let field = RSDInputFieldObject(identifier: "", dataType: type)
        var question = FormQuestion(field, locale: locale)
        if isPlain { question.kind.measure = nil }
        question.range = RSDNumberRangeObject(formatter: .init(maximumDigits: 2))
        question.choices = [
            RSDChoiceObject(value: .boolean(true), text: yes),
            RSDChoiceObject(value: .boolean(false), text: no),
        ]
        question.answerType = answerType
        question.answerType.sequenceSeparator = answerType.sequenceSeparator ?? separator
        return question
    }

    private func text(for value: AnswerValue, _ question: FormQuestion) -> String {
        switch value {
        case .array(let values):
            values.map { text(for: $0, question) }
                .joined(separator: question.answerType.sequenceSeparator ?? separator)
        case .dictionary(let values):
            values.sorted { $0.key < $1.key }.map { "\($0.key): \(text(for: $0.value, question))" }
                .joined(separator: separator)
        case .codable(let json): text(for: json, question)
        case .data(let bytes): "\(bytes.count) B"
        case .date(let date):
            question.dateWriting.text(
                for: date,
                tellsSeconds: false,
                in: locale.offset(at:)
            ) ?? question.text(for: value)
        case .boolean, .integer, .decimal, .string: question.text(for: value)
        }
    }

    private func text(for json: JSONValue, _ question: FormQuestion) -> String {
        switch json {
        case .null: "–"
        case .boolean(let value): question.text(for: .boolean(value))
        case .integer(let value): question.text(for: .integer(Int(value)))
        case .unsigned(let value): "\(value)"
        case .number(let value): question.text(for: .decimal(value))
        case .string(let value): value
        case .array(let values):
            values.map { text(for: $0, question) }.joined(separator: separator)
        case .object(let values):
            values.sorted { $0.key < $1.key }.map { "\($0.key): \(text(for: $0.value, question))" }
                .joined(separator: separator)
        }
    }
}

extension RSDFormDataType.BaseType {
    /// The base type of a question whose answers have this type.
    fileprivate init(_ kind: RSDAnswerResultType.BaseType) {
        self =
            switch kind {
            case .boolean: .boolean
            case .date: .date
            case .decimal: .decimal
            case .integer: .integer
            case .string: .string
            case .data, .codable: .codable
            }
    }
}
