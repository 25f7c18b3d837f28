// Detects that nobody moves a clock that does not run by itself. The recorder compares clocks when it begins, when
// its notes are read, and when it ends, so it needs no timer.

internal import Research
internal import SampleStream
internal import Timebase

extension RSDSampleRecorder {
    /// Begins to watch a clock that does not run by itself, if it has not moved since `start` and a source waits
    /// for it.
    func watchForStandstill(since start: BootInstant) {
        let timekeeper = environment.timekeeper
        guard !timekeeper.runsByItself, timekeeper.now <= start, !hasSourceEnded,
            sources.values.contains(where: \.isPaced)
        else { return }
        standstill = Standstill(
            at: start,
            since: SuspendingClock().now,
            limit: environment.standstillLimit
        )
    }

    /// A note if the clock has stood still since the start, so that no samples come.
    var standstillNote: String? {
        let timekeeper = environment.timekeeper
        guard let standstill, standstill.isTooLong(timekeeper.now, at: SuspendingClock().now) else {
            return nil
        }
        return "\(configuration.identifier): its source waits for a clock that nobody moves: the "
            + "\(type(of: timekeeper)) has stood still since the start; move it, by advance(by:) or "
            + "by sleeping until an instant of it, or record by LiveTimekeeper or ScaledTimekeeper"
    }
}
