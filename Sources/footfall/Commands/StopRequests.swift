// Reading a large session keeps the main actor busy, and who waits for it must be able to leave. So
// signals are taken elsewhere, and what one means depends on whether there is anything to keep.

internal import Synchronization
internal import SystemCalls

/// Ctrl-C and its kin: they end the program at once, or are handed on to whoever has data to save.
final class StopRequests: Sendable {
    private let console: Console
    /// Answers whether a signal may end the program.
    private let mayEnd: @Sendable () -> Bool
    /// What is done when a signal ends the program; none while signals are handed on.
    private let farewell = Mutex<Farewell?>(nil)
    private let listeners = Mutex(Listeners())

    /// Who hears of signals; what came before anybody did is the first one's to hear.
    private struct Listeners {
        var all: [AsyncStream<StopSignalKind>.Continuation] = []
        var early: [StopSignalKind] = []
    }

    private struct Farewell {
        var words: String
        var cleaning: @Sendable () -> Void = {}
        var status = ExitStatus.failed
    }

    /// Takes signals from now on.
    ///
    /// - Parameters:
    ///   - signals: The signals.
    ///   - console: Is told what a signal has ended.
    ///   - mayEnd: Is asked, each time that a signal would end the program, whether it may, and does what is to be done
    ///     before that. A signal that may not is handed on, and what it met goes on.
    init(
        _ signals: AsyncStream<StopSignalKind>,
        _ console: Console,
        mayEnd: @escaping @Sendable () -> Bool = { true }
    ) {
        (self.console, self.mayEnd) = (console, mayEnd)
        // Detached: on the main actor it would wait for what it is to interrupt.
        Task.detached { [self] in
            for await signal in signals {
                SignalWatch.heeded()
                endIfNothingIsKept()
                handOn(signal)
            }
        }
    }

    /// The signals from now on that do not end the program, each as often as it comes.
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

    /// Does work of which nothing is lost when a signal ends the program in the middle of it.
    func withNothingToKeep<Value>(
        _ words: String,
        cleaning: @escaping @Sendable () -> Void = {},
        _ work: () throws -> Value
    ) rethrows -> Value {
        farewell.withLock { $0 = Farewell(words: words, cleaning: cleaning) }
        defer { farewell.withLock { $0 = nil } }
        return try work()
    }

    /// Waits for something of which nothing is lost when a signal ends the program meanwhile.
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
        // With the lock in hand: what comes after the work may not begin meanwhile.
        farewell.withLock { farewell in
            guard let farewell, mayEnd() else { return }
            farewell.cleaning()
            console.complain(farewell.words)
            Environment.exit(farewell.status.rawValue)
        }
    }
}
