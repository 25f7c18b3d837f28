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

    /// Returns the parts of a duration as the participant enters them, each with its units; `nil` unless the question
    /// has a range of durations.
    ///
    /// A picked duration has a part for each unit that is not zero. A typed one has a single part, such as `90`, or
    /// `1:30` with several units.
    package func parts(ofDuration value: Double) -> [(text: String, units: [RSDDurationUnit])]? {
        guard let range = range as? RSDDurationRangeObject else { return nil }
        let (own, units) = (range.answerUnit, range.enteredUnits)
        let seconds = value * own.seconds
        let counts = MeasurementText.split(seconds, by: units.map(\.seconds))
        let whole = zip(counts, units).reduce(0.0) { $0 + $1.0 * $1.1.seconds }
        // The smallest unit may be too long to express the value.
        guard value >= 0, abs(whole - seconds) < 1e-6 else {
            let separator = locale.decimalSeparator
            let number = NumberText.text(value, maximumDigits: nil, separator: separator)
            return [(text: number, units: [own])]
        }
        guard hint == .picker else {
            let typed = text(for: .decimal(value))
            return [(text: typed, units: typed.contains(":") ? units : [own])]
        }
        var parts: [(text: String, units: [RSDDurationUnit])] = []
        for (count, unit) in zip(counts, units) where count != 0 {
            parts.append((text: NumberText.text(count, maximumDigits: 0), units: [unit]))
        }
        return parts.isEmpty ? [(text: "0", units: [own])] : parts
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
