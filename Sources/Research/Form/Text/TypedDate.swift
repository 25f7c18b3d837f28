// What people type around the digits of a date, brought to one form: the digits of their script, the signs
// and spaces that their keyboard or what they copied from puts between them.

/// The text of a date as it was typed.
enum TypedDate {
    /// The text in plain digits and signs, without what says only a direction.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: break
            // The Arabic date separator.
            case 0x060D: plain.append("/")
            case 0x2010...0x2013: plain.append("-")
            default:
                if scalar.properties.generalCategory == .decimalNumber,
                    let digit = scalar.properties.numericValue
                {
                    plain.append(contentsOf: "\(Int(digit))".unicodeScalars)
                } else {
                    plain.append(scalar.properties.isWhitespace ? " " : scalar)
                }
            }
        }
        return String(plain)
    }

    /// A plain text without spaces and commas where some people put them and others do not.
    static func compact(_ plain: String) -> String {
        var text = closed(plain.uppercased())
        for (word, half) in [("A.M.", "AM"), ("P.M.", "PM"), ("A.M", "AM"), ("P.M", "PM")] {
            text = text.replacing(word, with: half)
        }
        for half in ["AM", "PM"] { text = text.replacing(" \(half)", with: half) }
        return withoutLastPoint(text)
    }

    /// A format for texts that are compact.
    static func compactFormat(_ format: String) -> String {
        withoutLastPoint(closed(format).replacing(" a", with: "a"))
    }

    /// Whether the hour, which is what stands before the first colon, has two digits.
    static func hasWholeHour(_ plain: String) -> Bool {
        guard let colon = plain.firstIndex(of: ":") else { return true }
        let hour = plain[..<colon].reversed().prefix(while: NumberText.isDigit)
        return hour.count == 2
    }

    private static func closed(_ text: String) -> String {
        var result: [Character] = []
        var isApart = false
        for letter in text {
            if letter == " " || letter == "," || letter == "،" {
                isApart = true
                continue
            }
            if isApart, let last = result.last, !divides(last), !divides(letter) {
                result.append(" ")
            }
            isApart = false
            result.append(letter)
        }
        return String(result)
    }

    private static func divides(_ letter: Character) -> Bool {
        [".", "/", "-", ":"].contains(letter)
    }

    private static func withoutLastPoint(_ text: String) -> String {
        text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
