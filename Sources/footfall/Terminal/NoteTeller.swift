// Writes messages at once while a recording waits or runs. A terminal stopped with Ctrl-S blocks its writer for any
// time, so a separate thread writes: key presses and the end of the recording do not wait for it.

internal import Synchronization
internal import SystemCalls

/// Writes lines to the standard error on its own thread.
final class NoteTeller: Sendable {
    private let queue = Queue()

    /// The lines still to be written.
    private final class Queue: Sendable {
        struct State {
            var waiting: [String] = []
            var isWriting = false
            var isOver = false
        }

        let state = Mutex(State())
        let wakeEvent = WakeEvent()
    }

    /// How many lines may wait; further lines are dropped (a recording's notes are in its manifest as well).
    private static let limit = 100

    /// Writes to a console.
    convenience init(on console: Console) throws(SystemError) {
        try self.init { console.complain($0) }
    }

    /// Writes by calling `write`, which may block for any time.
    init(by write: @escaping @Sendable (String) -> Void) throws(SystemError) {
        _ = try SystemThread.spawn(name: "notes") { [queue] in
            while true {
                let signals = queue.wakeEvent.count
                let (line, isOver) = queue.state.withLock { state in
                    let line = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
                    state.isWriting = line != nil
                    return (line, state.isOver)
                }
                if let line {
                    write(line)
                    continue
                }
                // Wakes `finish`, which may wait for the last line; `wait` does not count this thread's own signal.
                queue.wakeEvent.signal()
                if isOver { return }
                queue.wakeEvent.wait(since: signals &+ 1)
            }
        }
    }

    deinit { end() }

    /// Queues a line; may be called from any thread, and does not wait.
    func tell(_ line: String) {
        queue.state.withLock { if $0.waiting.count < Self.limit { $0.waiting.append(line) } }
        queue.wakeEvent.signal()
    }

    /// Accepts no more lines, and waits up to `limit` until the waiting ones are written.
    func finish(within limit: Duration = .milliseconds(200)) {
        end()
        let clock = ContinuousClock()
        let deadline = clock.now.advanced(by: limit)
        while clock.now < deadline {
            let signals = queue.wakeEvent.count
            let isDone = queue.state.withLock { $0.waiting.isEmpty && !$0.isWriting }
            if isDone { return }
            queue.wakeEvent.wait(since: signals, upTo: clock.now.duration(to: deadline))
        }
    }

    private func end() {
        queue.state.withLock { $0.isOver = true }
        queue.wakeEvent.signal()
    }
}
