// A recorded session knows no `--duration`. This clock never lets its source pass the cut, however
// fast it runs, so that the cut falls between the same two samples each time.

internal import SystemCalls
internal import Timebase

/// Another clock's time, at whose cut every source waits to be stopped.
struct CutTimekeeper: Timekeeper {
    let base: any Timekeeper
    let cut: BootInstant

    func reading() -> ClockReading { base.reading() }

    func wait(until instant: BootInstant, or signal: StopSignal) {
        guard instant > cut else { return base.wait(until: instant, or: signal) }
        while true {
            let rings = signal.bell.count
            if signal.isRaised { return }
            signal.bell.wait(since: rings)
        }
    }

    func noteProgress(to instant: BootInstant) { base.noteProgress(to: min(instant, cut)) }

    func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}
