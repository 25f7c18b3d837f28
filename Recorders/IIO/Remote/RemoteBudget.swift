// How often a child may say something. Whoever could say it as often as it likes would keep its parent busy, and
// fill a journal.

/// How many of something there may be: a few at once, and then so many a second.
struct RemoteBudget: Sendable {
    private let atOnce: Double
    private let perSecond: Double
    private var left: Double
    private var last: Double

    /// A budget of which nothing is used.
    ///
    /// - Parameters:
    ///   - atOnce: How many there may be at once.
    ///   - perSecond: How many more there may be each second.
    ///   - now: In seconds.
    init(atOnce: Double, perSecond: Double, now: Double) {
        self.atOnce = atOnce
        self.perSecond = perSecond
        left = atOnce
        last = now
    }

    /// Messages of whatever kind, at a time of `RemoteLine.now`.
    static func messages(now: Double) -> RemoteBudget {
        RemoteBudget(atOnce: 256, perSecond: 64, now: now)
    }

    /// Pairs of clocks: a device's clock has one a minute, a few more at its beginning, and one for each time that it
    /// is set.
    static func clocks(now: Double) -> RemoteBudget {
        RemoteBudget(atOnce: 128, perSecond: 2, now: now)
    }

    /// Takes one; false for one too many.
    mutating func take(at now: Double) -> Bool {
        left = min(left + max(0, now - last) * perSecond, atOnce)
        last = now
        left -= 1
        return left >= 0
    }
}
