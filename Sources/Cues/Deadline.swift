// A deadline for waits. Every wait here has a limit, and may wake early, so the remaining time is computed again.

internal import SystemCalls

/// A point in time by which something must have happened.
package struct Deadline {
    private let nanoseconds: Int64

    /// Makes a deadline after `limit`, from now.
    package init(in limit: Duration) {
        nanoseconds = SystemClock.monotonic.nanoseconds.addingClamped(limit.wholeNanoseconds)
    }

    /// The remaining time; zero or less when it has passed.
    package var left: Duration { .nanoseconds(nanoseconds - SystemClock.monotonic.nanoseconds) }

    package var hasPassed: Bool { left <= .zero }
}
