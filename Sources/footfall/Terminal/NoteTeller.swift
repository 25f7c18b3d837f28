// What is noticed while a recording waits or runs is told at once. A terminal that is held with Ctrl-S
// keeps whoever writes to it for as long as it likes: so a thread writes that nobody waits for, and keys
// are heard, and the recording ends, meanwhile.

internal import Synchronization
internal import SystemCalls

/// Writes lines to the standard error, on a thread of its own.
final class NoteTeller: Sendable {
    private let queue = Queue()

    /// What is still to be written.
    private final class Queue: Sendable {
        struct State {
            var waiting: [String] = []
            var isWriting = false
            var isOver = false
        }

        let state = Mutex(State())
        let bell = Doorbell()
    }

    /// More than these nobody would read; those of a recording are in its manifest.
    private static let limit = 100

    /// A teller that has nothing to tell yet.
    convenience init(on console: Console) throws(SystemError) {
        try self.init { console.complain($0) }
    }

    /// A teller that writes by a call, which may take as long as it likes.
    init(by write: @escaping @Sendable (String) -> Void) throws(SystemError) {
        _ = try SystemThread.spawn(name: "notes") { [queue] in
            while true {
                let rings = queue.bell.count
                let (line, isOver) = queue.state.withLock { state in
                    let line = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
                    state.isWriting = line != nil
                    return (line, state.isOver)
                }
                if let line {
                    write(line)
                    continue
                }
                queue.bell.ring()
                if isOver { return }
                queue.bell.wait(since: rings &+ 1)
            }
        }
    }

    deinit { end() }

    /// Writes a line, a moment later; may be called from any thread, and does not wait.
    func tell(_ line: String) {
        queue.state.withLock { if $0.waiting.count < Self.limit { $0.waiting.append(line) } }
        queue.bell.ring()
    }

    /// Tells no more; what is still to be written has this long, and no longer.
    func finish(within limit: Duration = .milliseconds(200)) {
        end()
        let clock = ContinuousClock()
        let deadline = clock.now.advanced(by: limit)
        while clock.now < deadline {
            let rings = queue.bell.count
            let isDone = queue.state.withLock { $0.waiting.isEmpty && !$0.isWriting }
            if isDone { return }
            queue.bell.wait(since: rings, upTo: clock.now.duration(to: deadline))
        }
    }

    private func end() {
        queue.state.withLock { $0.isOver = true }
        queue.bell.ring()
    }
}
