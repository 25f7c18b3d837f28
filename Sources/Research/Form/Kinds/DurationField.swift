// Questions for a duration in the unit of their range. It is typed as `1:30`, or picked with a column for each unit.

extension RSDFieldKind {
    /// A duration.
    public static let duration: RSDFieldKind = {
        var text = RSDTextRule(keyboardType: "numbersAndPunctuation") { text, question in
            let range = question.durations ?? RSDDurationRangeObject()
            let seconds = MeasurementText.seconds(
                text,
                range: range,
                separator: question.locale.decimalSeparator
            )
            return seconds.map { .decimal($0 / range.answerUnit.seconds) }
        }
        text.write = { answer, question in
            guard let number = answer.number, let range = question.durations else { return nil }
            return MeasurementText.durationText(
                number,
                range: range,
                separator: question.locale.decimalSeparator
            )
        }
        text.tellsUnit = false
        var kind = RSDFieldKind(
            .duration,
            .decimal,
            "a duration",
            hints: [.picker, .textfield],
            range: .duration,
            text: text
        )
        kind.unit = {
            ($0 as? RSDDurationRangeObject ?? RSDDurationRangeObject()).answerUnit.rawValue
        }
        kind.picker = { question, _ in
            .columns(.duration(question.durations ?? RSDDurationRangeObject()))
        }
        kind.quantity = .duration
        return kind
    }()
}

extension RSDDeclaration<any RSDInputField> {
    static var duration: Self { Self(ofOne: .duration) }
}

extension FormQuestion {
    fileprivate var durations: RSDDurationRangeObject? { range as? RSDDurationRangeObject }
}

extension RSDColumnPickerDataSource {
    /// Returns columns for a duration, one for each unit of its range.
    ///
    /// A unit that is longer than the longest duration gets no column: its only row would be zero.
    fileprivate static func duration(_ range: RSDDurationRangeObject) -> RSDColumnPickerDataSource {
        let own = range.answerUnit
        let most = range.maximumValue.map { $0 * own.seconds }
        let entered = range.enteredUnits
        let fitting = entered.filter { $0.seconds <= most ?? .infinity }
        let units = fitting.isEmpty ? Array(entered.suffix(1)) : fitting
        let columns = units.enumerated().map { index, unit in
            let isLargest = index == 0
            let bound =
                isLargest
                ? most.map { min(($0 / unit.seconds).rounded(.down), 1000) }
                    ?? (unit == .hour ? 23 : 59)
                : unit == .hour ? 23 : 59
            let step = index == units.count - 1 ? wholeStep(range, unit) : 1
            let counts = stride(from: 0, through: Int(max(0, bound)), by: step)
            return numbers(counts, unit.rawValue)
        }
        return RSDColumnPickerDataSource(
            columns: columns,
            meaning: .sum(factors: units.map { $0.seconds / own.seconds }),
            units: units.map(\.rawValue)
        )
    }

    /// Returns the step of the last column: the whole units in the range's step, if those are 1 to 59; otherwise 1.
    private static func wholeStep(_ range: RSDDurationRangeObject, _ unit: RSDDurationUnit) -> Int {
        guard let step = range.stepInterval else { return 1 }
        let steps = step * range.answerUnit.seconds / unit.seconds
        return steps >= 1 && steps < 60 ? Int(steps) : 1
    }
}
