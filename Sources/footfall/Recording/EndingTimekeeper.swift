// Who presses a key to end a recording means that moment, and not the one in which the program has come
// round to it. So time can be said to have ended a moment ago.

internal import Synchronization
internal import Timebase

/// The machine's own time, up to an end.
final class EndingTimekeeper: Timekeeper {
    private let live = LiveTimekeeper()
    private let end = Mutex<BootInstant?>(nil)

    /// Lets time end at an instant; it ends once.
    func end(at instant: BootInstant) {
        end.withLock { $0 = $0 ?? instant }
    }

    func reading() -> ClockReading {
        let reading = live.reading()
        guard let end = end.withLock({ $0 }), end < reading.boottime else { return reading }
        return reading.advanced(by: reading.boottime.duration(to: end))
    }

    func wait(until instant: BootInstant, or signal: StopSignal) {
        live.wait(until: instant, or: signal)
    }

    func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        try await live.sleep(until: deadline, tolerance: tolerance)
    }
}
