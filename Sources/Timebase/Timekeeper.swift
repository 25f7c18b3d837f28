// Time, given to everything that needs it, so that a night's recording can be simulated in seconds
// and a replay writes the same bytes twice.

/// A source of time: the machine's, or one that a test or a replay drives.
public protocol Timekeeper: Clock, Sendable
where Instant == BootInstant, Duration == Swift.Duration {
    /// What all clocks show now.
    func reading() -> ClockReading

    /// Blocks the calling thread until the instant has come or the signal is raised.
    func wait(until instant: BootInstant, or signal: StopSignal)

    /// Whether it goes on without anybody: without a move by hand, and without a sleep or a wait.
    var runsByItself: Bool { get }

    /// Tells the keeper that a source has come to an instant of recorded time.
    ///
    /// Clocks that run by themselves take no notice.
    func noteProgress(to instant: BootInstant)

    /// Sleeps until an instant on the way to another, which alone is waited for; without one, nothing is.
    ///
    /// Time that goes only where somebody waits goes to the end at once, or stays where it is.
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
