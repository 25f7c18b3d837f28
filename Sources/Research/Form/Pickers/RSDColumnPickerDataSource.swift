// Wheels beside each other: choices, feet and inches, hours and minutes, two blood pressures. One
// value says what each column shows, and what the rows that are picked mean together.

/// A row of a column.
public struct PickerRow: Sendable, Hashable {
    public var text: String
    /// What it stands for; `nil` for none of the others.
    public var value: AnswerValue?

    public init(text: String, value: AnswerValue?) {
        self.text = text
        self.value = value
    }
}

/// What columns show, and what their rows mean together.
public struct RSDColumnPickerDataSource: Sendable, Hashable {
    /// What the rows that are picked mean together.
    public enum Meaning: Sendable, Hashable {
        /// The value of the only column.
        case single
        /// An array of all values.
        case array
        /// The sum of all numbers, each times the factor of its column, whole or not.
        case sum(factors: [Double])
        /// A text of all values with something between them.
        case joined(by: String)
    }

    public var columns: [[PickerRow]]
    public var meaning: Meaning
    /// The unit of each column, by its symbol; empty where the columns have none.
    public var units: [String]

    public init(columns: [[PickerRow]], meaning: Meaning, units: [String] = []) {
        self.columns = columns
        self.meaning = meaning
        self.units = units
    }

    /// How many columns there are.
    public var numberOfComponents: Int { columns.count }

    /// How many rows a column has.
    public func numberOfRows(in component: Int) -> Int {
        columns.indices.contains(component) ? columns[component].count : 0
    }

    /// What a row of a column shows.
    public func text(forRow row: Int, in component: Int) -> String? {
        numberOfRows(in: component) > row && row >= 0 ? columns[component][row].text : nil
    }

    /// What the rows that are picked mean, a row a column; `nil` for no answer.
    public func answer(with rows: [Int]) -> AnswerValue? {
        guard rows.count == columns.count, !rows.isEmpty,
            zip(rows, columns).allSatisfy({ $1.indices.contains($0) })
        else { return nil }
        let values = zip(rows, columns).map { $1[$0].value }
        switch meaning {
        case .single: return values[0]
        case .array:
            let present = values.compactMap(\.self)
            return present.count == values.count ? .array(present) : nil
        case .sum(let factors):
            var total = 0.0
            for (value, factor) in zip(values, factors) { total += (value?.number ?? 0) * factor }
            return .decimal(total)
        case .joined(let separator):
            return .string(
                values.map { ($0?.plainText ?? "") as String }.joined(separator: separator)
            )
        }
    }

    /// The rows that mean an answer, or lie nearest to it; `nil` where none do.
    public func rows(for answer: AnswerValue?) -> [Int]? {
        switch (meaning, answer) {
        case (.single, .array(let values)) where values.count == 1:
            return columns.first?.firstIndex { $0.value == values[0] }.map { [$0] }
        case (.single, _):
            return columns.first?.firstIndex { $0.value == answer }.map { [$0] }
        case (.array, .array(let values)): return rows(for: values)
        case (.sum(let factors), let answer?):
            guard let number = answer.number else { return nil }
            return rows(nearest: MeasurementText.split(number, by: factors))
        case (.joined(let separator), .string(let text)):
            let parts = text.split(separator: separator, omittingEmptySubsequences: false)
            guard parts.count == columns.count else { return nil }
            let rows = zip(parts, columns).compactMap { part, column in
                column.firstIndex { $0.value?.plainText == String(part) }
            }
            return rows.count == columns.count ? rows : nil
        case (.array, _), (.sum, nil), (.joined, _): return nil
        }
    }

    private func rows(for values: [AnswerValue]) -> [Int]? {
        guard values.count == columns.count else { return nil }
        let rows = zip(values, columns).compactMap { value, column in
            column.firstIndex { $0.value == value }
        }
        return rows.count == columns.count ? rows : nil
    }

    private func rows(nearest counts: [Double]) -> [Int]? {
        guard counts.count == columns.count else { return nil }
        let rows = zip(counts, columns).compactMap { count, column in
            column.indices.min {
                abs((column[$0].value?.number ?? 0) - count)
                    < abs((column[$1].value?.number ?? 0) - count)
            }
        }
        return rows.count == columns.count ? rows : nil
    }
}

extension RSDColumnPickerDataSource {
    /// One column of choices.
    static func choices(_ choices: [RSDChoiceObject]) -> RSDColumnPickerDataSource {
        RSDColumnPickerDataSource(columns: [choices.map(row)], meaning: .single)
    }

    /// Columns of choices.
    static func columns(_ columns: [[RSDChoiceObject]]) -> RSDColumnPickerDataSource {
        RSDColumnPickerDataSource(columns: columns.map { $0.map(row) }, meaning: .array)
    }

    private static func row(_ choice: RSDChoiceObject) -> PickerRow {
        PickerRow(text: choice.text ?? choice.value?.plainText ?? "", value: choice.value)
    }

    /// A column of whole numbers.
    static func numbers(_ numbers: some Sequence<Int>, _ symbol: String = "") -> [PickerRow] {
        numbers.map { number -> PickerRow in
            PickerRow(
                text: symbol.isEmpty ? "\(number)" : "\(number) \(symbol)",
                value: .integer(number)
            )
        }
    }

    /// A measure in units, as feet and inches, by steps of one where none are given.
    static func sum(
        _ columns: [(ClosedRange<Int>, MeasureUnit)],
        steps: [Int] = []
    ) -> RSDColumnPickerDataSource {
        RSDColumnPickerDataSource(
            columns: columns.enumerated().map { index, column in
                let step = steps.indices.contains(index) ? steps[index] : 1
                let counts = stride(
                    from: column.0.lowerBound,
                    through: column.0.upperBound,
                    by: step
                )
                return numbers(counts, column.1.symbol)
            },
            meaning: .sum(factors: columns.map(\.1.factor)),
            units: columns.map(\.1.symbol)
        )
    }
}
