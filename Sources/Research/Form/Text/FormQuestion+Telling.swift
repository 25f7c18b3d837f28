// Answers as the participant reads them in the form.

extension FormQuestion {
    /// Returns the text of an answer.
    public func text(for value: AnswerValue) -> String {
        if case .array(let values) = value {
            let separator = answerType.sequenceSeparator ?? ", "
            return values.map { text(for: $0) }.joined(separator: separator)
        }
        if let choice = (choices + columns.joined()).first(where: { $0.value == value }) {
            return choice.text ?? text(ofNoChoice: value)
        }
        return text(ofNoChoice: value)
    }

    /// Returns the text of an answer in a text field, without the unit that is shown after the field.
    package func typedText(for value: AnswerValue) -> String {
        guard typedUnit != nil, let measure, let number = value.number else {
            return text(for: value)
        }
        return NumberText.text(
            number / measure.shown[0].factor,
            maximumDigits: 2,
            separator: locale.decimalSeparator
        )
    }

    /// The unit of a measurement that is typed as one number; `nil` if it has several units, such as feet and inches.
    package var typedUnit: String? {
        guard let shown = measure?.shown, shown.count == 1 else { return nil }
        return shown[0].symbol
    }

    private func text(ofNoChoice value: AnswerValue) -> String {
        if case .date(let date) = value { return shown(date) }
        if let text = kind.text.write(value, self) { return text }
        guard let number = value.number else { return value.plainText }
        let separator = locale.decimalSeparator
        if let measure {
            return MeasurementText.text(number, in: measure.shown, separator: separator)
        }
        return NumberText.text(number, maximumDigits: maximumDigits, separator: separator)
    }
}
