// What questions for a height and for a weight have in common: the units of the country, and a column for each
// of them.

/// How a quantity is picked and shown in the units of a country.
struct MeasureColumns: Sendable {
    /// The counts of each unit that can be picked.
    var counts: [(ClosedRange<Int>, MeasureUnit)]
    /// From one count to the next, for each unit; one where none is given.
    var steps: [Int] = []
    /// The units that it is shown in; those that it is picked in where none are given.
    var shown: [MeasureUnit]?

    var picker: RSDPickerDataSource { .columns(.sum(counts, steps: steps)) }
}

extension RSDFieldKind {
    /// A quantity that is measured.
    ///
    /// - Parameters:
    ///   - quantity: What is measured.
    ///   - unit: The unit of the answer.
    ///   - units: The units that it can be typed in.
    ///   - metric: How it is picked where people are measured in metres and kilograms.
    ///   - imperial: How it is picked where they are measured in feet and pounds.
    /// - Returns: The kind.
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
    /// The questions for a measurement: of an adult, if the type does not say of whom.
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
    /// The units of a measurement, and those it is shown in.
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
