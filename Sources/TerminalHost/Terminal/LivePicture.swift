// A picture of a few lines that stands among a program's other words, and is drawn over itself.

/// Redraws a picture over the one before it.
package struct LivePicture: Sendable {
    private var drawnLines = 0

    package init() {}

    /// What to send so that `lines` stand where the lines before stood.
    package mutating func redraw(_ lines: [StyledLine], columns: Int, inColour: Bool) -> String {
        var text = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r" : "\r"
        for line in lines {
            // The last column stays empty: some terminals wrap as soon as it is written.
            text += line.rendered(width: columns - 1, inColour: inColour) + "\u{1B}[K\n"
        }
        // What a key left below, such as ^C, goes too.
        text += "\u{1B}[J"
        drawnLines = lines.count
        return text
    }

    /// What to send so that other words stand where the picture stood; it is drawn anew below them.
    package mutating func clear() -> String {
        defer { drawnLines = 0 }
        return drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r\u{1B}[J" : ""
    }
}
