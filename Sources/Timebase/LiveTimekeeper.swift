// The machine's own time.

internal import SystemCalls

/// The kernel's clocks as they run.
public struct LiveTimekeeper: Timekeeper {
    /// The kernel's clocks.
    public init() {}

    public var now: BootInstant { BootInstant(nanoseconds: SystemClock.boottime.nanoseconds) }

    public func reading() -> ClockReading { .now() }

    public func wait(until instant: BootInstant, or signal: StopSignal) {
        while true {
            let signals = signal.wakeEvent.count
            if signal.isRaised { return }
            let rest = now.duration(to: instant)
            guard rest > .zero else { return }
            signal.wakeEvent.wait(since: signals, upTo: rest)
        }
    }

    public func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        try await Task.sleep(for: now.duration(to: deadline), tolerance: tolerance)
    }
}
