// Limits the length of a text. A program that answers may send megabytes, and every accepted text is shown, checked and
// written. So there is a limit even if a task file gives none.

extension FormQuestion {
    /// The most characters of a text if the field gives no limit.
    package static let usualLength = 4096

    /// The most characters of a text: the limit of the field, or else `usualLength`.
    package var mostCharacters: Int {
        options?.maximumLength.flatMap { $0 > 0 ? $0 : nil } ?? Self.usualLength
    }

    /// True if a text is too long.
    ///
    /// A text is too long if it has more characters than allowed, more bytes than so many characters can need, or more
    /// bytes than the field's pattern can be matched with.
    package func isTooLong(_ text: String) -> Bool {
        let most = mostCharacters
        let bytes = text.utf8.count
        if hasPattern, bytes > TextPattern.longestText { return true }
        // Counting characters is slow, so it is only done for few bytes; a single character can have any number of
        // them.
        return bytes > most && (bytes / Self.mostBytesOfCharacter > most || text.count > most)
    }

    /// Returns the error for a text that is too long, with the greatest length that would be accepted.
    package func tooLong(_ text: String) -> RSDInputFieldError {
        let most = hasPattern ? matchable(of: text) : mostCharacters
        // The message only quotes the beginning, because the text may have megabytes, even in one character.
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

    /// Returns how many characters from the start of a text can be matched with a pattern, whose limit is in bytes.
    private func matchable(of text: String) -> Int {
        var (count, bytes) = (0, 0)
        for character in text {
            bytes += character.utf8.count
            guard bytes <= TextPattern.longestText, count < mostCharacters else { break }
            count += 1
        }
        // At least 1: for a single oversized character, a limit of 0 would make no sense.
        return max(1, count)
    }

    /// The most bytes of a real character; the emoji of a family of four has 41.
    private static var mostBytesOfCharacter: Int { 64 }
}
