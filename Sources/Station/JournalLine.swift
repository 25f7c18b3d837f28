// journald takes a line's priority from a number in front of it; whoever reads a terminal has no use for one.

/// How urgent a line is, by the numbers of syslog.
public enum JournalPriority: Int, Sendable, Hashable, CaseIterable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6

    /// How urgent a message of a recording is, by its first word.
    public init(ofMessage text: String) {
        self = text.hasPrefix("note: ") ? .notice : .warning
    }

    /// A line as it is written.
    ///
    /// - Parameters:
    ///   - text: What it says, on one line.
    ///   - isJournal: Whether journald reads it.
    /// - Returns: The line, without its end.
    public func line(_ text: String, toJournal isJournal: Bool) -> String {
        isJournal ? "<\(rawValue)>\(text)" : text
    }
}
