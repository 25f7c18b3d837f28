// The layout of a file of columns: the separator, whether the first row has names, and how many lines precede the
// table. What the user does not give is derived from the first row.

/// The layout of a file of columns.
package struct TableLayout: Sendable, Hashable {
    /// The separators of columns.
    package enum Separator: String, Sendable, Hashable, CaseIterable {
        case comma = ","
        case semicolon = ";"
        case tab
        case space

        var byte: UInt8 {
            switch self {
            case .comma: .comma
            case .semicolon: .semicolon
            case .tab: .tab
            case .space: .space
            }
        }
    }

    /// The separator; `nil` to derive it from the first row.
    package var separator: Separator?
    /// Whether the first row has the names of the columns; `nil` to derive it.
    package var hasHeader: Bool?
    /// How many lines at the beginning do not belong to the table.
    package var skippedLines: Int

    /// A layout; missing values are derived from the file.
    package init(
        separator: Separator? = nil,
        hasHeader: Bool? = nil,
        skippedLines: Int = 0
    ) {
        self.separator = separator
        self.hasHeader = hasHeader
        self.skippedLines = skippedLines
    }

    /// The separator of a row: one that gives as many columns as wanted, or else one that occurs in the row.
    static func likelySeparator(of row: Span<UInt8>, columns wanted: Int?) -> Separator {
        var fields = TableFields()
        var present: [Separator] = []
        for candidate in [Separator.semicolon, .tab, .comma] {
            fields.read(row, candidate, atMost: wanted)
            if let wanted, wanted > 1, fields.count == wanted { return candidate }
            if fields.count > 1 { present.append(candidate) }
        }
        if let first = present.first { return first }
        // Names may contain spaces, so a space separates only if nothing else does.
        fields.read(row, .space, atMost: wanted)
        return fields.count > 1 ? .space : .comma
    }
}
