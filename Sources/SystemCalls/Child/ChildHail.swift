// Whether a child is still at work. One that hangs says nothing, and neither does one of whom nobody wants anything: a
// child that has been silent for a while is hailed, and has to answer.

/// When a child is hailed, and when it has hung; times are nanoseconds of the monotonic clock.
package struct ChildHail: Sendable {
    /// What is to be done.
    package enum Step: Equatable {
        case hail
        /// It has not answered in time.
        case giveUp
    }

    /// How long it may take to answer.
    package let limit: Duration
    /// For how long it is silent before it is hailed.
    private let silence: Int64
    private let mostUnanswered: Int64
    /// When it has said something, or was hailed, and from when on that counts.
    private var since: Int64 = 0
    private var unanswered: Int64 = 0
    private var isHailed = false

    package init(after silence: Duration = .seconds(4), limit: Duration = .seconds(10)) {
        self.limit = limit
        self.silence = silence.wholeNanoseconds
        mostUnanswered = limit.wholeNanoseconds
    }

    /// A new child has been told to begin, and has to say that it has.
    package mutating func begin(at now: Int64) {
        since = now
        unanswered = 0
        isHailed = true
    }

    /// It has said something, whatever that was.
    package mutating func hear(at now: Int64) {
        since = now
        isHailed = false
    }

    /// What is to be done now, if anything.
    package mutating func look(at now: Int64) -> Step? {
        guard isHailed else {
            guard now - since >= silence else { return nil }
            begin(at: now)
            return .hail
        }
        // Between two looks this process may have been stopped, and the child with it: of a long time little counts.
        unanswered += min(now - since, 2 * pauseOfLooks)
        since = now
        return unanswered >= mostUnanswered ? .giveUp : nil
    }

    /// After how long there is something to look at again.
    package func patience(at now: Int64) -> Duration {
        .nanoseconds(isHailed ? pauseOfLooks : max(0, since + silence - now))
    }

    private var pauseOfLooks: Int64 { mostUnanswered / 10 }
}
