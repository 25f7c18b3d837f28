// Computes the output that changes the screen to a new page: only what differs. A changed second takes a few bytes on a
// slow line, and nothing flickers.

/// Draws pages in place of each other.
struct ScreenWriter: Sendable {
    private let inColour: Bool
    private var drawn: [String]?
    private var size: (columns: Int, rows: Int) = (0, 0)

    init(inColour: Bool) { self.inColour = inColour }

    /// Switches to an empty alternate screen.
    ///
    /// Lines do not wrap, the terminal does not reorder right-to-left letters, and pasted text is marked as pasted.
    static let beginning = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[8l\u{1B}[?2004h\u{1B}[2J\u{1B}[H"
    /// Restores the screen.
    static let ending = "\u{1B}[0m\u{1B}[?2004l\u{1B}[8h\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Forgets what is drawn, so that all of it is drawn again.
    mutating func forget() { drawn = nil }

    /// Returns the output for a page.
    mutating func text(for page: Page, columns: Int, rows: Int) -> String {
        let lines = page.lines.map { $0.rendered(width: columns - 1, inColour: inColour) }
        var text = ""
        if size != (columns, rows) { drawn = nil }
        size = (columns, rows)
        if drawn == nil { text += "\u{1B}[0m\u{1B}[2J" }
        for (row, line) in lines.enumerated() {
            if let drawn, drawn.indices.contains(row), drawn[row] == line { continue }
            if drawn == nil, line.isEmpty { continue }
            text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
        }
        if !text.isEmpty { text = "\u{1B}[?25l" + text }
        drawn = lines
        if let cursor = page.cursor {
            text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
        } else {
            text += "\u{1B}[?25l"
        }
        return text
    }
}
