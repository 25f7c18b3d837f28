// What a step's timer does, decided from what has run of the step. It is asked at instants of its own,
// which may come late: nothing that was due before is left out, and the end comes once.

/// The timer of a step, as far as it is decided.
struct StepTimer: Sendable, Hashable {
    /// What is to be done.
    enum Action: Sendable, Hashable {
        /// So many seconds are left.
        case count(Int)
        /// What is due to be spoken behind one instant and until another, in seconds.
        case speak(after: Double, through: Double)
        /// The step's time is over.
        case finish
    }

    /// What has been spoken through, in seconds.
    private(set) var spokenThrough = 0.0
    private(set) var isOver = false

    /// The seconds left, the last one counted as a whole, when so many have run.
    static func countdown(duration: Double, elapsed: Double) -> Int {
        guard duration > 0 else { return 0 }
        return max(0, whole(duration.rounded(.up)) - whole(elapsed.rounded(.down)))
    }

    /// Decides what is due when so many seconds of so many have run.
    mutating func tick(elapsed: Double, duration: Double) -> [Action] {
        guard !isOver else { return [] }
        var actions: [Action] = []
        let isEnd = duration > 0 && elapsed >= duration
        // What belongs to the end is spoken as the end.
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

    /// When the timer fires next, in what will have run by then.
    ///
    /// That is at the next whole interval, and at the end: reckoned from the beginning, so that no tick
    /// shifts those behind it.
    static func next(after elapsed: Duration, interval: Duration, duration: Duration) -> Duration {
        let step = interval > .zero ? interval : .seconds(1)
        let regular = step * (Int((elapsed / step).rounded(.down)) + 1)
        // A quotient that came out too small would be the instant that has just been.
        let due = regular > elapsed ? regular : regular + step
        return duration > elapsed ? min(due, duration) : due
    }

    private static func whole(_ seconds: Double) -> Int {
        Int(exactly: seconds) ?? (seconds > 0 ? .max : 0)
    }
}
