// Draws one axis of a sensor in one row of text: enough to see that a foot swings, and that the sensor still delivers.

/// Draws values as a row of bars.
package enum Sparkline {
    private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let gap: Character = "·"

    /// A row of `width` columns, the newest value at its right end.
    ///
    /// The lowest value of the window gets the lowest bar, the highest the highest; if all values are equal, they lie
    /// in the middle. A missing value is a dot; columns before the first value are empty. If there are more values than
    /// columns, each column is the mean of its share.
    package static func draw(_ values: some Collection<Double?>, width: Int) -> String {
        guard width > 0 else { return "" }
        let columns = condensed(Array(values), to: width)
        let known = columns.compactMap(\.self)
        guard let lowest = known.min(), let highest = known.max() else {
            return filled(String(repeating: gap, count: columns.count), to: width)
        }
        let row = columns.map { value -> Character in
            guard let value else { return gap }
            return bar(of: value, from: lowest, to: highest)
        }
        return filled(String(row), to: width)
    }

    private static func bar(of value: Double, from lowest: Double, to highest: Double) -> Character
    {
        // Halved first, because the range of two large numbers might overflow.
        let range = highest / 2 - lowest / 2
        guard range > 0 else { return bars[3] }
        let share = (value / 2 - lowest / 2) / range
        return bars[min(bars.count - 1, max(0, Int(share * Double(bars.count))))]
    }

    private static func filled(_ row: String, to width: Int) -> String {
        String(repeating: " ", count: width - row.count) + row
    }

    /// Reduces the values to at most `width` columns.
    ///
    /// A column with a missing value counts as missing: averaging would hide the gap.
    private static func condensed(_ values: [Double?], to width: Int) -> [Double?] {
        let values = values.map { value in value.flatMap { $0.isFinite ? $0 : nil } }
        guard values.count > width else { return values }
        return (0..<width).map { column in
            let share = values[
                (column * values.count / width)..<((column + 1) * values.count / width)
            ]
            let known = share.compactMap(\.self)
            guard known.count == share.count else { return nil }
            return known.reduce(0) { $0 + $1 / Double(known.count) }
        }
    }
}
