// Normalises typed text. People type the digits of their script, and right-to-left text has invisible direction marks.
// The parsers of dates and numbers need plain digits.

/// Normalises typed text.
enum TypedText {
    /// Returns the text with the digits 0 to 9 and plain spaces, without direction marks.
    ///
    /// `sign` returns the plain sign for a scalar, or `nil` to keep it.
    static func plain(_ text: String, sign: (Unicode.Scalar) -> Character?) -> String {
        var plain = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: break
            default:
                if let sign = sign(scalar) {
                    plain.append(sign)
                } else if scalar.properties.generalCategory == .decimalNumber,
                    let digit = scalar.properties.numericValue
                {
                    plain += "\(Int(digit))"
                } else {
                    plain.unicodeScalars.append(scalar.properties.isWhitespace ? " " : scalar)
                }
            }
        }
        return plain
    }

    /// Splits a text at the divider, and trims each part.
    static func parts(of text: String, at divider: Character) -> [Substring] {
        text.split(separator: divider, omittingEmptySubsequences: false).map { part in
            let head = part.drop { $0 == " " }
            let end = head.lastIndex { $0 != " " }
            return end.map { head[...$0] } ?? head
        }
    }
}
