// Questions for a year, with a range of years or of dates.

internal import FoundationEssentials

extension RSDFieldKind {
    /// A year.
    public static let year: RSDFieldKind = {
        var kind = RSDFieldKind(
            .year,
            .integer,
            "a year",
            hints: [.textfield, .slider, .picker],
            range: .year,
            text: RSDTextRule(keyboardType: "numberPad") { text, question in
                question.wholeNumber(text).map(AnswerValue.integer)
            }
        )
        kind.picker = { question, now in
            question.range is RSDDateRangeObject
                ? question.yearPicker(at: now) : question.numberPicker
        }
        return kind
    }()
}

extension RSDDeclaration<any RSDInputField> {
    static var year: Self { Self(ofOne: .year) }
}

extension FormQuestion {
    fileprivate func yearPicker(at now: Date) -> RSDPickerDataSource? {
        guard let range = range as? RSDDateRangeObject, let last = range.latest(at: now) else {
            return nil
        }
        let maximum = year(last)
        return .number(
            RSDNumberPickerDataSource(
                minimum: range.earliest(at: now).map(year) ?? maximum - 150,
                maximum: maximum,
                step: 1,
                isInteger: true
            )
        )
    }
}
