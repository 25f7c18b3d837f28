// Limits how often a child process may send something. Without a limit, it could keep its parent busy and fill
// the journal.

/// A rate limit: a burst at once, then a number a second.
struct RemoteBudget: Sendable {
    private let atOnce: Double
    private let perSecond: Double
    private var left: Double
    private var last: Double

    /// A budget with its whole burst unused.
    ///
    /// - Parameters:
    ///   - atOnce: The largest burst.
    ///   - perSecond: How many more are allowed each second.
    ///   - now: The present time in seconds.
    init(atOnce: Double, perSecond: Double, now: Double) {
        self.atOnce = atOnce
        self.perSecond = perSecond
        left = atOnce
        last = now
    }

    /// The budget for messages of any kind; `now` is `RemoteLine.now`.
    static func messages(now: Double) -> RemoteBudget {
        RemoteBudget(atOnce: 256, perSecond: 64, now: now)
    }

    /// The budget for pairs of clock readings.
    ///
    /// A device's clock has one a minute, a few more at the beginning, and one each time the clock is set.
    static func clocks(now: Double) -> RemoteBudget {
        RemoteBudget(atOnce: 128, perSecond: 2, now: now)
    }

    /// Uses one unit of the budget; returns false if the budget is exhausted.
    mutating func take(at now: Double) -> Bool {
        left = min(left + max(0, now - last) * perSecond, atOnce)
        last = now
        left -= 1
        return left >= 0
    }
}
