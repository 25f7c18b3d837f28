// Numbers as people type them.

/// Reads and writes numbers.
enum NumberText {
    /// Returns the number in plain digits, rounded to `maximumDigits` decimal places.
    ///
    /// From 10 to the power of 15 on, it is written as Swift writes it.
    static func text(
        _ value: Double,
        maximumDigits: Int?,
        separator: Character = "."
    ) -> String {
        let magnitude = abs(value)
        guard value.isFinite, magnitude < 1e15 else { return "\(value)" }
        var digits = "\(magnitude)"
        if let maximumDigits {
            digits = rounded(magnitude, to: min(max(maximumDigits, 0), 15))
        } else if digits.contains("e") {
            digits = rounded(magnitude, to: 15)
        }
        if digits.contains(".") {
            while digits.hasSuffix("0") { digits.removeLast() }
            if digits.hasSuffix(".") { digits.removeLast() }
        }
        let sign = value < 0 && digits != "0" ? "-" : ""
        return sign + digits.replacing(".", with: String(separator))
    }

    private static func rounded(_ magnitude: Double, to digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (magnitude * scale).rounded()
        guard scaled < 9e18 else { return "\(magnitude)" }
        guard digits > 0 else { return "\(Int64(scaled))" }
        let text = "\(Int64(scaled))"
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        return "\(padded.dropLast(digits)).\(padded.suffix(digits))"
    }

    /// The thousands separator that is accepted in addition to a space or an apostrophe.
    private static func groupMark(_ separator: Character) -> Character {
        separator == "." ? "," : "."
    }

    /// Returns the text in plain digits and signs.
    ///
    /// It converts the digits of any script, and the two Arabic separators, which are unambiguous in every language.
    static func plain(_ text: String, separator: Character) -> String {
        TypedText.plain(text) { scalar in
            switch scalar.value {
            case 0x066B: separator
            case 0x066C: groupMark(separator)
            case 0x2212: "-"
            default: nil
            }
        }
    }

    /// Returns an example for a message: the number typed, written with the right decimal separator, or else any
    /// number.
    static func example(for plain: String, separator: Character) -> String {
        let digits = plain.prefix { isDigit($0) || [".", ",", "-"].contains($0) }
        let other = number(String(digits), separator: groupMark(separator))
        // A whole number would not show the decimal separator.
        let shown = other.flatMap { $0.magnitude < 1e9 && $0 != $0.rounded() ? $0 : nil } ?? 1.5
        return text(shown, maximumDigits: 6, separator: separator)
    }

    /// True if a text is a number with another decimal separator.
    static func isForeign(_ plain: String, separator: Character) -> Bool {
        number(plain, separator: groupMark(separator)) != nil
    }

    /// Returns the number in a text, which may have thousands separators.
    static func number(_ text: String, separator: Character = ".") -> Double? {
        guard let (sign, whole, fraction) = parts(of: text, separator) else { return nil }
        return Double("\(sign)\(whole.isEmpty ? "0" : whole).\(fraction.isEmpty ? "0" : fraction)")
    }

    /// Returns the parts of a number without thousands separators; `nil` if the text is not a number.
    private static func parts(
        of text: String,
        _ separator: Character
    ) -> (sign: String, whole: String, fraction: Substring)? {
        var rest = Substring(text)
        var sign = ""
        if let first = rest.first, first == "-" || first == "+" {
            sign = String(first)
            rest = rest.dropFirst()
        }
        let parts = rest.split(separator: separator, omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = ungrouped(parts[0], separator) else {
            return nil
        }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard !(whole.isEmpty && fraction.isEmpty), fraction.allSatisfy(isDigit) else { return nil }
        return (sign, whole, fraction)
    }

    /// Returns the whole number in a text.
    static func integer(_ text: String, separator: Character = ".") -> Int? {
        if let plain = Int(text) { return plain }
        guard isWhole(text, separator: separator), let parts = parts(of: text, separator) else {
            return nil
        }
        // Do not convert by way of a `Double`, which would round large numbers.
        return Int(parts.sign + (parts.whole.isEmpty ? "0" : parts.whole))
    }

    /// True if a text is a whole number of any size.
    static func isWhole(_ text: String, separator: Character = ".") -> Bool {
        parts(of: text, separator)?.fraction.allSatisfy { $0 == "0" } ?? false
    }

    private static func ungrouped(_ text: Substring, _ separator: Character) -> String? {
        if text.allSatisfy(isDigit) { return String(text) }
        let marks: [Character] = [groupMark(separator), " ", "'", "’"]
        guard let mark = text.first(where: { !isDigit($0) }), marks.contains(mark) else {
            return nil
        }
        let groups = text.split(separator: mark, omittingEmptySubsequences: false)
        guard let first = groups.first, (1...3).contains(first.count),
            groups.dropFirst().allSatisfy({ $0.count == 3 }),
            groups.allSatisfy({ $0.allSatisfy(isDigit) })
        else { return nil }
        return groups.joined()
    }

    static func isDigit(_ letter: Character) -> Bool { letter.isASCII && letter.isNumber }
}
