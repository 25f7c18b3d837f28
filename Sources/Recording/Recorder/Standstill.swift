// Stored and computed samples come only as the recorder's clock advances. If a clock must be moved and nobody moves
// it, the recording stays empty, and the cause is hard to find. So the recorder reports it.

internal import Timebase

/// Detects that a clock has stood still for too long since a recorder began.
struct Standstill: Sendable {
    private let start: BootInstant
    private let realStart: SuspendingClock.Instant
    private let limit: Duration

    /// Starts to watch a clock.
    ///
    /// - Parameters:
    ///   - start: The time that the clock shows.
    ///   - realStart: The same moment by the machine's own clock.
    ///   - limit: How long it may stand still.
    init(at start: BootInstant, since realStart: SuspendingClock.Instant, limit: Duration) {
        (self.start, self.realStart, self.limit) = (start, realStart, limit)
    }

    /// Whether the clock has stood still for too long.
    ///
    /// - Parameters:
    ///   - now: The time that the clock shows now.
    ///   - realNow: The same moment by the machine's own clock.
    /// - Returns: False once the clock has moved at all.
    func isTooLong(_ now: BootInstant, at realNow: SuspendingClock.Instant) -> Bool {
        now <= start && realStart.duration(to: realNow) >= limit
    }
}
