// A text as speakers can take it. What would be a command of the server's protocol, or an option of a program,
// is none after this.

/// What is to be said.
struct SpokenText: Sendable, Hashable {
    let text: String
    let language: String?

    /// Takes any text and language, as they are written.
    ///
    /// Line ends become plain ones, other control characters spaces (C takes one for the end, and
    /// espeak-ng another for the beginning of a command), and "de_AT" becomes "de-AT".
    init(_ text: String, language: String? = nil) {
        self.text = String(
            text.map { character in
                if character.isNewline { return "\n" as Character }
                let isControl = character.unicodeScalars.contains {
                    $0.properties.generalCategory == .control
                }
                return isControl ? " " : character
            }
        )
        self.language = language.map { String($0.map { $0 == "_" ? "-" : $0 }) }
    }

    /// Whether there is anything to be said.
    var hasWords: Bool { text.contains { $0.isLetter || $0.isNumber || $0.isSymbol } }

    /// How long speaking may take at most: a slow voice says five characters a second.
    var longestDuration: Duration { .milliseconds(200 * text.unicodeScalars.count) }

    /// The language, if it is none of those that no speaker could know.
    func checkLanguage() throws(CueError) {
        guard let language else { return }
        let isName =
            language.first?.isLetter == true
            && language.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar == "-" || scalar.properties.isAlphabetic
                        || scalar.properties.numericType != nil)
            }
        guard isName else { throw CueError(.badLanguage(language), at: "speech") }
    }
}
