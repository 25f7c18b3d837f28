// Tables of BIDS are lines of fields with tabs between them, and what is not there is `n/a`.

/// Lines of tables.
enum BIDSTable {
    /// What stands where there is nothing.
    static let nothing = "n/a"

    /// A line; an empty field becomes `n/a`, and a tab or the end of a line within a field a space.
    static func line(_ fields: [String]) -> String {
        fields.map { field in
            field.isEmpty
                ? nothing
                : field.utf8.contains { $0 < 0x20 }
                    ? String(field.map { $0.isNewline || $0 == "\t" ? " " : $0 }) : field
        }.joined(separator: "\t") + "\n"
    }

    /// Seconds, of nanoseconds, in plain digits: an instant has the same ones wherever it stands.
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
