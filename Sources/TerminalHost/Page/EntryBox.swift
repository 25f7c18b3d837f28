// Draws a text being edited, in as many rows as it needs, so that users see all they type.

/// The rows of a text being edited.
struct EntryBox {
    /// The rows, each of the box's width.
    private(set) var rows: [StyledLine] = []

    init(
        _ entry: Entry,
        width: Int,
        hasCursor: Bool,
        isSecure: Bool = false,
        placeholder: String? = nil,
        rows least: Int = 1
    ) {
        let width = max(1, width)
        var cells: [(character: Character, style: TextStyle)?] = []
        var place = 0
        let isEmpty = entry.text.isEmpty
        for character in entry.text {
            let isCursor = hasCursor && entry.cursor == place
            place += character.utf16.count
            if character.isNewline {
                if isCursor { cells.append((" ", .cursor)) }
                cells.append(nil)
                continue
            }
            let shown = isSecure ? "•" : String(character).safeLine.first ?? " "
            cells.append((shown, isCursor ? .cursor : .plain))
        }
        if hasCursor, entry.cursor >= place { cells.append((" ", .cursor)) }
        if isEmpty, let placeholder {
            cells += placeholder.safeLine.map { ($0, TextStyle.faint) }
        }
        var row = StyledLine()
        var used = 0
        func finish(_ rows: inout [StyledLine]) {
            if used < width { row.append(String(repeating: " ", count: width - used)) }
            rows.append(row)
            (row, used) = (StyledLine(), 0)
        }
        for cell in cells {
            guard let cell else {
                finish(&rows)
                continue
            }
            if used + cell.character.columns > width, used > 0 { finish(&rows) }
            row.append(String(cell.character), cell.style)
            used += cell.character.columns
        }
        if used > 0 || rows.count < least { finish(&rows) }
        while rows.count < least { finish(&rows) }
    }
}
