// A task without a person takes as long as its timers say, and its sources could give all of that at
// once. So time stands still, but for the moments in which a timer sleeps: then it is at the timer's
// end, and the sources catch up. Marks and stops fall between two moments, when every source has
// given what it had: two runs write the same bytes, and neither waits for anything real.

internal import Synchronization
internal import SystemCalls

/// Time that moves only where somebody sleeps, and waits for its sources there.
public final class SteppedTimekeeper: Timekeeper {
    private struct State: Sendable {
        var reading: ClockReading
        /// Sources that run.
        var sources = 0
        /// What the sources wait for that have nothing to give before it.
        var waiting: [ObjectIdentifier: (instant: BootInstant, signal: StopSignal)] = [:]
        var sleepers: [(deadline: BootInstant, wake: CheckedContinuation<Void, Never>)] = []
        /// Counts what happens, for whoever looks whether anything still does.
        var changes = 0
    }

    /// Time goes no further, and whoever sleeps for longer wakes there: steps without end come here
    /// in a moment, and sources reckon some way ahead of what the clock shows.
    private static let end = BootInstant(nanoseconds: 9_000_000_000_000_000_000)

    private let state: Mutex<State>
    private let idlers = IdleSleepers()

    /// Time that stands at a reading.
    public init(startingAt reading: ClockReading = .zero) {
        state = Mutex(State(reading: reading))
    }

    public func reading() -> ClockReading { state.withLock { $0.reading } }

    public var runsByItself: Bool { false }

    /// Takes note that so many more sources run: time waits for them from now on.
    public func expectSources(_ count: Int) {
        state.withLock {
            $0.sources += count
            $0.changes += 1
        }
    }

    /// Takes note that so many sources have come to their end.
    public func sourcesEnded(_ count: Int) {
        wake(
            state.withLock {
                $0.sources -= count
                $0.changes += 1
                return Self.wakeable(&$0)
            }
        )
    }

    public func wait(until instant: BootInstant, or signal: StopSignal) {
        let identity = ObjectIdentifier(signal)
        while true {
            let rings = signal.bell.count
            if signal.isRaised { break }
            let (isReached, sleepers) = state.withLock { state in
                state.changes += 1
                // What happens at this very instant comes first: marks, starts and stops.
                guard state.reading.boottime <= instant else {
                    state.waiting[identity] = nil
                    return (true, [CheckedContinuation<Void, Never>]())
                }
                state.waiting[identity] = (instant, signal)
                return (false, Self.wakeable(&state))
            }
            wake(sleepers)
            if isReached { return }
            signal.bell.wait(since: rings)
        }
        // From here to its end it is one of those that time waits for.
        state.withLock { state in
            state.waiting[identity] = nil
            state.changes += 1
        }
    }

    public func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        let deadline = min(deadline, Self.end)
        let watch = Task { await wakeIfNothingHappens() }
        defer { watch.cancel() }
        await withCheckedContinuation { continuation in
            let (signals, sleepers) = state.withLock { state in
                state.sleepers.append((deadline, continuation))
                return (Self.move(&state), Self.wakeable(&state))
            }
            for signal in signals { signal.bell.ring() }
            wake(sleepers)
        }
        let (signals, sleepers) = state.withLock { (Self.move(&$0), Self.wakeable(&$0)) }
        for signal in signals { signal.bell.ring() }
        wake(sleepers)
        idlers.wake(at: now)
        try Task.checkCancellation()
    }

    public func sleep(until instant: BootInstant, onTheWayTo end: BootInstant?) async throws {
        if let end { return try await sleep(until: end, tolerance: nil) }
        try await idlers.sleep(until: instant, in: self)
    }

    /// Nobody waits for ever for a source that ended without a word.
    private func wakeIfNothingHappens() async {
        var seen = -1
        while (try? await Task.sleep(for: .seconds(2))) != nil {
            let sleepers = state.withLock { state in
                guard state.changes == seen else {
                    seen = state.changes
                    return [CheckedContinuation<Void, Never>]()
                }
                state.sources = state.waiting.count
                return Self.wakeable(&state)
            }
            wake(sleepers)
        }
    }

    /// Moves time to the earliest end of a sleep; answers which sources have to go on.
    private static func move(_ state: inout State) -> [StopSignal] {
        guard let next = state.sleepers.map(\.deadline).min() else { return [] }
        let rest = state.reading.boottime.duration(to: next)
        guard rest > .zero else { return [] }
        state.reading = state.reading.advanced(by: rest)
        let due = state.waiting.filter { $0.value.instant < next }
        for identity in due.keys { state.waiting[identity] = nil }
        return due.values.map(\.signal)
    }

    /// Takes out the sleepers whose end has come, once every source has come there too.
    private static func wakeable(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        let now = state.reading.boottime
        guard state.waiting.count >= state.sources else { return [] }
        let due = state.sleepers.filter { $0.deadline <= now }
        state.sleepers.removeAll { $0.deadline <= now }
        return due.map(\.wake)
    }

    private func wake(_ sleepers: [CheckedContinuation<Void, Never>]) {
        for sleeper in sleepers { sleeper.resume() }
    }
}
