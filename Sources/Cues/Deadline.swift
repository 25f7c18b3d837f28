// Nobody is waited for without an end here, and a wait may wake early: what is left of it is asked again.

internal import SystemCalls

/// A time by which something has to have happened.
package struct Deadline {
    private let nanoseconds: Int64

    /// One that is as far away as `limit`.
    package init(in limit: Duration) {
        nanoseconds = SystemClock.monotonic.nanoseconds.addingClamped(limit.wholeNanoseconds)
    }

    /// How long it is until then; zero or less when it has passed.
    package var left: Duration { .nanoseconds(nanoseconds - SystemClock.monotonic.nanoseconds) }

    package var hasPassed: Bool { left <= .zero }
}
