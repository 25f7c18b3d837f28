// Fractions as people type them, and as files have them.

extension NumberText {
    /// Returns the value of a fraction such as `3/4`, `1 1/2` or `½`, or of a plain number.
    ///
    /// - Parameters:
    ///   - text: The text, in plain digits.
    ///   - separator: The decimal separator of a plain number.
    /// - Returns: The number; `nil` for any other text.
    static func fraction(_ text: String, separator: Character) -> Double? {
        let words = spelledFraction(text)
        guard words.contains("/") else { return number(text, separator: separator) }
        let isNegative = words.hasPrefix("-")
        let unsigned = words.dropFirst(isNegative || words.hasPrefix("+") ? 1 : 0)
        let parts = unsigned.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let lower = natural(parts[1]), lower > 0 else { return nil }
        let numbers = parts[0].split(separator: " ").map(natural)
        guard (1...2).contains(numbers.count), let upper = numbers.last ?? nil,
            let whole = numbers.count == 2 ? numbers[0] : 0
        else { return nil }
        let value = whole + upper / lower
        return isNegative ? -value : value
    }

    /// Returns the number in a text of plain digits.
    private static func natural(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.allSatisfy(isDigit), let value = Double(text), value.isFinite
        else { return nil }
        return value
    }

    /// Returns the fraction with a plain slash, and without spaces around it.
    private static func spelledFraction(_ text: String) -> String {
        var spelled = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x2044, 0x2215: spelled += "/"
            default:
                if let sign = signs[scalar] {
                    spelled += " \(sign)"
                } else {
                    spelled.unicodeScalars.append(scalar)
                }
            }
        }
        return TypedText.parts(of: spelled, at: "/").joined(separator: "/")
    }

    /// The fractions that have a Unicode character of their own.
    private static let signs: [Unicode.Scalar: String] = [
        "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5",
        "⅗": "3/5", "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅐": "1/7", "⅛": "1/8", "⅜": "3/8",
        "⅝": "5/8", "⅞": "7/8", "⅑": "1/9", "⅒": "1/10",
    ]

    /// Returns the number as a fraction with a small denominator if possible, or else in plain digits.
    static func fractionText(
        _ value: Double,
        maximumDigits: Int?,
        separator: Character
    ) -> String {
        let magnitude = abs(value)
        let whole = magnitude.rounded(.down)
        guard value.isFinite, whole < 1e9 else {
            return text(value, maximumDigits: maximumDigits, separator: separator)
        }
        let sign = value < 0 ? "-" : ""
        for denominator in 2...16 {
            let upper = (magnitude - whole) * Double(denominator)
            // A remainder just below 1 would be rounded to a fraction such as 2/2.
            guard upper > 0.5, upper.rounded() < Double(denominator),
                abs(upper - upper.rounded()) < 1e-9
            else { continue }
            let fraction = "\(Int(upper.rounded()))/\(denominator)"
            return whole == 0 ? sign + fraction : "\(sign)\(Int(whole)) \(fraction)"
        }
        return text(value, maximumDigits: maximumDigits, separator: separator)
    }
}
