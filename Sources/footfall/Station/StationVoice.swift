// Writes a station's messages to the standard error, with priorities if journald reads it. It also keeps the last
// warning or error for the status file, whose readers may not have the journal.

internal import PlainWords
internal import Station
internal import Synchronization
internal import SystemCalls

/// Writes the messages of a station.
final class StationVoice: Sendable {
    private let isJournal: Bool
    private let last = Mutex<String?>(nil)

    /// Finds out whether journald reads the standard error.
    init() {
        // systemd sets JOURNAL_STREAM for its services and their children; a terminal is not the journal.
        isJournal =
            Environment.variable("JOURNAL_STREAM") != nil && !TextStream.standardError.isTerminal
    }

    /// Returns the last warning or error since the previous call; `nil` if there was none.
    func takeLast() -> String? {
        last.withLock { last in
            defer { last = nil }
            return last
        }
    }

    /// Writes a message on one line.
    func say(_ priority: JournalPriority, _ text: String) {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").harmless
        switch priority {
        case .error, .warning: last.withLock { $0 = line }
        case .notice, .info: break
        }
        // If this fails, the failure cannot be reported anywhere.
        try? TextStream.standardError.write(
            priority.line("footfall: \(line)", toJournal: isJournal) + "\n"
        )
    }
}
