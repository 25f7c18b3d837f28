// Where the words of a station go: to the standard error, with journald's priorities where journald reads them. The
// last error is kept for the status file: whoever looks there has no journal at hand.

internal import PlainWords
internal import Station
internal import Synchronization
internal import SystemCalls

/// Says what a station has to say.
final class StationVoice: Sendable {
    private let isJournal: Bool
    private let last = Mutex<String?>(nil)

    /// A voice for whoever reads the standard error.
    init() {
        // systemd names the journal's stream to whomever it starts; a terminal is none.
        isJournal =
            Environment.variable("JOURNAL_STREAM") != nil && !TextStream.standardError.isTerminal
    }

    /// The last warning or error since this was asked last.
    func takeLast() -> String? {
        last.withLock { last in
            defer { last = nil }
            return last
        }
    }

    /// Says something, on one line.
    func say(_ priority: JournalPriority, _ text: String) {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").harmless
        switch priority {
        case .error, .warning: last.withLock { $0 = line }
        case .notice, .info: break
        }
        // If this fails, there is nobody to tell.
        try? TextStream.standardError.write(
            priority.line("footfall: \(line)", toJournal: isJournal) + "\n"
        )
    }
}
