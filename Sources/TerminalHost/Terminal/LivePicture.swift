// A picture of a few lines that is redrawn in place, between a program's other output.

/// Redraws a picture in place.
package struct LivePicture: Sendable {
    private var drawnLines = 0

    package init() {}

    /// Returns the output that replaces the lines drawn before by `lines`.
    package mutating func redraw(_ lines: [StyledLine], columns: Int, inColour: Bool) -> String {
        var text = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r" : "\r"
        for line in lines {
            // The last column stays empty: some terminals wrap as soon as it is filled.
            text += line.rendered(width: columns - 1, inColour: inColour) + "\u{1B}[K\n"
        }
        // Also clears what a key left below, such as ^C.
        text += "\u{1B}[J"
        drawnLines = lines.count
        return text
    }

    /// Returns the output that removes the picture, so that other text can follow; the next picture is drawn below it.
    package mutating func clear() -> String {
        defer { drawnLines = 0 }
        return drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r\u{1B}[J" : ""
    }
}
