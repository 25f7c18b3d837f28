// How long a text may be. Whoever sends events can send megabytes, and what is kept is shown, judged
// and written: there is a bound also where a task file names none.

extension FormQuestion {
    /// The characters that a text may have where the field does not say.
    public static let usualLength = 4096

    /// The characters that a text may have: what the field says, else `usualLength`.
    public var mostCharacters: Int {
        options?.maximumLength.flatMap { $0 > 0 ? $0 : nil } ?? Self.usualLength
    }

    /// Whether a text has more characters than it may have, or more bytes than so many can need.
    public func isTooLong(_ text: String) -> Bool {
        let most = mostCharacters
        let bytes = text.utf8.count
        // Characters are counted only where there are few bytes: one can be as long as one likes.
        return bytes > most && (bytes / Self.mostBytesOfCharacter > most || text.count > most)
    }

    /// Why a text that is too long is no answer.
    package func tooLong(_ text: String) -> RSDInputFieldError { tooLong(text, mostCharacters) }

    /// No character that people write has more: a family of four has 41.
    private static var mostBytesOfCharacter: Int { 64 }
}
