// Time that is always there already: a day of recording as fast as the machine can write it.

internal import Synchronization

/// Time that jumps to whatever instant is waited for.
public final class ImmediateTimekeeper: Timekeeper {
    private let origin: ClockReading
    private let reached: Atomic<Int64>

    /// Time that begins at a reading.
    public init(startingAt reading: ClockReading = .zero) {
        origin = reading
        reached = Atomic(reading.boottime.nanoseconds)
    }

    public func reading() -> ClockReading {
        let now = BootInstant(nanoseconds: reached.load(ordering: .relaxed))
        return origin.advanced(by: origin.boottime.duration(to: now))
    }

    public func wait(until instant: BootInstant, or signal: StopSignal) {
        noteProgress(to: instant)
    }

    public func noteProgress(to instant: BootInstant) {
        // Only the number itself is shared: nothing is published by it.
        _ = reached.max(instant.nanoseconds, ordering: .relaxed)
    }

    public func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        noteProgress(to: deadline)
    }
}
