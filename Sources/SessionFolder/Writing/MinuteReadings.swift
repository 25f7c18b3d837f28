// The clocks are read each minute as part of a session, on a thread of their own: whoever runs it
// may be held by a terminal or a participant, and a file that is being written must wait for neither.

internal import SystemCalls
package import Timebase

/// The thread that takes the clocks' readings.
package struct MinuteReadings: ~Copyable {
    private let signal: StopSignal
    private let thread: SystemThread

    /// Takes a reading for the session each minute of the clock, from `start` on.
    package init(
        of clock: any Timekeeper,
        from start: BootInstant,
        into session: OpenSession
    ) throws {
        let signal = StopSignal()
        let thread = try SystemThread.spawn(name: "clocks") {
            var next = start.advanced(by: .seconds(60))
            // No clock passes the last instant there is.
            while !signal.isRaised, next.nanoseconds < .max {
                let reading = clock.reading()
                if reading.boottime >= next { session.noteClocks(reading) }
                while next <= reading.boottime, next.nanoseconds < .max {
                    next = next.advanced(by: .seconds(60))
                }
                if clock is LiveTimekeeper {
                    clock.wait(until: next, or: signal)
                } else {
                    // Such a clock may run at any speed, and can be stopped and let go.
                    LiveTimekeeper().wait(
                        until: LiveTimekeeper().now.advanced(by: .milliseconds(40)),
                        or: signal
                    )
                }
            }
        }
        // Set when nothing can throw any more: see `OpenFile`.
        self.signal = signal
        self.thread = thread
    }

    /// Ends when a reading that is being taken is written.
    package consuming func finish() {
        signal.abandon()
        thread.join()
    }
}
