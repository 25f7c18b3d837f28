// Answers as a participant reads them where they are entered.

extension FormQuestion {
    /// The text that shows an answer.
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

    private func text(ofNoChoice value: AnswerValue) -> String {
        let separator = locale.decimalSeparator
        if case .date(let date) = value { return shown(date) }
        guard let number = value.number else { return value.plainText }
        if let measure {
            return MeasurementText.text(number, in: measure.shown, separator: separator)
        }
        let digits = (range as? RSDNumberRangeObject)?.formatter?.maximumDigits
        switch dataType.baseType {
        case .fraction:
            return NumberText.fractionText(number, maximumDigits: digits, separator: separator)
        case .duration:
            let range = range as? RSDDurationRangeObject ?? RSDDurationRangeObject()
            return MeasurementText.durationText(number, range: range, separator: separator)
        case .boolean, .date, .decimal, .integer, .string, .year, .codable:
            return NumberText.text(number, maximumDigits: digits, separator: separator)
        }
    }
}
