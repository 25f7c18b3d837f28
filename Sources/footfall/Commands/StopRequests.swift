// Handles stop signals. Reading a large session keeps the main actor busy, and a user who waits must be able to leave,
// so signals are handled outside the main actor. A signal ends the program at once if no data would be lost; otherwise
// it is passed to the code that has data to save.

internal import Synchronization
internal import SystemCalls

/// Handles Ctrl-C and other stop signals: ends the program at once, or passes them to listeners that save data.
final class StopRequests: Sendable {
    private let console: Console
    /// Returns whether a signal may end the program.
    private let mayEnd: @Sendable () -> Bool
    /// What to do when a signal ends the program; `nil` while signals are passed on instead.
    private let farewell = Mutex<Farewell?>(nil)
    private let listeners = Mutex(Listeners())

    /// The listeners to signals, and the signals that came while there was none; the next listener gets them.
    private struct Listeners {
        var all: [AsyncStream<StopSignalKind>.Continuation] = []
        var early: [StopSignalKind] = []
    }

    private struct Farewell {
        var words: String
        var cleaning: @Sendable () -> Void = {}
        var status = ExitStatus.failed
    }

    /// Begins to handle signals.
    ///
    /// - Parameters:
    ///   - signals: The signals.
    ///   - console: Prints what a signal has ended.
    ///   - mayEnd: Called each time that a signal would end the program. It returns whether the program may end and, if
    ///     so, first does what is needed before the end. Otherwise the signal is passed on, and the work continues.
    init(
        _ signals: AsyncStream<StopSignalKind>,
        _ console: Console,
        mayEnd: @escaping @Sendable () -> Bool = { true }
    ) {
        (self.console, self.mayEnd) = (console, mayEnd)
        // Detached: on the main actor this would wait for the work that it has to interrupt.
        Task.detached { [self] in
            for await signal in signals {
                SignalWatch.heeded()
                endIfNothingIsKept()
                handOn(signal)
            }
        }
    }

    /// Returns a stream of the signals that do not end the program.
    func handedOn() -> AsyncStream<StopSignalKind> {
        let (stream, continuation) = AsyncStream<StopSignalKind>.makeStream()
        listeners.withLock { listeners in
            for signal in listeners.early { continuation.yield(signal) }
            listeners.early = []
            listeners.all.append(continuation)
        }
        return stream
    }

    private func handOn(_ signal: StopSignalKind) {
        listeners.withLock { listeners in
            listeners.all.removeAll { listener in
                if case .terminated = listener.yield(signal) { true } else { false }
            }
            if listeners.all.isEmpty { listeners.early.append(signal) }
        }
    }

    /// Does work that a signal may interrupt by ending the program, since no data would be lost.
    ///
    /// Before the program ends, `cleaning` is called and `words` are printed as a message.
    func withNothingToKeep<Value>(
        _ words: String,
        cleaning: @escaping @Sendable () -> Void = {},
        _ work: () throws -> Value
    ) rethrows -> Value {
        farewell.withLock { $0 = Farewell(words: words, cleaning: cleaning) }
        defer { farewell.withLock { $0 = nil } }
        return try work()
    }

    /// Waits for work that a signal may interrupt by ending the program, since no data would be lost.
    ///
    /// Before the program ends, `cleaning` is called and `words` are printed as a message.
    func whileNothingIsKept<Value: Sendable>(
        _ words: String,
        endingWith status: ExitStatus = .failed,
        cleaning: @escaping @Sendable () -> Void = {},
        awaiting happening: @Sendable () async throws -> Value
    ) async rethrows -> Value {
        farewell.withLock { $0 = Farewell(words: words, cleaning: cleaning, status: status) }
        defer { farewell.withLock { $0 = nil } }
        return try await happening()
    }

    private func endIfNothingIsKept() {
        // Holds the lock, so that what follows the work cannot begin while the program ends.
        farewell.withLock { farewell in
            guard let farewell, mayEnd() else { return }
            farewell.cleaning()
            console.complain(farewell.words)
            Environment.exit(farewell.status.rawValue)
        }
    }
}
