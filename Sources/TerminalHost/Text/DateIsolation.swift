// Keeps dates readable in Arabic text. After Arabic letters the parts of 1990-05-12 would appear in reverse order, and
// the date would be ambiguous.

internal import ViewTree

/// Keeps the order of dates and times within right-to-left text.
enum DateIsolation {
    /// Puts isolating characters around each date and time; text on a left-to-right line is unchanged.
    static func isolated(
        _ text: String,
        _ direction: GroupContent.Direction
    ) -> [Unicode.Scalar] {
        let scalars = Array(text.unicodeScalars)
        guard direction == .rightToLeft, scalars.contains(where: isDigit) else { return scalars }
        var result: [Unicode.Scalar] = []
        var place = 0
        while place < scalars.count {
            guard isDigit(scalars[place]) else {
                result.append(scalars[place])
                place += 1
                continue
            }
            var end = place
            while end < scalars.count, isDigit(scalars[end]) || isDivider(scalars[end]) { end += 1 }
            while end > place, !isDigit(scalars[end - 1]) { end -= 1 }
            let part = scalars[place..<end]
            let isDate = part.contains(":") || part.count { $0 == "-" || $0 == "/" } > 1
            result += isDate ? ["\u{2066}"] + part + ["\u{2069}"] : Array(part)
            place = end
        }
        return result
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }

    private static func isDivider(_ scalar: Unicode.Scalar) -> Bool {
        ["-", "/", ":", ".", "T"].contains(scalar)
    }
}
