// Makes libspeechd's calls with time limits. libspeechd waits for ever for a server that does not answer, and cannot be
// interrupted. So a separate thread makes the calls; the voice waits for that thread only as long as it wants, and
// abandons it if it must.

internal import Synchronization
internal import SystemCalls

/// A connection to speech-dispatcher that waits for no answer longer than `patience`; speaking may take longer.
struct DispatcherLine: ~Copyable {
    /// While the server speaks, it is asked this often whether it is still alive.
    private static let pause = Duration.seconds(1)

    private let desk: Desk
    private let endings: MessageEndings
    private let wakeEvent: WakeEvent
    private let patience: Duration

    /// Connects to a socket, or to the usual server.
    ///
    /// - Parameters:
    ///   - socket: The socket; `nil` for the usual server, which is started if need be.
    ///   - wakeEvent: Signalled when an answer has arrived or a text has ended.
    ///   - patience: How long an answer may take.
    ///   - isSilenced: Returns true if the text has been silenced.
    /// - Throws: If the server is not there, or does not answer in time.
    init(
        to socket: String?,
        signalling wakeEvent: WakeEvent,
        patience: Duration,
        unless isSilenced: () -> Bool
    ) throws(CueError) {
        let desk = Desk()
        let endings = MessageEndings(signalling: wakeEvent)
        let opened = Answer<CueError?>(signalling: wakeEvent)
        do throws(SystemError) {
            _ = try SystemThread.spawn(name: "speechd") {
                // A lost server is an error of the call, also in the library's own thread.
                SystemThread.seeBrokenPipesAsErrors()
                do throws(CueError) {
                    var connection = try DispatcherConnection.open(socket, endings: endings)
                    opened.give(nil)
                    desk.work(with: &connection)
                } catch {
                    opened.give(error)
                }
            }
        } catch {
            throw CueError(.noThread(error.errno), at: DispatcherConnection.place)
        }
        guard let problem = opened.wait(upTo: patience, unless: isSilenced) else {
            desk.close()
            throw CueError(.noAnswer(within: patience), at: DispatcherConnection.place)
        }
        if let problem { throw problem }
        self.desk = desk
        self.endings = endings
        self.wakeEvent = wakeEvent
        self.patience = patience
    }

    deinit { desk.close() }

    /// Speaks a text; waits until it was spoken or silenced.
    ///
    /// - Throws: If the server is lost, or silent for too long; the line is then useless.
    func say(_ text: SpokenText, unless isSilenced: () -> Bool) throws(CueError) -> CueOutcome {
        guard let message = try ask(unless: isSilenced, { $0.say(text) }) else { return cancel() }
        guard message >= 0 else { throw lost }
        let limit = patience + text.longestDuration
        let deadline = Deadline(in: limit)
        var look = Deadline(in: Self.pause)
        while true {
            let signals = wakeEvent.count
            if let outcome = endings.take(message) { return outcome }
            if isSilenced() { return cancel() }
            guard !deadline.hasPassed else {
                cancel()
                throw CueError(.noAnswer(within: limit), at: DispatcherConnection.place)
            }
            if look.hasPassed {
                guard let isAlive = try ask(unless: isSilenced, { $0.isAlive() }) else {
                    return cancel()
                }
                guard isAlive else { throw lost }
                look = Deadline(in: Self.pause)
            }
            wakeEvent.wait(since: signals, upTo: min(deadline.left, look.left))
        }
    }

    private var lost: CueError { CueError(.lost, at: DispatcherConnection.place) }

    /// Asks the server to stop speaking for this program, without waiting until it does.
    @discardableResult
    private func cancel() -> CueOutcome {
        desk.put { $0.cancel() }
        return .cancelled
    }

    /// Passes a question to the thread, and waits for the answer; returns `nil` if the text is silenced.
    private func ask<Value: Sendable>(
        unless isSilenced: () -> Bool,
        _ question: @escaping @Sendable (inout DispatcherConnection) -> Value
    ) throws(CueError) -> Value? {
        let answer = Answer<Value>(signalling: wakeEvent)
        desk.put { if answer.isWanted { answer.give(question(&$0)) } }
        if let value = answer.wait(upTo: patience, unless: isSilenced) { return value }
        if isSilenced() { return nil }
        cancel()
        throw CueError(.noAnswer(within: patience), at: DispatcherConnection.place)
    }
}

/// The queue of calls for the thread that has the connection.
private final class Desk: Sendable {
    typealias Errand = @Sendable (inout DispatcherConnection) -> Void

    private struct State {
        var errands: [Errand] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wakeEvent = WakeEvent()

    func put(_ errand: @escaping Errand) {
        state.withLock { $0.errands.append(errand) }
        wakeEvent.signal()
    }

    /// Ends the thread after its current call.
    func close() {
        state.withLock { $0.isClosed = true }
        wakeEvent.signal()
    }

    func work(with connection: inout DispatcherConnection) {
        while true {
            let signals = wakeEvent.count
            let (errands, isClosed) = state.withLock { state in
                defer { state.errands = [] }
                return (state.errands, state.isClosed)
            }
            for errand in errands { errand(&connection) }
            if isClosed { return }
            if errands.isEmpty { wakeEvent.wait(since: signals) }
        }
    }
}

/// A result passed between threads; the receiver may have stopped waiting.
private final class Answer<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var isWanted = true
    }

    private let state = Mutex(State())
    private let wakeEvent: WakeEvent

    init(signalling wakeEvent: WakeEvent) {
        self.wakeEvent = wakeEvent
    }

    var isWanted: Bool { state.withLock { $0.isWanted } }

    func give(_ value: Value) {
        state.withLock { $0.value = .some(value) }
        wakeEvent.signal()
    }

    /// Returns the result; returns `nil` and gives up on it after the time limit or when silenced.
    func wait(upTo limit: Duration, unless isSilenced: () -> Bool) -> Value? {
        let deadline = Deadline(in: limit)
        while true {
            let signals = wakeEvent.count
            if let value = state.withLock({ $0.value }) { return value }
            if deadline.hasPassed || isSilenced() {
                state.withLock { $0.isWanted = false }
                return nil
            }
            wakeEvent.wait(since: signals, upTo: deadline.left)
        }
    }
}
