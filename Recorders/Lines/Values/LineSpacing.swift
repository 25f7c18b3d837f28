// How far lines are apart: what passed over a restart, or while a narrow counter came round, is told by it.

/// The mean time between the lines of a stretch, those included that were lost.
struct LineSpacing: Sendable {
    /// What was asked for, or known of an earlier stretch.
    private var known: Double?
    private var first: Int64?
    private var last: Int64 = 0
    private var lastSeen: Int64 = 0
    private var count: Int64 = 0

    /// So many lines are needed, at least.
    private static let fewest: Int64 = 8
    /// By so much no line is late: the device's clock was set.
    private static let leastStep: UInt64 = 10_000_000_000

    /// A spacing of which only the rate is known that was asked for, if any.
    init(rateInHertz: Double?) { known = rateInHertz.flatMap { $0 > 0 ? 1e9 / $0 : nil } }

    /// The time from one line to the next, in nanoseconds.
    var nanoseconds: Double? {
        guard let first, count >= Self.fewest, last > first else { return known }
        return Double(last &- first) / Double(count)
    }

    /// Takes a line.
    ///
    /// - Parameters:
    ///   - stamp: By the device's clock, or when it was there.
    ///   - seen: When it was there.
    ///   - lost: How many are missing ahead of it.
    @inline(__always)
    mutating func add(_ stamp: Int64, seen: Int64, lost: Int64) {
        let step = (stamp &- last) &- (seen &- lastSeen)
        if first != nil, step.magnitude > Self.leastStep { restart() }
        if first == nil {
            (first, count) = (stamp, 0)
        } else {
            count &+= 1 &+ lost
        }
        (last, lastSeen) = (stamp, seen)
    }

    /// Begins a stretch, which is taken to be as the one before until it shows.
    mutating func restart() {
        known = nanoseconds
        (first, count) = (nil, 0)
    }
}
