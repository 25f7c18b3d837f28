// The running time of a step, without pauses. It is computed from instants and not from ticks, so that a timer of ten
// hours is as exact as one of a second.

public import Timebase

/// Measures how long a step has been running.
@MainActor
public final class RSDClock {
    public let timekeeper: any Timekeeper
    /// When it was started.
    public let start: BootInstant
    /// When it was paused; `nil` if it is not paused.
    public private(set) var pausedAt: BootInstant?
    /// When it was stopped; `nil` before that.
    public private(set) var stoppedAt: BootInstant?
    /// The pauses that are over, in order.
    private var pauses: [(began: BootInstant, ended: BootInstant)] = []

    /// Creates a clock that runs from now on.
    public init(timekeeper: any Timekeeper) {
        self.timekeeper = timekeeper
        start = timekeeper.now
    }

    public var isPaused: Bool { pausedAt != nil }

    /// When it was started, in seconds of the machine's uptime.
    public var startUptime: Double { Double(start.nanoseconds) / 1e9 }

    /// The running time, without pauses.
    public var runningDuration: Duration { running(at: timekeeper.now) }

    /// The running time at an instant, or when the clock was paused or stopped, if that was earlier.
    public func running(at instant: BootInstant) -> Duration {
        let end = min(stoodAt ?? instant, instant)
        return max(.zero, start.duration(to: end) - paused(before: end))
    }

    /// Whether the clock was running at an instant.
    func isRunning(at instant: BootInstant) -> Bool {
        instant >= start && stoodAt.map { instant < $0 } ?? true
            && !pauses.contains { $0.began <= instant && instant < $0.ended }
    }

    /// When the clock was paused or stopped, whichever came first; `nil` if it runs.
    private var stoodAt: BootInstant? { [pausedAt, stoppedAt].compactMap { $0 }.min() }

    /// How long the clock was paused before an instant, in pauses that are over.
    private func paused(before instant: BootInstant) -> Duration {
        pauses.reduce(.zero) { $0 + max(.zero, $1.began.duration(to: min($1.ended, instant))) }
    }

    /// When the running time will reach a duration, if the clock is not paused again.
    public func instant(ofRunning duration: Duration) -> BootInstant {
        start.advanced(by: paused(before: timekeeper.now) + duration)
    }

    /// Pauses the clock.
    public func pause() {
        guard pausedAt == nil, stoppedAt == nil else { return }
        pausedAt = timekeeper.now
    }

    /// Resumes the clock.
    public func resume() {
        guard let began = pausedAt, stoppedAt == nil else { return }
        pausedAt = nil
        pauses.append((began, timekeeper.now))
    }

    /// Stops the clock; the running time stays.
    public func stop() {
        guard stoppedAt == nil else { return }
        stoppedAt = timekeeper.now
    }
}
