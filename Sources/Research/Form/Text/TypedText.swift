// People type the digits of their script and the signs of their keyboard; texts from right to left come with
// signs of direction that nobody sees. Whoever reads a date or a number wants plain digits.

/// A text as it was typed.
enum TypedText {
    /// The text in the digits 0 to 9 and with plain spaces, without signs of direction.
    ///
    /// `sign` says the plain sign for a scalar, and `nil` for one that stays as it is.
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

    /// The parts of a text between the signs that divide it, without the blanks around each.
    static func parts(of text: String, at divider: Character) -> [Substring] {
        text.split(separator: divider, omittingEmptySubsequences: false).map { part in
            let head = part.drop { $0 == " " }
            let end = head.lastIndex { $0 != " " }
            return end.map { head[...$0] } ?? head
        }
    }
}
