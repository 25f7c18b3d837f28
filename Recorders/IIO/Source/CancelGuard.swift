// A refill over a network waits for the other side, which may never answer. This thread sleeps beside
// the bell of the stop signal and wakes such a refill, so that a stop is never held up.

internal import Synchronization
internal import SystemCalls
internal import Timebase

/// Wakes refills that still wait a while after a stop was asked for.
final class CancelGuard: Sendable {
    /// A batch that is on its way may arrive before it is cancelled.
    private static let grace = Duration.milliseconds(70)

    private let stop: StopSignal
    private let cancellers = Mutex<[BufferCanceller]>([])
    private let isOver = Atomic<Bool>(false)
    private let hasFired = Atomic<Bool>(false)
    private let thread = Mutex<SystemThread?>(nil)

    init(stop: StopSignal) {
        self.stop = stop
    }

    /// Starts to watch.
    func start() throws(SystemError) {
        var spawned: SystemThread? = try SystemThread.spawn(name: "iio stop") { self.watch() }
        thread.withLock { $0 = spawned.take() }
    }

    /// Adds a buffer whose refill is to be woken.
    func add(_ canceller: BufferCanceller) {
        cancellers.withLock { $0.append(canceller) }
        if hasFired.load(ordering: .acquiring) { canceller.cancel() }
    }

    /// Ends the watching, and waits until it has ended.
    func finish() {
        isOver.store(true, ordering: .releasing)
        stop.bell.ring()
        if let thread = thread.withLock({ $0.take() }) { thread.join() }
    }

    private func watch() {
        while true {
            let rings = stop.bell.count
            if isOver.load(ordering: .acquiring) { return }
            if stop.isRaised { break }
            stop.bell.wait(since: rings)
        }
        if stop.request != .abandon { waitOut() }
        if !isOver.load(ordering: .acquiring) {
            // Ahead of the look: whatever is added after it sees the flag.
            hasFired.store(true, ordering: .releasing)
            for canceller in cancellers.withLock({ $0 }) { canceller.cancel() }
        }
    }

    private func waitOut() {
        let end = SystemClock.monotonic.nanoseconds.addingClamped(Self.grace.wholeNanoseconds)
        while true {
            let rings = stop.bell.count
            let rest = end - SystemClock.monotonic.nanoseconds
            if rest <= 0 || isOver.load(ordering: .acquiring) || stop.request == .abandon { return }
            stop.bell.wait(since: rings, upTo: .nanoseconds(rest))
        }
    }
}
