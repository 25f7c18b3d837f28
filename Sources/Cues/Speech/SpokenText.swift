// A text made safe for speech programs: nothing in it can act as a command of the server's protocol, or as an option of
// a program.

/// A text to speak.
struct SpokenText: Sendable, Hashable {
    let text: String
    let language: String?

    /// Accepts any text and language.
    ///
    /// Line ends become line feeds, other control characters spaces (in C, one of them ends a text; in espeak-ng, one
    /// begins a command), and "de_AT" becomes "de-AT".
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

    /// Whether there is anything to speak.
    var hasWords: Bool { text.contains { $0.isLetter || $0.isNumber || $0.isSymbol } }

    /// The longest time that speaking may take: a slow voice speaks five characters a second.
    var longestDuration: Duration { .milliseconds(200 * text.unicodeScalars.count) }

    /// Throws if the language cannot be the name of one.
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
