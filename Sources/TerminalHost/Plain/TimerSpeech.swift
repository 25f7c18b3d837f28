// A timer that is told each second drowns all else. It is told when it begins, at its half, in its last
// seconds, and when something happens to it.

internal import ViewTree

/// What is said of a timer.
struct TimerSpeech: Sendable, Equatable {
    private var state: CountdownContent.State?
    private var leastTold: Int?

    /// What is to be said of a timer as it is now; `told` is what the screen says of it.
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
