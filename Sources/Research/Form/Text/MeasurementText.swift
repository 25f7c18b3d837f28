// Heights, weights and durations as people type them. The answer always has the same unit.

/// A unit of length, mass or time.
struct MeasureUnit: Sendable, Hashable {
    /// The words and signs for the unit.
    var words: [String]
    /// The size of the unit in the unit of the answer.
    var factor: Double

    /// The symbol that is shown after a number.
    var symbol: String { words[0] }

    static let centimeter = MeasureUnit(words: ["cm"], factor: 1)
    static let meter = MeasureUnit(words: ["m"], factor: 100)
    static let foot = MeasureUnit(words: ["ft", "'", "′", "’", "feet", "foot"], factor: 30.48)
    static let inch = MeasureUnit(words: ["in", "\"", "″", "”", "inch", "inches"], factor: 2.54)
    static let kilogram = MeasureUnit(words: ["kg"], factor: 1)
    static let gram = MeasureUnit(words: ["g"], factor: 0.001)
    static let pound = MeasureUnit(words: ["lb", "lbs", "pound", "pounds"], factor: 0.45359237)
    static let ounce = MeasureUnit(
        words: ["oz", "ounce", "ounces"],
        factor: 0.028349523125
    )

    static let lengths: [MeasureUnit] = [.centimeter, .meter, .foot, .inch]
    static let masses: [MeasureUnit] = [.kilogram, .gram, .pound, .ounce]
}

/// Reads and writes measurements.
enum MeasurementText {
    /// Returns the measurement in a text, such as `5'8"` or `173 cm`; a plain number such as `68` has the `usual`
    /// unit.
    static func value(
        _ text: String,
        units: [MeasureUnit],
        usual: MeasureUnit,
        separator: Character
    ) -> Double? {
        var rest = Substring(text)
        var total = 0.0
        var isFirst = true
        while true {
            rest = rest.drop { $0 == " " }
            if rest.isEmpty { return isFirst ? nil : total }
            let digits = rest.prefix { NumberText.isDigit($0) || $0 == separator }
            guard let number = NumberText.number(String(digits), separator: separator) else {
                return nil
            }
            rest = rest.dropFirst(digits.count).drop { $0 == " " }
            let word = rest.prefix { !NumberText.isDigit($0) && $0 != " " && $0 != separator }
                .lowercased()
            if word.isEmpty {
                guard isFirst, rest.isEmpty else { return nil }
                return number * usual.factor
            }
            guard let unit = units.first(where: { $0.words.contains(word) }) else { return nil }
            total += number * unit.factor
            rest = rest.dropFirst(word.count)
            isFirst = false
        }
    }

    /// Returns the measurement in the given units, the largest first; with several units, as whole numbers.
    static func text(
        _ value: Double,
        in units: [MeasureUnit],
        separator: Character
    ) -> String {
        if units.count == 1 {
            let count = NumberText.text(
                value / units[0].factor,
                maximumDigits: 1,
                separator: separator
            )
            return "\(count) \(units[0].symbol)"
        }
        let counts = split(value, by: units.map(\.factor))
        let parts = zip(counts, units).map { count, unit in
            "\(NumberText.text(count, maximumDigits: 0)) \(unit.symbol)"
        }
        return parts.joined(separator: " ")
    }

    /// Splits a value into counts of each factor, rounded to a whole number of the last one.
    static func split(_ value: Double, by factors: [Double]) -> [Double] {
        guard let last = factors.last, value.isFinite else { return factors.map { _ in 0 } }
        var rest = (value / last).rounded() * last
        return factors.enumerated().map { index, factor in
            let count =
                index == factors.count - 1
                ? (rest / factor).rounded() : (rest / factor + 1e-9).rounded(.down)
            rest -= count * factor
            return count
        }
    }

    /// Returns the duration in a text, in seconds: `1:30`, or a number in the unit of the answer.
    static func seconds(
        _ text: String,
        range: RSDDurationRangeObject,
        separator: Character
    ) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let units = range.enteredUnits
        if parts.count == 1 {
            let unit = range.answerUnit
            return NumberText.number(text, separator: separator).map { $0 * unit.seconds }
        }
        let usual: [RSDDurationUnit] = [.hour, .minute, .second]
        let named = parts.count == units.count ? units : Array(usual.suffix(parts.count))
        guard parts.count == named.count else { return nil }
        var total = 0.0
        for (part, unit) in zip(parts, named) {
            guard !part.isEmpty, part.allSatisfy(NumberText.isDigit), let count = Double(part)
            else {
                return nil
            }
            total += count * unit.seconds
        }
        return total
    }

    /// Returns the duration in the units in which it is entered, with colons: `1:30`.
    ///
    /// It is a plain number in the unit of the answer if the range names no units or only one, or if it is negative.
    static func durationText(
        _ value: Double,
        range: RSDDurationRangeObject,
        separator: Character
    ) -> String {
        let units = range.enteredUnits
        let own = range.answerUnit
        guard range.durationUnits != nil, units.count > 1, value >= 0 else {
            return NumberText.text(value, maximumDigits: nil, separator: separator)
        }
        let counts = split(value * own.seconds, by: units.map(\.seconds))
        let texts = counts.enumerated().map { index, count in
            let text = NumberText.text(count, maximumDigits: 0)
            return index > 0 && text.count < 2 ? "0\(text)" : text
        }
        return texts.joined(separator: ":")
    }
}
