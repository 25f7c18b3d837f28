// Time that never waits: a day of recording takes only as long as the machine needs to write it.

internal import Synchronization

/// Time that jumps to whatever instant is waited for.
public final class ImmediateTimekeeper: Timekeeper {
    private let origin: ClockReading
    private let reached: Atomic<Int64>
    private let idlers = IdleSleepers()

    /// Time that begins at a reading.
    public init(startingAt reading: ClockReading = .zero) {
        origin = reading
        reached = Atomic(reading.boottime.nanoseconds)
    }

    public func reading() -> ClockReading {
        let now = BootInstant(nanoseconds: reached.load(ordering: .sequentiallyConsistent))
        return origin.advanced(by: origin.boottime.duration(to: now))
    }

    public var runsByItself: Bool { false }

    public func wait(until instant: BootInstant, or signal: StopSignal) {
        noteProgress(to: instant)
    }

    public func noteProgress(to instant: BootInstant) {
        // A task that begins to sleep checks the time after it has registered, so either it or this call sees the
        // other.
        let (_, now) = reached.max(instant.nanoseconds, ordering: .sequentiallyConsistent)
        idlers.wake(at: BootInstant(nanoseconds: now))
    }

    public func sleep(until instant: BootInstant, onTheWayTo end: BootInstant?) async throws {
        if let end { return try await sleep(until: end, tolerance: nil) }
        try await idlers.sleep(until: instant, in: self)
    }

    public func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        noteProgress(to: deadline)
    }
}
