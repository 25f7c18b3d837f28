// Runs blocking work, such as disk access, in the order of the requests, on a separate thread. So callers need not
// wait, above all not the main thread.

internal import Synchronization

/// A thread that does jobs one after the other.
///
/// Releasing it ends the thread, once all jobs are done.
public final class WorkThread: Sendable {
    private let line = Line()

    /// Starts the thread; `name` is its name in `ps`.
    public init(name: String) throws(SystemError) {
        let line = line
        _ = try SystemThread.spawn(name: name) { line.work() }
    }

    deinit { line.end() }

    /// Queues a job, without waiting for it.
    public func post(_ work: @escaping @Sendable () -> Void) { line.add(work) }

    /// Queues a job and awaits its result, without blocking a thread.
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

    /// Blocks the calling thread until all jobs so far are done; do not call it on the main thread.
    public func finishWhatWasAsked() {
        let signal = Signal()
        post { signal.raise() }
        signal.wait()
    }

    private final class Signal: Sendable {
        private let wakeEvent = WakeEvent()
        private let isRaised = Atomic<Bool>(false)

        func raise() {
            isRaised.store(true, ordering: .releasing)
            wakeEvent.signal()
        }

        func wait() {
            while true {
                let signals = wakeEvent.count
                if isRaised.load(ordering: .acquiring) { return }
                wakeEvent.wait(since: signals)
            }
        }
    }

    /// The state shared by the thread and its callers.
    private final class Line: Sendable {
        private struct State {
            var waiting: [@Sendable () -> Void] = []
            var isOver = false
        }

        private let state = Mutex(State())
        private let wakeEvent = WakeEvent()

        func add(_ work: @escaping @Sendable () -> Void) {
            state.withLock { $0.waiting.append(work) }
            wakeEvent.signal()
        }

        func end() {
            state.withLock { $0.isOver = true }
            wakeEvent.signal()
        }

        func work() {
            while true {
                let signals = wakeEvent.count
                switch next() {
                case .work(let work): work()
                case .nothing: wakeEvent.wait(since: signals)
                case .end: return
                }
            }
        }

        private enum Next {
            case work(@Sendable () -> Void)
            case nothing
            case end
        }

        /// A finished job is released before the next one begins, so that a caller waiting for its release does not
        /// wait longer.
        private func next() -> Next {
            state.withLock { state in
                if !state.waiting.isEmpty { return .work(state.waiting.removeFirst()) }
                return state.isOver ? .end : .nothing
            }
        }
    }
}
