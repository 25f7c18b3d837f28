// The keys that a user can press, independent of the bytes that a terminal sends.

/// A key, or a pasted text.
enum Key: Sendable, Hashable {
    /// A letter, or a combining mark on the letter before.
    case text(Unicode.Scalar)
    /// A pasted text: its letters are only text, never commands.
    case paste(String)
    case enter, tab, backTab, escape, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// One of F1 to F20.
    case function(Int)
    /// Ctrl with a lower-case letter.
    case control(Unicode.Scalar)
    /// Alt with a letter.
    case alt(Unicode.Scalar)
}
