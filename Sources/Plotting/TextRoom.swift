// Decides how much of a text fits into a part of a picture. The fonts of the machine are known only to the canvas, so
// widths are estimates, on the safe side for most texts.

/// Estimates the width of a text from the average widths of letters and of narrow signs.
enum TextRoom {
    static func width(of text: String, size: Double, isBold: Bool = false) -> Double {
        let letter = isBold ? 0.64 : 0.56
        return text.unicodeScalars.reduce(0) { sum, sign in
            sum + (sign.value >= 0x2E80 ? 1 : isNarrow(sign) ? 0.46 : letter) * size
        }
    }

    /// Whether a sign is about two thirds as wide as a letter, or less.
    private static func isNarrow(_ sign: Unicode.Scalar) -> Bool {
        switch sign {
        case " ", ".", ",", ":", ";", "(", ")", "[", "]": true
        default: false
        }
    }

    /// Shortens a text at its end, if necessary, so that it fits.
    static func shortened(
        _ text: String,
        to room: Double,
        size: Double,
        isBold: Bool = false
    ) -> String {
        guard width(of: text, size: size, isBold: isBold) > room else { return text }
        var result = ""
        var used = size
        for letter in text {
            used += width(of: String(letter), size: size, isBold: isBold)
            if used > room { break }
            result.append(letter)
        }
        return result + "…"
    }

    /// Breaks a text into lines that fit, between words if possible.
    static func lines(of text: String, in room: Double, size: Double) -> [String] {
        var lines: [String] = []
        var rest = Substring(text)
        while let end = firstBeyond(room, of: rest, size: size) {
            let space = rest[...end].lastIndex(of: " ").flatMap { $0 > rest.startIndex ? $0 : nil }
            // A word that is longer than a line is cut. Each line has at least one letter.
            let cut = space ?? max(end, rest.index(after: rest.startIndex))
            lines.append(String(rest[..<cut]))
            rest = rest[cut...].drop { $0 == " " }
        }
        return rest.isEmpty ? lines : lines + [String(rest)]
    }

    /// The place of the first letter that does not fit; `nil` if all do.
    private static func firstBeyond(
        _ room: Double,
        of text: Substring,
        size: Double
    ) -> Substring.Index? {
        var used = 0.0
        return text.indices.first { place in
            used += width(of: String(text[place]), size: size)
            return used > room
        }
    }
}
