// Detects a child that hangs. A hanging child is silent, and so is an idle one. So a child that has been silent for a
// while is hailed, and must answer.

/// Decides when to hail a child, and when it counts as hanging; times are nanoseconds of the monotonic clock.
package struct ChildHail: Sendable {
    /// What the parent must do.
    package enum Step: Equatable {
        case hail
        /// End the child: it has not answered in time.
        case giveUp
    }

    /// How long the child may take to answer.
    package let limit: Duration
    /// After how much silence the child is hailed.
    private let silence: Int64
    private let mostUnanswered: Int64
    /// When the child last sent something, was hailed, or, after a hail, was last checked by `look`.
    private var since: Int64 = 0
    private var unanswered: Int64 = 0
    private var isHailed = false

    package init(after silence: Duration = .seconds(4), limit: Duration = .seconds(10)) {
        self.limit = limit
        self.silence = silence.wholeNanoseconds
        mostUnanswered = limit.wholeNanoseconds
    }

    /// Notes that the child was started or hailed, and must answer.
    package mutating func begin(at now: Int64) {
        since = now
        unanswered = 0
        isHailed = true
    }

    /// Notes that the child has sent something.
    package mutating func hear(at now: Int64) {
        since = now
        isHailed = false
    }

    /// Returns what must be done now, if anything.
    package mutating func look(at now: Int64) -> Step? {
        guard isHailed else {
            guard now - since >= silence else { return nil }
            begin(at: now)
            return .hail
        }
        // This process, and the child with it, may have been suspended between two calls, so a long time counts only in
        // part.
        unanswered += min(now - since, 2 * pauseOfLooks)
        since = now
        return unanswered >= mostUnanswered ? .giveUp : nil
    }

    /// How long until `look` must be called again.
    package func patience(at now: Int64) -> Duration {
        .nanoseconds(isHailed ? pauseOfLooks : max(0, since + silence - now))
    }

    private var pauseOfLooks: Int64 { mostUnanswered / 10 }
}
