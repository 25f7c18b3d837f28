// Time for tasks that run unattended. Such a task takes as long as its timers require, although its sources could
// deliver all samples at once. So time stands still until a timer sleeps; then it jumps to the end of that sleep,
// and the sources catch up. Marks and stops happen between two jumps, when every source has delivered its samples. A
// task that is run twice therefore writes the same bytes both times, and never waits for real time.

internal import Synchronization
internal import SystemCalls

/// Time that moves only when somebody sleeps, and waits for its sources after each move.
public final class SteppedTimekeeper: Timekeeper {
    private struct State: Sendable {
        var reading: ClockReading
        var sources = AwaitedSources()
        /// The instants that the sources wait for because they have nothing earlier to deliver.
        var waiting: [ObjectIdentifier: (instant: BootInstant, signal: StopSignal)] = [:]
        var sleepers: [(deadline: BootInstant, wake: CheckedContinuation<Void, Never>)] = []
        /// Counts events, so that `wakeIfNothingHappens` can detect that nothing happens any more.
        var changes = 0
    }

    /// The end of time; longer sleeps end here.
    ///
    /// An endless sleep reaches this instant at once. The 64-bit range goes on beyond it, because sources compute
    /// instants ahead of the clock.
    private static let end = BootInstant(nanoseconds: 9_000_000_000_000_000_000)

    private let state: Mutex<State>
    private let idlers = IdleSleepers()

    /// Time that stands at a reading.
    public init(startingAt reading: ClockReading = .zero) {
        state = Mutex(State(reading: reading))
    }

    public func reading() -> ClockReading { state.withLock { $0.reading } }

    public var runsByItself: Bool { false }

    /// Adds running sources, known by the signals that they wait with; time waits for them from now on.
    public func expectSources(_ signals: [StopSignal]) {
        state.withLock {
            $0.sources.expect(signals.map { ObjectIdentifier($0) })
            $0.changes += 1
        }
    }

    /// Removes sources that have ended.
    public func sourcesEnded(_ signals: [StopSignal]) {
        wake(
            state.withLock {
                $0.sources.end(signals.map { ObjectIdentifier($0) })
                $0.changes += 1
                return Self.wakeable(&$0)
            }
        )
    }

    public func wait(until instant: BootInstant, or signal: StopSignal) {
        let identity = ObjectIdentifier(signal)
        while true {
            let signals = signal.wakeEvent.count
            if signal.isRaised { break }
            let (isReached, sleepers) = state.withLock { state in
                state.changes += 1
                state.sources.hear(identity)
                // Marks, starts and stops at this very instant come first, so the source goes on only when time is
                // past it.
                guard state.reading.boottime <= instant else {
                    state.waiting[identity] = nil
                    return (true, [CheckedContinuation<Void, Never>]())
                }
                state.waiting[identity] = (instant, signal)
                return (false, Self.wakeable(&state))
            }
            wake(sleepers)
            if isReached { return }
            signal.wakeEvent.wait(since: signals)
        }
        // The source was asked to stop; time waits for it again until it has ended.
        state.withLock { state in
            state.waiting[identity] = nil
            state.sources.hear(identity)
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
            for signal in signals { signal.wakeEvent.signal() }
            wake(sleepers)
        }
        let (signals, sleepers) = state.withLock { (Self.move(&$0), Self.wakeable(&$0)) }
        for signal in signals { signal.wakeEvent.signal() }
        wake(sleepers)
        idlers.wake(at: now)
        try Task.checkCancellation()
    }

    public func sleep(until instant: BootInstant, onTheWayTo end: BootInstant?) async throws {
        if let end { return try await sleep(until: end, tolerance: nil) }
        try await idlers.sleep(until: instant, in: self)
    }

    /// Stops waiting for the missing sources once nothing has happened for two seconds.
    ///
    /// They may have ended without a call of `sourcesEnded`. A source that is only slow is treated the same.
    private func wakeIfNothingHappens() async {
        var seen = -1
        while (try? await Task.sleep(for: .seconds(2))) != nil {
            let sleepers = state.withLock { state in
                guard state.changes == seen else {
                    seen = state.changes
                    return [CheckedContinuation<Void, Never>]()
                }
                state.sources.giveUp(allBut: state.waiting.keys)
                return Self.wakeable(&state)
            }
            wake(sleepers)
        }
    }

    /// Moves time to the earliest end of a sleep; returns the signals of the sources that must go on.
    private static func move(_ state: inout State) -> [StopSignal] {
        guard let next = state.sleepers.map(\.deadline).min() else { return [] }
        let rest = state.reading.boottime.duration(to: next)
        guard rest > .zero else { return [] }
        state.reading = state.reading.advanced(by: rest)
        let due = state.waiting.filter { $0.value.instant < next }
        for identity in due.keys { state.waiting[identity] = nil }
        return due.values.map(\.signal)
    }

    /// Removes and returns the sleepers that are due, once every source has caught up.
    private static func wakeable(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        let now = state.reading.boottime
        guard state.sources.awaited.allSatisfy({ state.waiting[$0] != nil }) else { return [] }
        let due = state.sleepers.filter { $0.deadline <= now }
        state.sleepers.removeAll { $0.deadline <= now }
        return due.map(\.wake)
    }

    private func wake(_ sleepers: [CheckedContinuation<Void, Never>]) {
        for sleeper in sleepers { sleeper.resume() }
    }
}
