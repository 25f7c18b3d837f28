// journald reads a line's priority from a number such as `<4>` in front of it. A terminal gets the line without it.

/// The priority of a line, with syslog's numbers.
public enum JournalPriority: Int, Sendable, Hashable, CaseIterable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6

    /// The priority of a recording's message: `notice` if it begins with "note: ", else `warning`.
    public init(ofMessage text: String) {
        self = text.hasPrefix("note: ") ? .notice : .warning
    }

    /// Formats a line for output.
    ///
    /// - Parameters:
    ///   - text: The text of the line, without line breaks.
    ///   - isJournal: Whether journald reads the line.
    /// - Returns: The line, with the priority in front if journald reads it, and without a line break at the end.
    public func line(_ text: String, toJournal isJournal: Bool) -> String {
        isJournal ? "<\(rawValue)>\(text)" : text
    }
}
