// Text for roff, which takes a backslash anywhere, and a dot or an apostrophe at the beginning of a line, for its own.

/// Text as roff takes it.
enum Roff {
    /// Lines, as a file.
    static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

    /// Paragraphs that empty lines divide.
    static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n\n").flatMap { [".PP", prose(String($0))] }
    }

    /// Sentences, on one line; what stands between backticks is bold.
    static func prose(_ text: String) -> String {
        let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let parts = plain.split(separator: "`", omittingEmptySubsequences: false)
        // A backtick that nobody closes is a backtick.
        guard parts.count % 2 == 1 else { return guarded(words(plain)) }
        let marked = parts.enumerated().map { index, part in
            index % 2 == 1 ? bold(String(part)) : words(String(part))
        }
        return guarded(marked.joined())
    }

    /// What somebody types or copies: each of its dashes is the one of the keyboard.
    static func code(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            // A typographic sign otherwise.
            case "'": "\\(aq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            default: String(character)
            }
        }.joined()
    }

    /// A line of what somebody types.
    static func codeLine(_ text: String) -> String { guarded(code(text)) }

    static func bold(_ text: String) -> String { "\\fB\(code(text))\\fP" }

    static func italic(_ text: String) -> String { "\\fI\(code(text))\\fP" }

    /// Words of a sentence: the dashes of an option are those of the keyboard, a hyphen stays one.
    private static func words(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let bare = word.drop { "([\"".contains($0) }
            return bare.hasPrefix("-") || word.contains("/") || word.contains("_")
                ? code(String(word)) : word.map { $0 == "\\" ? "\\e" : String($0) }.joined()
        }.joined(separator: " ")
    }

    /// A line that roff does not take for one of its requests.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
    }
}
