// What questions for height and for weight have in common: the units of the participant's country, and a picker column
// for each unit.

/// The picker columns of a quantity, and the units in which it is shown.
struct MeasureColumns: Sendable {
    /// The range of numbers in each column, and its unit.
    var counts: [(ClosedRange<Int>, MeasureUnit)]
    /// The step of each column; 1 if none is given.
    var steps: [Int] = []
    /// The units in which the quantity is shown; `nil` for those of the columns.
    var shown: [MeasureUnit]?

    var picker: RSDPickerDataSource { .columns(.sum(counts, steps: steps)) }
}

extension RSDFieldKind {
    /// The kind of question for a quantity.
    ///
    /// - Parameters:
    ///   - quantity: The quantity.
    ///   - unit: The unit of the answer.
    ///   - units: The units in which it can be typed.
    ///   - metric: The columns for metres and kilograms.
    ///   - imperial: The columns for feet and pounds.
    /// - Returns: The kind of question.
    static func measure(
        _ quantity: RSDFieldQuantity,
        in unit: String,
        _ units: [MeasureUnit],
        metric: MeasureColumns,
        imperial: MeasureColumns
    ) -> RSDFieldKind {
        var kind = RSDFieldKind(valuesOf: .decimal, hints: [.picker, .textfield])
        let columns: @Sendable (AnswerLocale) -> MeasureColumns = {
            $0.usesFeetAndPounds ? imperial : metric
        }
        kind.measure = { locale in
            let columns = columns(locale)
            return (units, columns.shown ?? columns.counts.map(\.1))
        }
        kind.text = RSDTextRule(keyboardType: "") { text, question in question.measured(text) }
        kind.text.keyboardType = {
            $0.usesFeetAndPounds ? "numbersAndPunctuation" : "decimalPad"
        }
        kind.picker = { question, _ in columns(question.locale).picker }
        kind.unit = { _ in unit }
        kind.quantity = quantity
        kind.isContinuous = true
        kind.ownsSection = true
        return kind
    }
}

extension RSDDeclaration<any RSDInputField> {
    /// Returns the declarations for a measurement; a type without a suffix is for an adult.
    static func measurements(
        _ measurement: RSDFormDataType.MeasurementType,
        _ answer: String,
        _ kind: (RSDFormDataType.MeasurementRange) -> RSDFieldKind
    ) -> [Self] {
        let persons: [(ending: String, of: RSDFormDataType.MeasurementRange, String)] = [
            ("", .adult, "an adult"), (".adult", .adult, "an adult"),
            (".child", .child, "a child"), (".infant", .infant, "an infant"),
        ]
        return persons.map { ending, person, noun in
            Self(
                RSDFormDataWord(rawValue: measurement.rawValue + ending),
                "A question for \(answer) of \(noun).",
                kind: kind(person)
            )
        }
    }
}

extension FormQuestion {
    /// The units in which a measurement is typed, and those in which it is shown.
    var measure: (units: [MeasureUnit], shown: [MeasureUnit])? { kind.measure?(locale) }

    fileprivate func measured(_ text: String) -> AnswerValue? {
        guard let measure else { return nil }
        return MeasurementText.value(
            text,
            units: measure.units,
            usual: measure.shown.last ?? measure.units[0],
            separator: locale.decimalSeparator
        ).map(AnswerValue.decimal)
    }
}
