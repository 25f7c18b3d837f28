// How a file of columns is written: what parts its columns, whether names stand above them, and how many of its lines
// come before. What nobody has said is told by its first row.

/// How a file of columns is laid out.
package struct TableLayout: Sendable, Hashable {
    /// What can part columns.
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

    /// What parts columns; `nil` where the first row tells.
    package var separator: Separator?
    /// Whether the first row has the names of the columns; `nil` where it tells by itself.
    package var hasHeader: Bool?
    /// How many lines at the beginning are none of the table.
    package var skippedLines: Int

    /// A layout; what is not given is told by the file.
    package init(
        separator: Separator? = nil,
        hasHeader: Bool? = nil,
        skippedLines: Int = 0
    ) {
        self.separator = separator
        self.hasHeader = hasHeader
        self.skippedLines = skippedLines
    }

    /// What parts the columns of a row: whatever makes as many columns as are wanted, else what is there.
    static func likelySeparator(of row: Span<UInt8>, columns wanted: Int?) -> Separator {
        var fields = TableFields()
        var present: [Separator] = []
        for candidate in [Separator.semicolon, .tab, .comma] {
            fields.read(row, candidate, atMost: wanted)
            if let wanted, wanted > 1, fields.count == wanted { return candidate }
            if fields.count > 1 { present.append(candidate) }
        }
        if let first = present.first { return first }
        // Names may have spaces in them, which part nothing where anything else does.
        fields.read(row, .space, atMost: wanted)
        return fields.count > 1 ? .space : .comma
    }
}
