// Time that a test moves by hand. A move wakes the sleepers directly instead of letting them poll, so that ten
// hours of a timer's seconds take a moment.

internal import Synchronization
internal import SystemCalls

/// Time that stands still until it is moved.
public final class ManualTimekeeper: Timekeeper {
    private struct Sleeper {
        var deadline: BootInstant
        var wake: CheckedContinuation<Void, Never>
    }

    private struct State {
        var reading: ClockReading
        var sleepers: [Int: Sleeper] = [:]
        /// Callers that wait for somebody to sleep.
        var watchers: [Int: CheckedContinuation<Void, Never>] = [:]
        var count = 0
        /// Waits of either kind that were cancelled before they began.
        var cancelled: Set<Int> = []

        var earliest: BootInstant? { sleepers.values.map(\.deadline).min() }
    }

    private let state: Mutex<State>
    private let moved = WakeEvent()

    /// Time that stands at a reading.
    public init(startingAt reading: ClockReading = .zero) {
        state = Mutex(State(reading: reading))
    }

    public func reading() -> ClockReading { state.withLock { $0.reading } }

    public var runsByItself: Bool { false }

    /// Moves time forward and wakes the sleepers whose instants have passed.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "time must run forward")
        let due = state.withLock { state in
            state.reading = state.reading.advanced(by: duration)
            let now = state.reading.boottime
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }.map(\.wake)
        }
        moved.signal()
        for sleeper in due { sleeper.resume() }
    }

    /// Waits until somebody sleeps, and returns the earliest instant of the sleepers.
    ///
    /// Returns `nil` if the task is cancelled while nobody sleeps.
    public func nextWaking() async -> BootInstant? {
        while true {
            if let earliest = state.withLock({ $0.earliest }) { return earliest }
            guard !Task.isCancelled else { return nil }
            await someSleeper()
        }
    }

    /// Waits until somebody sleeps, and moves time to the earliest instant of the sleepers.
    ///
    /// Does not move time if the task is cancelled while nobody sleeps.
    public func advanceToNextWaking() async {
        guard let next = await nextWaking() else { return }
        advance(by: max(.zero, now.duration(to: next)))
    }

    /// Waits until somebody sleeps, or the task is cancelled.
    private func someSleeper() async {
        let number = nextNumber()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.earliest != nil || state.cancelled.contains(number) { return true }
                    state.watchers[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state in
                state.cancelled.insert(number)
                return state.watchers.removeValue(forKey: number)
            }
            watcher?.resume()
        }
        _ = state.withLock { $0.cancelled.remove(number) }
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }

    public func wait(until instant: BootInstant, or signal: StopSignal) {
        while true {
            let signals = moved.count
            if signal.isRaised || now >= instant { return }
            // A thread cannot wait for two events at once, so this loop checks the stop signal every few
            // milliseconds.
            moved.wait(since: signals, upTo: .milliseconds(5))
        }
    }

    public func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        let number = nextNumber()
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let woken = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                    let isOver = deadline <= state.reading.boottime
                    if isOver || state.cancelled.remove(number) != nil { return [continuation] }
                    state.sleepers[number] = Sleeper(deadline: deadline, wake: continuation)
                    let watchers = Array(state.watchers.values)
                    state.watchers = [:]
                    return watchers
                }
                for waiter in woken { waiter.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                let sleeper = state.sleepers.removeValue(forKey: number)
                if sleeper == nil { state.cancelled.insert(number) }
                return sleeper
            }
            sleeper?.wake.resume()
        }
        _ = state.withLock { $0.cancelled.remove(number) }
        try Task.checkCancellation()
    }
}

extension ClockReading {
    /// Every clock at its beginning.
    public static let zero = ClockReading(
        realtime: WallInstant(nanosecondsSince1970: 0),
        monotonicNanoseconds: 0,
        boottime: BootInstant(nanoseconds: 0)
    )
}
