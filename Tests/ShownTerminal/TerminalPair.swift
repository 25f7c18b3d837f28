// A real terminal whose other end belongs to a test, which types and reads as a person would.

internal import Synchronization
package import SystemCalls
package import Testing

/// The other end of a terminal, and what was read there.
package final class TerminalPair: Sendable {
    package let terminal: PseudoTerminal
    /// Kept open, because a terminal's settings are lost when no process has it open.
    package let own: TerminalDevice
    private let seen: Mutex<Emulator>
    private let waiters = Mutex<[CheckedContinuation<Bool, Never>]>([])
    private let isOver = Atomic<Bool>(false)

    package init(columns: Int, rows: Int) throws {
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        own = try TerminalDevice.open(terminal.path)
        self.terminal = terminal
        seen = Mutex(Emulator(columns: columns, rows: rows))
    }

    /// What is on the screen now.
    package var screen: Emulator { seen.withLock { $0 } }

    package func resize(columns: Int, rows: Int) throws {
        seen.withLock { $0.resize(columns: columns, rows: rows) }
        try terminal.resize(columns: columns, rows: rows)
    }

    /// Stops reading.
    package func stop() { isOver.store(true, ordering: .relaxed) }

    private var isEnded: Bool { isOver.load(ordering: .relaxed) }

    package func begin() throws {
        _ = try SystemThread.spawn(name: "terminal's reader") { [self] in
            var silences = 0
            while !isOver.load(ordering: .relaxed) {
                guard let read = try? terminal.read(upTo: .milliseconds(50)) else { break }
                silences = read.isEmpty ? silences + 1 : 0
                seen.withLock { $0.take(read) }
                if silences.isMultiple(of: 20) { wake(isNew: !read.isEmpty) }
            }
            isOver.store(true, ordering: .relaxed)
            wake(isNew: false)
        }
    }

    private func wake(isNew: Bool) {
        let waiting = waiters.withLock { waiters in
            defer { waiters = [] }
            return waiters
        }
        for waiter in waiting { waiter.resume(returning: isNew) }
    }

    /// Waits until the screen meets a condition.
    ///
    /// It gives up after five minutes without output. Each second of them ends with a turn of the main actor, so the
    /// code that draws has had as many turns.
    @MainActor
    package func see(
        _ what: String,
        _ sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: (Emulator) -> Bool
    ) async throws {
        var silences = 0
        while true {
            let now = screen
            if condition(now) { return }
            let count = now.transcript.utf8.count
            let isNew = await withCheckedContinuation { continuation in
                let known: Bool? = seen.withLock { seen in
                    if seen.transcript.utf8.count != count { return true }
                    if isEnded { return false }
                    waiters.withLock { $0.append(continuation) }
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
            silences = isNew ? 0 : silences + 1
            try #require(
                isNew || silences < 300 && !isEnded,
                "\(what) was not seen in\n\(now.whole)",
                sourceLocation: sourceLocation
            )
        }
    }
}
