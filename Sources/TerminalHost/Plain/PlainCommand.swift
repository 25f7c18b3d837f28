// The few letters that are commands, not answers. If a text is asked for, a letter may be the answer; commands then
// begin with a slash.

/// A command for the dialogue itself.
enum PlainCommand: Sendable, Equatable {
    case help, back, skip, quit
    case mark(String?)

    /// Parses a line as a command; `nil` if it is an answer.
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
