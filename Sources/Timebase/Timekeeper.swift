// Time is a parameter of everything that needs it. A night's recording can then be simulated in seconds, and a
// replay writes the same bytes twice.

/// A source of time: the machine's, or one that a test or a replay drives.
public protocol Timekeeper: Clock, Sendable
where Instant == BootInstant, Duration == Swift.Duration {
    /// Reads all clocks now.
    func reading() -> ClockReading

    /// Blocks the calling thread until the instant has passed or the signal is raised.
    func wait(until instant: BootInstant, or signal: StopSignal)

    /// True if time goes on by itself; false if it moves only by hand, or when somebody sleeps or waits.
    var runsByItself: Bool { get }

    /// Notes that a source has reached an instant of recorded time.
    ///
    /// Clocks that run by themselves ignore this.
    func noteProgress(to instant: BootInstant)

    /// Sleeps until an instant that comes before `end`, which is what the caller really waits for.
    ///
    /// Time that moves only when somebody waits jumps to `end` at once. If `end` is `nil`, this sleep does not move
    /// time.
    func sleep(until instant: BootInstant, onTheWayTo end: BootInstant?) async throws
}

extension Timekeeper {
    public var now: BootInstant { reading().boottime }

    public var minimumResolution: Swift.Duration { .nanoseconds(1) }

    public var runsByItself: Bool { true }

    public func noteProgress(to instant: BootInstant) {}

    public func sleep(until instant: BootInstant, onTheWayTo end: BootInstant?) async throws {
        try await sleep(until: instant, tolerance: nil)
    }
}
