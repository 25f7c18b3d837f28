// Recorded time that passes faster or slower than the machine's: a walk replayed at ten times its
// speed still has its own rates and timestamps.

internal import SystemCalls

/// Time that began at a given reading and runs at a given multiple of the machine's.
public struct ScaledTimekeeper: Timekeeper {
    private let origin: ClockReading
    private let liveStart: BootInstant
    private let factor: Double
    private let live = LiveTimekeeper()

    /// Time that shows `origin` now and runs `factor` times as fast as the machine's.
    ///
    /// - Precondition: `factor` is finite and greater than zero.
    public init(startingAt origin: ClockReading, factor: Double) {
        precondition(factor.isFinite && factor > 0, "time must run forward")
        self.origin = origin
        self.factor = factor
        liveStart = live.now
    }

    public func reading() -> ClockReading {
        let lived = liveStart.duration(to: live.now).wholeNanoseconds
        return origin.advanced(by: Self.held((Double(lived) * factor).rounded()))
    }

    public func wait(until instant: BootInstant, or signal: StopSignal) {
        live.wait(until: liveInstant(of: instant), or: signal)
    }

    public func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        try await live.sleep(until: liveInstant(of: deadline), tolerance: tolerance)
    }

    private func liveInstant(of instant: BootInstant) -> BootInstant {
        let distance = origin.boottime.duration(to: instant).wholeNanoseconds
        // Rounded up, so that the instant has passed when the caller wakes.
        return liveStart.advanced(by: Self.held((Double(distance) / factor).rounded(.up)))
    }

    /// Whole nanoseconds, clamped to the range of 64 bits: at a thousandth of the speed, one year takes a thousand.
    private static func held(_ nanoseconds: Double) -> Duration {
        .nanoseconds(Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
    }
}
