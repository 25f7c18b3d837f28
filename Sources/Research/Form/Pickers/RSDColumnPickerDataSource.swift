// Pickers with several columns: choices, feet and inches, hours and minutes, two blood pressures. The data source holds
// the rows of each column, and how the picked rows form an answer.

/// A row of a column.
public struct PickerRow: Sendable, Hashable {
    public var text: String
    /// The value of the row; `nil` for the choice 'none of these'.
    public var value: AnswerValue?

    public init(text: String, value: AnswerValue?) {
        self.text = text
        self.value = value
    }
}

/// The columns of a picker, and how their picked rows form an answer.
public struct RSDColumnPickerDataSource: Sendable, Hashable {
    /// How the picked rows form an answer.
    public enum Meaning: Sendable, Hashable {
        /// The value of the only column.
        case single
        /// An array of all values.
        case array
        /// The sum of all numbers, each multiplied by the factor of its column.
        case sum(factors: [Double])
        /// The texts of all values, joined by a separator.
        case joined(by: String)
    }

    public var columns: [[PickerRow]]
    public var meaning: Meaning
    /// The symbol of each column's unit; empty if the columns have no units.
    public var units: [String]

    public init(columns: [[PickerRow]], meaning: Meaning, units: [String] = []) {
        self.columns = columns
        self.meaning = meaning
        self.units = units
    }

    /// The number of columns.
    public var numberOfComponents: Int { columns.count }

    /// Returns the number of rows in a column.
    public func numberOfRows(in component: Int) -> Int {
        columns.indices.contains(component) ? columns[component].count : 0
    }

    /// Returns the text of a row.
    public func text(forRow row: Int, in component: Int) -> String? {
        numberOfRows(in: component) > row && row >= 0 ? columns[component][row].text : nil
    }

    /// Returns the answer for the picked rows, one for each column; `nil` for no answer.
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

    /// Returns the rows that form an answer, or the nearest one; `nil` if none do.
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
    /// Returns a single column of choices.
    static func choices(_ choices: [RSDChoiceObject]) -> RSDColumnPickerDataSource {
        RSDColumnPickerDataSource(columns: [choices.map(row)], meaning: .single)
    }

    /// Returns several columns of choices.
    static func columns(_ columns: [[RSDChoiceObject]]) -> RSDColumnPickerDataSource {
        RSDColumnPickerDataSource(columns: columns.map { $0.map(row) }, meaning: .array)
    }

    private static func row(_ choice: RSDChoiceObject) -> PickerRow {
        PickerRow(text: choice.text ?? choice.value?.plainText ?? "", value: choice.value)
    }

    /// Returns the rows of a column of whole numbers.
    static func numbers(_ numbers: some Sequence<Int>, _ symbol: String = "") -> [PickerRow] {
        numbers.map { number -> PickerRow in
            PickerRow(
                text: symbol.isEmpty ? "\(number)" : "\(number) \(symbol)",
                value: .integer(number)
            )
        }
    }

    /// Returns columns for a measurement, such as feet and inches; the default step is one.
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
