// The queue shared by speech and tones: cues wait in the order of the requests, a separate thread performs one after
// the other, and each completion is called exactly once, whatever happens.

internal import Synchronization
internal import SystemCalls

/// How a cue ended.
public enum CueOutcome: Sendable, Hashable {
    /// It was performed to its end.
    case finished
    /// It was silenced, or its owner was released.
    case cancelled
    /// It was not performed, or not to its end.
    case failed(CueError)
}

/// Performs cues, on the thread of a queue.
protocol CuePerformer<Content>: ~Copyable {
    associatedtype Content: Sendable

    /// Performs one cue; ends early if the queue is silenced.
    mutating func perform(_ content: Content) -> CueOutcome

    /// Releases what is needed only while there are cues.
    mutating func rest()
}

/// Cues in order, between the callers and the thread that performs them.
final class CueQueue<Content: Sendable>: Sendable {
    typealias Completion = @Sendable (CueOutcome) -> Void

    private struct Cue {
        let number: Int
        let content: Content
        let completion: Completion?
    }

    private struct State {
        /// The cues requested last, in order.
        var coming: [Cue] = []
        /// The cues before those, in reverse order: so the next one is removed cheaply however many wait.
        var next: [Cue] = []
        /// The number of all cues so far.
        var asked = 0
        /// Cues up to this number are silenced.
        var silenced = 0
        /// The number of the cue being performed.
        var current = 0
        var isClosed = false
        var hasThread = false
    }

    private enum Next {
        case give(Cue)
        case cancel(Cue)
        case wait
        case end
    }

    /// Signalled when the thread has something to do; performers signal it, too.
    let wakeEvent = WakeEvent()
    private let state = Mutex(State())

    /// Adds a cue; the first one starts the thread, which runs `body`.
    func add(
        _ content: Content,
        completion: Completion?,
        threadNamed name: String,
        body: @escaping @Sendable () -> Void
    ) {
        let needsThread = state.withLock { state in
            state.asked += 1
            state.coming.append(
                Cue(number: state.asked, content: content, completion: completion)
            )
            defer { state.hasThread = true }
            return !state.hasThread
        }
        wakeEvent.signal()
        guard needsThread else { return }
        do throws(SystemError) {
            _ = try SystemThread.spawn(name: name) {
                // A speech or sound server may vanish while it is written to; that must not end the program.
                SystemThread.seeBrokenPipesAsErrors()
                body()
            }
        } catch {
            failAll(CueError(.noThread(error.errno), at: name))
        }
    }

    /// Ends every cue requested so far.
    func silence() {
        state.withLock { $0.silenced = $0.asked }
        wakeEvent.signal()
    }

    /// Ends every cue, then the thread.
    func close() {
        state.withLock { state in
            state.silenced = state.asked
            state.isClosed = true
        }
        wakeEvent.signal()
    }

    /// Whether the cue being performed has been silenced.
    var isSilenced: Bool { state.withLock { $0.current <= $0.silenced } }

    /// Performs cues until the queue is closed.
    ///
    /// After a pause without cues, the performer rests.
    func run(
        _ performer: inout some CuePerformer<Content> & ~Copyable,
        restingAfter pause: Duration
    ) {
        var isResting = true
        while true {
            let signals = wakeEvent.count
            switch next() {
            case .give(let cue):
                isResting = false
                // Not written as the argument: with a `nil` completion, the cue would not be performed.
                let outcome = performer.perform(cue.content)
                cue.completion?(outcome)
            case .cancel(let cue):
                cue.completion?(.cancelled)
            case .wait:
                wakeEvent.wait(since: signals, upTo: isResting ? nil : pause)
                if !isResting, wakeEvent.count == signals {
                    performer.rest()
                    isResting = true
                }
            case .end:
                return
            }
        }
    }

    private func next() -> Next {
        state.withLock { state in
            if state.next.isEmpty {
                state.next = state.coming.reversed()
                state.coming = []
            }
            guard let cue = state.next.popLast() else { return state.isClosed ? .end : .wait }
            state.current = cue.number
            return cue.number <= state.silenced ? .cancel(cue) : .give(cue)
        }
    }

    private func failAll(_ error: CueError) {
        let failed = state.withLock { state in
            state.hasThread = false
            defer { (state.next, state.coming) = ([], []) }
            return state.next.reversed() + state.coming
        }
        for cue in failed { cue.completion?(.failed(error)) }
    }
}
