// Decides what a step's timer does, from the running time of the step. It is called at certain instants, possibly late:
// nothing that was due earlier is left out, and the end is reported once.

/// The decisions of a step's timer.
struct StepTimer: Sendable, Hashable {
    /// What the step must do.
    enum Action: Sendable, Hashable {
        /// Show the number of seconds left.
        case count(Int)
        /// Speak what is due after one instant and up to another, in seconds.
        case speak(after: Double, through: Double)
        /// End the timer.
        case finish
    }

    /// The instant up to which everything due has been spoken, in seconds.
    private(set) var spokenThrough = 0.0
    private(set) var isOver = false

    /// The seconds left after a running time, rounded up.
    static func countdown(duration: Double, elapsed: Double) -> Int {
        guard duration > 0 else { return 0 }
        return max(0, whole((duration - elapsed).rounded(.up)))
    }

    /// Decides what is due after a running time.
    mutating func tick(elapsed: Double, duration: Double) -> [Action] {
        guard !isOver else { return [] }
        var actions: [Action] = []
        let isEnd = duration > 0 && elapsed >= duration
        // What is due at the end itself is spoken later, as the step's last instruction.
        let through = isEnd ? duration.nextDown : elapsed
        if through > spokenThrough {
            actions.append(.speak(after: spokenThrough, through: through))
            spokenThrough = through
        }
        if duration > 0 {
            actions.insert(.count(Self.countdown(duration: duration, elapsed: elapsed)), at: 0)
        }
        if isEnd {
            isOver = true
            actions.append(.finish)
        }
        return actions
    }

    /// When the timer fires next, as a running time.
    ///
    /// It fires at multiples of the interval, counted from the start, and at the end; so a late tick does not delay
    /// later ones.
    static func next(after elapsed: Duration, interval: Duration, duration: Duration) -> Duration {
        let step = interval > .zero ? interval : .seconds(1)
        let regular = step * (Int((elapsed / step).rounded(.down)) + 1)
        // If rounding made the quotient too small, `regular` is the instant that has just passed.
        let due = regular > elapsed ? regular : regular + step
        return duration > elapsed ? min(due, duration) : due
    }

    private static func whole(_ seconds: Double) -> Int {
        Int(exactly: seconds) ?? (seconds > 0 ? .max : 0)
    }
}
