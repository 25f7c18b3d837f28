// Escapes text for roff, which treats a backslash anywhere, and a dot or an apostrophe at the beginning of a line, as
// its own syntax.

/// Functions that format text as roff.
enum Roff {
    /// Joins lines to the text of a file.
    static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

    /// Formats paragraphs that are separated by empty lines.
    static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n\n").flatMap { [".PP", prose(String($0))] }
    }

    /// Formats sentences as one line; text between backticks becomes bold.
    static func prose(_ text: String) -> String {
        let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let parts = plain.split(separator: "`", omittingEmptySubsequences: false)
        // An unclosed backtick stays a backtick.
        guard parts.count % 2 == 1 else { return guarded(words(plain)) }
        let marked = parts.enumerated().map { index, part in
            index % 2 == 1 ? bold(String(part)) : words(String(part))
        }
        return guarded(marked.joined())
    }

    /// Formats text that a user types or copies: its dashes stay ASCII hyphens.
    static func code(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            // Unescaped, roff prints typographic variants of these characters.
            case "'": "\\(aq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            default: String(character)
            }
        }.joined()
    }

    /// Formats a whole line that a user types.
    static func codeLine(_ text: String) -> String { guarded(code(text)) }

    static func bold(_ text: String) -> String { "\\fB\(code(text))\\fP" }

    static func italic(_ text: String) -> String { "\\fI\(code(text))\\fP" }

    /// Formats the words of a sentence: dashes in options and paths become ASCII hyphens, other hyphens stay.
    private static func words(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let bare = word.drop { "([\"".contains($0) }
            return bare.hasPrefix("-") || word.contains("/") || word.contains("_")
                ? code(String(word)) : word.map { $0 == "\\" ? "\\e" : String($0) }.joined()
        }.joined(separator: " ")
    }

    /// Protects a line from being read as a roff request.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
    }
}
