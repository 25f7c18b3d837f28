// What a person can press, whatever bytes their terminal sends for it.

/// A key, or a text that was put in as a whole.
enum Key: Sendable, Hashable {
    /// A letter, or a mark on the one before it.
    case text(Unicode.Scalar)
    /// What was pasted: no key of it means anything but itself.
    case paste(String)
    case enter, tab, backTab, escape, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// One of F1 to F20.
    case function(Int)
    /// A small letter with Ctrl.
    case control(Unicode.Scalar)
    /// A letter with Alt.
    case alt(Unicode.Scalar)
}
