// The few letters that are no answers. Where a text is asked for, a letter may be one: there they are written
// with a slash.

/// What somebody wants of the talk itself.
enum PlainCommand: Sendable, Equatable {
    case help, back, skip, quit
    case mark(String?)

    /// The command of a line; `nil` for what is an answer.
    init?(_ line: String, isTextAsked: Bool) {
        var text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if text.hasPrefix("/") { text.removeFirst() } else if isTextAsked { return nil }
        switch text.lowercased() {
        case "?": self = .help
        case "b": self = .back
        case "s": self = .skip
        case "q": self = .quit
        case "m": self = .mark(nil)
        default:
            guard text.hasPrefix("m ") || text.hasPrefix("M ") else { return nil }
            self = .mark(String(text.dropFirst(2)))
        }
    }
}
