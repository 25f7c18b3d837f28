// How far lines are apart: what passed over a restart, or while a narrow counter came round, is told by it.

/// The mean time between the lines of a stretch, those included that were lost.
struct LineSpacing: Sendable {
    /// What was asked for, or known of an earlier stretch.
    private var known: Double?
    private var first: Int64?
    private var last: Int64 = 0
    private var count: Int64 = 0

    /// So many lines are needed, at least.
    private static let fewest: Int64 = 8

    /// A spacing of which only the rate is known that was asked for, if any.
    init(rateInHertz: Double?) { known = rateInHertz.flatMap { $0 > 0 ? 1e9 / $0 : nil } }

    /// The time from one line to the next, in nanoseconds.
    var nanoseconds: Double? {
        guard let first, count >= Self.fewest, last > first else { return known }
        return Double(last &- first) / Double(count)
    }

    /// Takes a line, and how many are missing ahead of it.
    @inline(__always)
    mutating func add(_ stamp: Int64, lost: Int64) {
        if first == nil {
            (first, count) = (stamp, 0)
        } else {
            count &+= 1 &+ lost
        }
        last = stamp
    }

    /// Begins a stretch, which is taken to be as the one before until it shows.
    mutating func restart() {
        known = nanoseconds
        (first, count) = (nil, 0)
    }
}
