// The time of a step: what has run of it, without its pauses. Instants, not ticks, are what it is made
// of, so that a timer of ten hours is as exact as one of a second.

public import Timebase

/// The time that a step has been running.
@MainActor
public final class RSDClock {
    public let timekeeper: any Timekeeper
    /// When it was started.
    public let start: BootInstant
    /// When it was paused, while it is.
    public private(set) var pausedAt: BootInstant?
    /// When it was stopped, once it is.
    public private(set) var stoppedAt: BootInstant?
    private var paused = Duration.zero

    /// A clock that runs from now on.
    public init(timekeeper: any Timekeeper) {
        self.timekeeper = timekeeper
        start = timekeeper.now
    }

    public var isPaused: Bool { pausedAt != nil }

    /// When it was started, in seconds of the machine's uptime.
    public var startUptime: Double { Double(start.nanoseconds) / 1e9 }

    /// What has run of it, without its pauses.
    public var runningDuration: Duration { running(at: timekeeper.now) }

    /// What will have run of it at an instant, if it is not paused or stopped before.
    public func running(at instant: BootInstant) -> Duration {
        let end = [pausedAt, stoppedAt].compactMap { $0 }.min() ?? instant
        return max(.zero, start.duration(to: min(end, instant)) - paused)
    }

    /// When so much will have run of it, if it is not paused any more.
    public func instant(ofRunning duration: Duration) -> BootInstant {
        start.advanced(by: paused + duration)
    }

    /// Lets it stand.
    public func pause() {
        guard pausedAt == nil, stoppedAt == nil else { return }
        pausedAt = timekeeper.now
    }

    /// Lets it run again.
    public func resume() {
        guard let began = pausedAt, stoppedAt == nil else { return }
        pausedAt = nil
        paused += began.duration(to: timekeeper.now)
    }

    /// Ends it; what has run stays.
    public func stop() {
        guard stoppedAt == nil else { return }
        stoppedAt = timekeeper.now
    }
}
