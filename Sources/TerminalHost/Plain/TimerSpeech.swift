// Decides when to announce a timer. Each second would drown everything else, so it is announced at its start, at half
// time, in its last seconds, and when its state changes.

internal import ViewTree

/// The announcements of a timer.
struct TimerSpeech: Sendable, Equatable {
    private var state: CountdownContent.State?
    private var leastTold: Int?

    /// The announcement for a timer's current state, if any; `told` is the screen's text for it.
    mutating func words(
        for timer: CountdownContent,
        _ told: ViewAccessibility
    ) -> String? {
        let before = state
        state = timer.state
        let whole = [told.label + ":", told.value].joined ?? told.label
        guard before == timer.state else {
            if timer.state == .running, before != .paused { leastTold = timer.secondsLeft }
            return timer.state == .over ? told.value : whole
        }
        guard timer.state == .running, let least = leastTold, timer.secondsLeft < least else {
            return nil
        }
        let half = Int(timer.durationInSeconds / 2)
        let isHalf = timer.durationInSeconds >= 10 && least > half && timer.secondsLeft <= half
        if isHalf {
            leastTold = timer.secondsLeft
            return whole
        }
        guard timer.secondsLeft <= 3, timer.secondsLeft > 0, timer.durationInSeconds >= 5 else {
            return nil
        }
        leastTold = timer.secondsLeft
        return "\(timer.secondsLeft)"
    }
}
