// Reads the clocks each minute during a session, on a thread of its own. A terminal or a participant may hold up
// the thread that runs the session, and the clock readings must wait for neither.

internal import SystemCalls
package import Timebase

/// The thread that reads the clocks.
package struct MinuteReadings: ~Copyable {
    private let signal: StopSignal
    private let thread: SystemThread

    /// Starts to read the clocks for the session each minute, counted from `start`.
    package init(
        of clock: any Timekeeper,
        from start: BootInstant,
        into session: OpenSession
    ) throws {
        let signal = StopSignal()
        let thread = try SystemThread.spawn(name: "clocks") {
            var next = start.advanced(by: .seconds(60))
            // No clock goes beyond the last instant.
            while !signal.isRaised, next.nanoseconds < .max {
                let reading = clock.reading()
                if reading.boottime >= next { session.noteClocks(reading) }
                while next <= reading.boottime, next.nanoseconds < .max {
                    next = next.advanced(by: .seconds(60))
                }
                if clock is LiveTimekeeper {
                    clock.wait(until: next, or: signal)
                } else {
                    // A clock of a simulation may run at any speed, or stop, so check it often.
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

    /// Stops the thread, and waits until it has recorded a reading that it had begun.
    package consuming func finish() {
        signal.abandon()
        thread.join()
    }
}
