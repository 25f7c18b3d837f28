// libspeechd waits for ever for a server that does not answer, and nothing can call it back. So a thread of its
// own makes the calls; a voice waits for that thread as long as it likes, and leaves it behind if it must.

internal import Synchronization
internal import SystemCalls

/// A way to speech-dispatcher on which no call takes longer than the caller's patience.
struct DispatcherLine: ~Copyable {
    /// How often a server that speaks is asked whether it is still there.
    private static let pause = Duration.seconds(1)

    private let desk: Desk
    private let endings: MessageEndings
    private let bell: Doorbell
    private let patience: Duration

    /// Connects to a socket, or to the usual server.
    ///
    /// - Parameters:
    ///   - socket: The socket; the usual one, and a server that is started, without it.
    ///   - bell: Rings when there is something to look at.
    ///   - patience: How long an answer may take.
    ///   - isHushed: Whether nothing is to be said after all.
    /// - Throws: When nobody is there, or nobody answers in time.
    init(
        to socket: String?,
        ringing bell: Doorbell,
        patience: Duration,
        unless isHushed: () -> Bool
    ) throws(CueError) {
        let desk = Desk()
        let endings = MessageEndings(ringing: bell)
        let opened = Answer<CueError?>(ringing: bell)
        do throws(SystemError) {
            _ = try SystemThread.spawn(name: "speechd") {
                // A server that is gone is an error of the call, in the library's own thread too.
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
        guard let problem = opened.wait(upTo: patience, unless: isHushed) else {
            desk.close()
            throw CueError(.noAnswer(within: patience), at: DispatcherConnection.place)
        }
        if let problem { throw problem }
        self.desk = desk
        self.endings = endings
        self.bell = bell
        self.patience = patience
    }

    deinit { desk.close() }

    /// Says a text, and waits until it was spoken or is not wanted any more.
    ///
    /// - Throws: When the server is gone, or says nothing for too long; the line is of no use then.
    func say(_ text: SpokenText, unless isHushed: () -> Bool) throws(CueError) -> CueOutcome {
        guard let message = try ask(unless: isHushed, { $0.say(text) }) else { return cancel() }
        guard message >= 0 else { throw lost }
        let limit = patience + text.longestDuration
        let deadline = Deadline(in: limit)
        var look = Deadline(in: Self.pause)
        while true {
            let rings = bell.count
            if let outcome = endings.take(message) { return outcome }
            if isHushed() { return cancel() }
            guard !deadline.hasPassed else {
                cancel()
                throw CueError(.noAnswer(within: limit), at: DispatcherConnection.place)
            }
            if look.hasPassed {
                guard let isAlive = try ask(unless: isHushed, { $0.isAlive() }) else {
                    return cancel()
                }
                guard isAlive else { throw lost }
                look = Deadline(in: Self.pause)
            }
            bell.wait(since: rings, upTo: min(deadline.left, look.left))
        }
    }

    private var lost: CueError { CueError(.lost, at: DispatcherConnection.place) }

    /// Has the server end what it says for us; nobody waits until it does.
    @discardableResult
    private func cancel() -> CueOutcome {
        desk.put { $0.cancel() }
        return .cancelled
    }

    /// Answers `nil` when the text is not wanted any more.
    private func ask<Value: Sendable>(
        unless isHushed: () -> Bool,
        _ question: @escaping @Sendable (inout DispatcherConnection) -> Value
    ) throws(CueError) -> Value? {
        let answer = Answer<Value>(ringing: bell)
        desk.put { if answer.isWanted { answer.give(question(&$0)) } }
        if let value = answer.wait(upTo: patience, unless: isHushed) { return value }
        if isHushed() { return nil }
        cancel()
        throw CueError(.noAnswer(within: patience), at: DispatcherConnection.place)
    }
}

/// Where calls are put down for the thread that has the connection.
private final class Desk: Sendable {
    typealias Errand = @Sendable (inout DispatcherConnection) -> Void

    private struct State {
        var errands: [Errand] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let bell = Doorbell()

    func put(_ errand: @escaping Errand) {
        state.withLock { $0.errands.append(errand) }
        bell.ring()
    }

    /// Has the thread end once it is back from its calls.
    func close() {
        state.withLock { $0.isClosed = true }
        bell.ring()
    }

    func work(with connection: inout DispatcherConnection) {
        while true {
            let rings = bell.count
            let (errands, isClosed) = state.withLock { state in
                defer { state.errands = [] }
                return (state.errands, state.isClosed)
            }
            for errand in errands { errand(&connection) }
            if isClosed { return }
            if errands.isEmpty { bell.wait(since: rings) }
        }
    }
}

/// What one thread gives another, which may have stopped waiting for it.
private final class Answer<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var isWanted = true
    }

    private let state = Mutex(State())
    private let bell: Doorbell

    init(ringing bell: Doorbell) {
        self.bell = bell
    }

    var isWanted: Bool { state.withLock { $0.isWanted } }

    func give(_ value: Value) {
        state.withLock { $0.value = .some(value) }
        bell.ring()
    }

    /// The answer; `nil`, and not wanted any more, when there is none in time or before the hush.
    func wait(upTo limit: Duration, unless isHushed: () -> Bool) -> Value? {
        let deadline = Deadline(in: limit)
        while true {
            let rings = bell.count
            if let value = state.withLock({ $0.value }) { return value }
            if deadline.hasPassed || isHushed() {
                state.withLock { $0.isWanted = false }
                return nil
            }
            bell.wait(since: rings, upTo: deadline.left)
        }
    }
}
