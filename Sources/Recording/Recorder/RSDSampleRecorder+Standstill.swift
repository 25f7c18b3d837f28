// A recorder looks at its clock when it begins, and again when somebody asks for its notes or it ends: it needs no timer
// to tell that nobody has moved the clock meanwhile.

internal import Research
internal import SampleStream
internal import Timebase

extension RSDSampleRecorder {
    /// Begins to watch a clock that somebody has to move, and has not moved since a start, where something waits for it.
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

    /// Why nothing comes, where the clock has stood still since the start.
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
