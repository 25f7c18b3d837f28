// How long a text may be. Whoever sends events can send megabytes, and what is kept is shown, judged
// and written: there is a bound also where a task file names none.

extension FormQuestion {
    /// The characters that a text may have where the field does not say.
    package static let usualLength = 4096

    /// The characters that a text may have: what the field says, else `usualLength`.
    package var mostCharacters: Int {
        options?.maximumLength.flatMap { $0 > 0 ? $0 : nil } ?? Self.usualLength
    }

    /// Whether a text has more characters than it may have, or more bytes than so many can need, or than
    /// the field's pattern can be matched with.
    package func isTooLong(_ text: String) -> Bool {
        let most = mostCharacters
        let bytes = text.utf8.count
        if hasPattern, bytes > TextPattern.longestText { return true }
        // Characters are counted only where there are few bytes: one can be as long as one likes.
        return bytes > most && (bytes / Self.mostBytesOfCharacter > most || text.count > most)
    }

    /// Why a text that is too long is no answer: how many characters of such a text are none too many.
    package func tooLong(_ text: String) -> RSDInputFieldError {
        let most = hasPattern ? matchable(of: text) : mostCharacters
        // Who is told of it needs its beginning, not megabytes, which a single letter may have.
        return .exceedsMaxLength(
            most,
            context(
                String(text.unicodeScalars.prefix(64)),
                "The answer may have \(most) letters at most."
            )
        )
    }

    private var hasPattern: Bool {
        if case .success? = options?.pattern { true } else { false }
    }

    /// How many characters from the beginning of a text can be matched with a pattern, which counts bytes.
    private func matchable(of text: String) -> Int {
        var (count, bytes) = (0, 0)
        for character in text {
            bytes += character.utf8.count
            guard bytes <= TextPattern.longestText, count < mostCharacters else { break }
            count += 1
        }
        // Of a single letter that is too long, nobody wants to hear that none may be.
        return max(1, count)
    }

    /// No character that people write has more: a family of four has 41.
    private static var mostBytesOfCharacter: Int { 64 }
}
