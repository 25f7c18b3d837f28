// What is stored or computed comes only as the recorder's clock goes on. Under a clock that somebody has to move, and
// nobody moves, a recording stays empty, and the reason is the last thing that anybody looks for: the recorder tells it.

internal import Timebase

/// Whether a clock stands still as it did when a recorder began, and has for too long.
struct Standstill: Sendable {
    private let start: BootInstant
    private let realStart: SuspendingClock.Instant
    private let limit: Duration

    /// A clock that may begin to stand still.
    ///
    /// - Parameters:
    ///   - start: What it shows.
    ///   - realStart: When that is, by the machine's own clock.
    ///   - limit: For how long it may stand.
    init(at start: BootInstant, since realStart: SuspendingClock.Instant, limit: Duration) {
        (self.start, self.realStart, self.limit) = (start, realStart, limit)
    }

    /// Whether it has stood for too long.
    ///
    /// - Parameters:
    ///   - now: What it shows.
    ///   - realNow: When that is, by the machine's own clock.
    /// - Returns: False as soon as it has moved at all.
    func isTooLong(_ now: BootInstant, at realNow: SuspendingClock.Instant) -> Bool {
        now <= start && realStart.duration(to: realNow) >= limit
    }
}
