// Some work may wait for a disk, and has to be done in the order in which it was asked for. A thread of its
// own does it, so that whoever asks need not wait, the main thread least of all.

internal import Synchronization

/// A thread that does one thing after another.
///
/// Letting go of it ends the thread, once all that was asked for is done.
public final class WorkThread: Sendable {
    private let line = Line()

    /// Starts the thread; `name` is what `ps` shows.
    public init(name: String) throws(SystemError) {
        let line = line
        _ = try SystemThread.spawn(name: name) { line.work() }
    }

    deinit { line.end() }

    /// Has work done after all that was asked for before, and does not wait for it.
    public func post(_ work: @escaping @Sendable () -> Void) { line.add(work) }

    /// Has work done, and waits for it without blocking a thread.
    public func perform<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation { continuation in
            post {
                let result: Result<Value, Failure>
                do throws(Failure) {
                    result = .success(try work())
                } catch {
                    result = .failure(error)
                }
                continuation.resume(returning: result)
            }
        }
        return try result.get()
    }

    /// Blocks the calling thread until all that was asked for is done; never the main one.
    public func finishWhatWasAsked() {
        let signal = Signal()
        post { signal.raise() }
        signal.wait()
    }

    private final class Signal: Sendable {
        private let bell = Doorbell()
        private let isRaised = Atomic<Bool>(false)

        func raise() {
            isRaised.store(true, ordering: .releasing)
            bell.ring()
        }

        func wait() {
            while true {
                let rings = bell.count
                if isRaised.load(ordering: .acquiring) { return }
                bell.wait(since: rings)
            }
        }
    }

    /// What the thread and those who ask share.
    private final class Line: Sendable {
        private struct State {
            var waiting: [@Sendable () -> Void] = []
            var isOver = false
        }

        private let state = Mutex(State())
        private let bell = Doorbell()

        func add(_ work: @escaping @Sendable () -> Void) {
            state.withLock { $0.waiting.append(work) }
            bell.ring()
        }

        func end() {
            state.withLock { $0.isOver = true }
            bell.ring()
        }

        func work() {
            while true {
                let rings = bell.count
                switch next() {
                case .work(let work): work()
                case .nothing: bell.wait(since: rings)
                case .end: return
                }
            }
        }

        private enum Next {
            case work(@Sendable () -> Void)
            case nothing
            case end
        }

        /// What is done is let go of before the next is begun: whoever waits for that finds it gone.
        private func next() -> Next {
            state.withLock { state in
                if !state.waiting.isEmpty { return .work(state.waiting.removeFirst()) }
                return state.isOver ? .end : .nothing
            }
        }
    }
}
