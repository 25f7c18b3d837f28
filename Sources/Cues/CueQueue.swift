// What speaking and sounding have in common: cues wait in the order they were asked for, a thread of their
// own gives one after the other, and each is answered exactly once, whatever happens to it.

internal import Synchronization
internal import SystemCalls

/// How a cue ended.
public enum CueOutcome: Sendable, Hashable {
    /// It was given to its end.
    case finished
    /// It was hushed, or its owner is gone.
    case cancelled
    /// It was not given, or not to its end.
    case failed(CueError)
}

/// Gives cues, on the thread of a queue.
protocol CuePerformer<Content>: ~Copyable {
    associatedtype Content: Sendable

    /// Gives one cue; ends early when the queue says that it is hushed.
    mutating func perform(_ content: Content) -> CueOutcome

    /// Lets go of what is needed only while there are cues.
    mutating func rest()
}

/// Cues in their order, between those who ask for them and the thread that gives them.
final class CueQueue<Content: Sendable>: Sendable {
    typealias Completion = @Sendable (CueOutcome) -> Void

    private struct Cue {
        let number: Int
        let content: Content
        let completion: Completion?
    }

    private struct State {
        /// Those that were asked for last, in their order.
        var coming: [Cue] = []
        /// Those before them, the next one last: it is taken cheaply however many wait.
        var next: [Cue] = []
        /// How many were ever asked for.
        var asked = 0
        /// Those up to this number are not wanted any more.
        var hushed = 0
        /// The one that is being given.
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

    /// Rings when there is something to look at; performers ring it too.
    let bell = Doorbell()
    private let state = Mutex(State())

    /// Asks for a cue; the first has the thread begin, which is `run` in `body`.
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
        bell.ring()
        guard needsThread else { return }
        do throws(SystemError) {
            _ = try SystemThread.spawn(name: name) {
                // What speaks or sounds may be gone in the middle of a word; that ends no program.
                SystemThread.seeBrokenPipesAsErrors()
                body()
            }
        } catch {
            failAll(CueError(.noThread(error.errno), at: name))
        }
    }

    /// Has every cue that was asked for until now end.
    func hush() {
        state.withLock { $0.hushed = $0.asked }
        bell.ring()
    }

    /// Hushes, and has the thread end after that.
    func close() {
        state.withLock { state in
            state.hushed = state.asked
            state.isClosed = true
        }
        bell.ring()
    }

    /// Whether the cue that is being given is not wanted any more.
    var isHushed: Bool { state.withLock { $0.current <= $0.hushed } }

    /// Gives cues until the queue is closed; the performer rests after a pause in which there was none.
    func run(
        _ performer: inout some CuePerformer<Content> & ~Copyable,
        restingAfter pause: Duration
    ) {
        var isResting = true
        while true {
            let rings = bell.count
            switch next() {
            case .give(let cue):
                isResting = false
                // Not as an argument: of nobody's completion, none is ever looked at.
                let outcome = performer.perform(cue.content)
                cue.completion?(outcome)
            case .cancel(let cue):
                cue.completion?(.cancelled)
            case .wait:
                bell.wait(since: rings, upTo: isResting ? nil : pause)
                if !isResting, bell.count == rings {
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
            return cue.number <= state.hushed ? .cancel(cue) : .give(cue)
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
