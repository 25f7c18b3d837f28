// Measures the spacing of lines. From it the recorder estimates what was lost during a restart, or while a narrow
// counter wrapped.

/// The mean time between the lines of a stretch, counting lost lines.
struct LineSpacing: Sendable {
    /// The spacing that was asked for, or that an earlier stretch had.
    private var known: Double?
    private var first: Int64?
    private var last: Int64 = 0
    private var lastSeen: Int64 = 0
    private var count: Int64 = 0

    /// The fewest lines for a measurement.
    private static let fewest: Int64 = 8
    /// If the device's time and the arrivals differ by more, in nanoseconds, the device's clock was set.
    private static let leastStep: UInt64 = 10_000_000_000

    /// A spacing that is only known from the requested rate, if there is one.
    init(rateInHertz: Double?) { known = rateInHertz.flatMap { $0 > 0 ? 1e9 / $0 : nil } }

    /// The time from one line to the next, in nanoseconds; `nil` if unknown.
    var nanoseconds: Double? {
        guard let first, count >= Self.fewest, last > first else { return known }
        return Double(last &- first) / Double(count)
    }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - timestamp: Its time by the device's clock; without one, its arrival.
    ///   - seen: When it had arrived.
    ///   - lost: How many lines are missing before it.
    @inline(__always)
    mutating func add(_ timestamp: Int64, seen: Int64, lost: Int64) {
        let step = (timestamp &- last) &- (seen &- lastSeen)
        if first != nil, step.magnitude > Self.leastStep { restart() }
        if first == nil {
            (first, count) = (timestamp, 0)
        } else {
            count &+= 1 &+ lost
        }
        (last, lastSeen) = (timestamp, seen)
    }

    /// Begins a new stretch; until it has enough lines, the previous spacing applies.
    mutating func restart() {
        known = nanoseconds
        (first, count) = (nil, 0)
    }
}
