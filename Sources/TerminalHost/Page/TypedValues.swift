// Parses typed values: numbers with a comma or a point, and rows of columns by the beginning of a word.

internal import ViewTree

/// A typed number.
struct Numeral: Sendable, Equatable {
    let value: Double

    /// Parses a number with a comma or a point, in any digits; `nil` for anything else.
    init?(_ text: String) {
        var plain = ""
        for character in text {
            if let digit = character.wholeNumberValue, (0...9).contains(digit) {
                plain += "\(digit)"
            } else if character == "," || character == "." || character == "٫" {
                plain += "."
            } else if character == "-" || character == "−" {
                plain += "-"
            } else {
                return nil
            }
        }
        guard let number = Double(plain), number.isFinite else { return nil }
        value = number
    }

    /// Whether a letter can be part of a number.
    static func allows(_ letter: Unicode.Scalar) -> Bool {
        Character(letter).wholeNumberValue.map { (0...9).contains($0) } ?? false
            || [",", ".", "-", "٫", "٬", "−", "’", "'"].contains(letter)
    }
}

extension SliderContent {
    /// Returns the value one step forward or back.
    func next(forward isForward: Bool) -> Double {
        guard let value else { return isForward ? minimum : maximum }
        let size = step.flatMap { $0 > 0 ? $0 : nil } ?? (maximum - minimum) / 100
        return min(maximum, max(minimum, value + (isForward ? size : -size)))
    }
}

/// Finds rows of columns by typed text.
enum ColumnSearch {
    /// The row that equals the text, else the first whose first word equals it, else the first that begins with it.
    static func row(of typed: String, in rows: [String]) -> Int? {
        let wanted = typed.lowercased()
        guard !wanted.isEmpty else { return nil }
        let texts = rows.map { $0.lowercased() }
        return texts.firstIndex(of: wanted)
            ?? texts.firstIndex { $0.split(separator: " ").first.map(String.init) == wanted }
            ?? texts.firstIndex { $0.hasPrefix(wanted) }
    }
}
