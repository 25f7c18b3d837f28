// Measures text in terminal columns. A line one column too wide wraps and destroys the picture, and text from outside
// may hold letters of two columns, or none.

internal import SystemCalls

extension Character {
    /// The number of columns it takes on a terminal.
    package var columns: Int {
        if let ascii = asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
        let scalars = unicodeScalars
        // An emoji takes two columns, however many scalars it has.
        if scalars.first?.properties.isEmojiPresentation == true { return 2 }
        if scalars.count > 1, scalars.contains("\u{FE0F}") { return 2 }
        return scalars.reduce(0) { $0 + max(0, TerminalText.columns(of: $1)) }
    }
}

extension StringProtocol {
    /// The number of columns it takes on a terminal.
    package var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension String {
    /// The text cut to a width, with an ellipsis if something is left out.
    package func fitted(to width: Int) -> String {
        guard columns > width else { return self }
        guard width > 0 else { return "" }
        var result = ""
        var used = 0
        for character in self {
            guard used + character.columns <= width - 1 else { break }
            result.append(character)
            used += character.columns
        }
        return result + "…"
    }

    /// The text cut or filled with spaces to exactly a width.
    package func padded(to width: Int) -> String {
        let text = fitted(to: width)
        return text + String(repeating: " ", count: max(0, width - text.columns))
    }
}
