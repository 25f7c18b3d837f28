// Keeps a stop from hanging on a network. A refill over a network waits for the other side, which may never
// answer. This thread sleeps until the stop signal is raised, then wakes such a refill.

internal import Synchronization
internal import SystemCalls
internal import Timebase

/// Wakes refills that still wait a while after a stop was requested.
final class CancelGuard: Sendable {
    /// How long to wait before cancelling, so that a batch on its way can still arrive.
    private static let grace = Duration.milliseconds(70)

    private let stop: StopSignal
    private let cancellers = Mutex<[BufferCanceller]>([])
    private let isOver = Atomic<Bool>(false)
    private let hasFired = Atomic<Bool>(false)
    private let thread = Mutex<SystemThread?>(nil)

    init(stop: StopSignal) {
        self.stop = stop
    }

    /// Starts the watching thread.
    func start() throws(SystemError) {
        var spawned: SystemThread? = try SystemThread.spawn(name: "iio stop") { self.watch() }
        thread.withLock { $0 = spawned.take() }
    }

    /// Adds a buffer whose refill is woken at a stop.
    func add(_ canceller: BufferCanceller) {
        cancellers.withLock { $0.append(canceller) }
        if hasFired.load(ordering: .acquiring) { canceller.cancel() }
    }

    /// Ends the watching thread and waits for it.
    func finish() {
        isOver.store(true, ordering: .releasing)
        stop.wakeEvent.signal()
        if let thread = thread.withLock({ $0.take() }) { thread.join() }
    }

    private func watch() {
        while true {
            let signals = stop.wakeEvent.count
            if isOver.load(ordering: .acquiring) { return }
            if stop.isRaised { break }
            stop.wakeEvent.wait(since: signals)
        }
        if stop.request != .abandon { waitOut() }
        if !isOver.load(ordering: .acquiring) {
            // Set before reading `cancellers`, so that a buffer added afterwards sees the flag and is cancelled
            // by `add`.
            hasFired.store(true, ordering: .releasing)
            for canceller in cancellers.withLock({ $0 }) { canceller.cancel() }
        }
    }

    private func waitOut() {
        let end = SystemClock.monotonic.nanoseconds.addingClamped(Self.grace.wholeNanoseconds)
        while true {
            let signals = stop.wakeEvent.count
            let rest = end - SystemClock.monotonic.nanoseconds
            if rest <= 0 || isOver.load(ordering: .acquiring) || stop.request == .abandon { return }
            stop.wakeEvent.wait(since: signals, upTo: .nanoseconds(rest))
        }
    }
}
