// BIDS tables are lines of fields separated by tabs; a missing value is `n/a`.

/// Formats lines of tables.
enum BIDSTable {
    /// The text for a missing value.
    static let nothing = "n/a"

    /// A line; an empty field becomes `n/a`, and a tab or line break within a field becomes a space.
    static func line(_ fields: [String]) -> String {
        fields.map { field in
            field.isEmpty
                ? nothing
                : field.utf8.contains { $0 < 0x20 }
                    ? String(field.map { $0.isNewline || $0 == "\t" ? " " : $0 }) : field
        }.joined(separator: "\t") + "\n"
    }

    /// Nanoseconds as seconds in plain digits, so that an instant looks the same everywhere.
    static func seconds(_ nanoseconds: Int64) -> String {
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        let sign = nanoseconds < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        let digits = String(rest)
        var fraction = String(repeating: "0", count: 9 - digits.count) + digits
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(sign)\(whole).\(fraction)"
    }
}
