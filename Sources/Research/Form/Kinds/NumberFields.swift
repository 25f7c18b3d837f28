// Questions for a whole number, for any number, and for a number that may be written as a fraction.

extension RSDFieldKind {
    /// A whole number.
    public static let integer: RSDFieldKind = {
        var kind = RSDFieldKind(
            .integer,
            .integer,
            "a whole number",
            hints: [.textfield, .slider, .picker],
            range: .number,
            text: RSDTextRule(keyboardType: "numberPad") { text, question in
                question.wholeNumber(text).map(AnswerValue.integer)
            }
        )
        kind.picker = { question, _ in question.numberPicker }
        return kind
    }()

    /// A number.
    public static let decimal: RSDFieldKind = {
        var kind = RSDFieldKind(
            .decimal,
            .decimal,
            "a number",
            hints: [.textfield, .slider, .picker],
            range: .number,
            text: RSDTextRule(keyboardType: "decimalPad") { text, question in
                let separator = question.locale.decimalSeparator
                return NumberText.number(text, separator: separator).map(AnswerValue.decimal)
            }
        )
        kind.picker = { question, _ in question.numberPicker }
        kind.isContinuous = true
        return kind
    }()

    /// A number that may be written as a fraction.
    public static let fraction: RSDFieldKind = {
        var text = RSDTextRule(keyboardType: "numbersAndPunctuation") { text, question in
            let separator = question.locale.decimalSeparator
            return NumberText.fraction(text, separator: separator).map(AnswerValue.decimal)
        }
        text.write = { answer, question in
            answer.number.map {
                NumberText.fractionText(
                    $0,
                    maximumDigits: question.maximumDigits,
                    separator: question.locale.decimalSeparator
                )
            }
        }
        var kind = RSDFieldKind(
            .fraction,
            .decimal,
            "a number that may be written as a fraction",
            hints: [.textfield, .picker],
            range: .number,
            text: text
        )
        kind.picker = { question, _ in question.numberPicker }
        return kind
    }()
}

extension RSDDeclaration<any RSDInputField> {
    static var integer: Self { Self(ofOne: .integer) }
    static var decimal: Self { Self(ofOne: .decimal) }
    static var fraction: Self { Self(ofOne: .fraction) }
}

extension FormQuestion {
    /// Returns the whole number that a text gives in the notation of the question's locale.
    func wholeNumber(_ text: String) -> Int? {
        NumberText.integer(text, separator: locale.decimalSeparator)
    }

    /// The most decimal places of a number, if the range limits them.
    var maximumDigits: Int? { (range as? RSDNumberRangeObject)?.formatter?.maximumDigits }

    /// The picker for a number; `nil` without both bounds, because its rows could not be listed.
    var numberPicker: RSDPickerDataSource? {
        guard let range = range as? RSDNumberRangeObject, let minimum = range.minimumValue,
            let maximum = range.maximumValue
        else { return nil }
        var picker = RSDNumberPickerDataSource(
            minimum: minimum,
            maximum: maximum,
            step: range.stepInterval ?? 1,
            unit: range.unit,
            maximumDigits: range.formatter?.maximumDigits,
            isInteger: answerType.baseType == .integer
        )
        picker.decimalSeparator = locale.decimalSeparator
        return .number(picker)
    }
}
