// Models true time by the clock of one board: the difference between true time and boot time over time (the path), and
// its error. Linux slews the time of day and boot time together, and steps only the time of day. So the path has no
// steps, whatever happens to the time of day. The path passes through each reading of a synchronized clock; its error
// grows with the distance from the readings.
//
// A board's errors at two instants are correlated: the asymmetry of the route to its server is the same now as a minute
// ago. So the model gives a covariance of errors, and not only an error. `AlignmentSolution` needs the covariance to
// determine how much a mark improves the alignment, and for how long.

internal import SystemCalls
public import Timebase

/// What a board's records show of true time over its boot time.
public struct BoardClock: Sendable {
    /// Why the clock does not show true time.
    public enum Absence: String, Sendable, Hashable {
        /// No session of the board has a reading of its synchronization.
        case neverTold
        /// The clock was never synchronized.
        case neverSynchronized
        /// The clock was synchronized, but no clock reading is close enough to the readings of the synchronization.
        case withoutReadings
    }

    /// Why the clock does not show true time, and its path is merely the time of day; `nil` if the clock does.
    public let absence: Absence?
    /// How many readings of a synchronized clock were dropped.
    ///
    /// They have no clock reading close enough, the time of day was set near them, or they differ from their
    /// neighbours.
    public let leftOut: Int
    /// The scatter of the path's readings, in seconds.
    public let scatter: Double
    /// The largest systematic error of the path, in seconds.
    public let bound: Double
    /// How many readings of a synchronized clock the path passes through.
    public var knotCount: Int { knots.count }
    /// The service that reported the synchronization.
    public let source: String?

    /// The instant from which the path counts its seconds, in nanoseconds of boot time.
    let origin: Int64
    /// The difference, in nanoseconds, that is subtracted from all differences of the path.
    let base: Int64
    private let knots: [Knot]
    private let rate: Double
    private let isUnknownBefore: Bool
    private let isUnknownAfter: Bool

    struct Knot: Sendable, Hashable {
        /// Relative to the origin.
        var seconds: Double
        /// True time minus boot time, relative to the base.
        var difference: Double
        /// The server, and its error bound.
        var bound: ServerBound
        /// True if the clock was reported to run free between this knot and the next.
        var isFreeBehind = false
    }

    /// The standard deviation of a free-running clock's rate: 95 % are within 50 parts per million.
    static let freeRate = 25e-6
    /// The variance that a crystal's rate gains in a second: (half a part per million)² in an hour.
    static let wander = 2.5e-13 / 3600
    /// After the first of these times, in seconds, half of an estimate's error no longer affects later estimates; after
    /// the second, nothing of it does.
    ///
    /// chrony's estimates come 64 to 1024 s apart.
    static let memories = [384.0, 2048.0]
    /// The factor by which the scatter exceeds the correction that a service reports: the service's estimates have
    /// errors, too.
    private static let uncorrected = 1.25
    /// Between readings further apart, in seconds, the clock may have run free.
    static let longestGap = 1200.0
    /// The difference between two clock readings, in nanoseconds, below which the clock was not set.
    private static let leastStep: Int64 = 50_000
    /// How far a synchronization reading may be from a clock reading, in nanoseconds.
    private static let reach: Int64 = 120_000_000_000
    /// So close to a clock reading, in nanoseconds, the time of day is assumed not to have been set.
    private static let near: Int64 = 1_000_000_000
    /// The standard deviation of a free clock's offset, in seconds, after a measurement has set it roughly.
    static let freeBias = 1.0

    /// Builds the path.
    ///
    /// - Parameters:
    ///   - clocks: Simultaneous readings of boot time and the time of day.
    ///   - readings: Readings of the synchronization.
    public init(clocks: [ClockReading], readings: [SynchronizationReading]) {
        let clocks = clocks.sorted { $0.boottime < $1.boottime }
        let readings = readings.sorted { $0.instant < $1.instant }
        let told = readings.filter(\.isSynchronized)
        var found: [(reading: SynchronizationReading, difference: Int64)] = []
        for reading in told {
            guard let ahead = Self.difference(at: reading.instant, clocks) else { continue }
            let offset = Int64((reading.offset * 1e9).rounded())
            found.append((reading, ahead.subtractingClamped(offset)))
        }
        origin = found.first?.reading.instant ?? clocks.first?.boottime.nanoseconds ?? 0
        let middle = clocks.isEmpty ? nil : clocks[clocks.count / 2]
        base =
            found.first?.difference
            ?? middle.map {
                $0.realtime.nanosecondsSince1970.subtractingClamped($0.boottime.nanoseconds)
            } ?? 0
        let corrected = Self.median(found.map(\.reading.rootMeanSquare)) ?? 0
        scatter = max(1e-6, Self.uncorrected * corrected)
        rate = Self.median(found.map(\.reading.skew)) ?? Self.freeRate
        source = found.last?.reading.source
        let (origin, base) = (origin, base)
        let bounds = ServerBound.each(of: found.map(\.reading))
        var all = zip(found, bounds).map { told, bound in
            Knot(
                seconds: Double(told.reading.instant.subtractingClamped(origin)) / 1e9,
                difference: Double(told.difference.subtractingClamped(base)) / 1e9,
                bound: bound
            )
        }
        let usual = Self.median(bounds.map(\.seconds)) ?? 0
        Self.dropStrays(from: &all, beyond: max(1e-3, 3 * usual, 10 * scatter))
        // Marks intervals in which a reading reported that the clock was not synchronized.
        let unkept = readings.filter { !$0.isSynchronized }.map {
            Double($0.instant.subtractingClamped(origin)) / 1e9
        }
        for index in all.indices.dropLast() {
            let next = unkept.partitioningIndex { $0 > all[index].seconds }
            all[index].isFreeBehind = next < unkept.count && unkept[next] < all[index + 1].seconds
        }
        knots = all
        bound = all.map(\.bound.seconds).max() ?? 0
        leftOut = told.count - all.count
        isUnknownBefore = unkept.first.map { $0 < all.first?.seconds ?? 0 } ?? false
        isUnknownAfter = unkept.last.map { $0 > all.last?.seconds ?? 0 } ?? false
        absence =
            if !all.isEmpty {
                nil
            } else if readings.isEmpty {
                .neverTold
            } else {
                told.isEmpty ? .neverSynchronized : .withoutReadings
            }
    }

    /// The time of day minus boot time at an instant; `nil` if no clock reading is close enough, or the time of day was
    /// set.
    private static func difference(at instant: Int64, _ clocks: [ClockReading]) -> Int64? {
        let after = clocks.partitioningIndex { $0.boottime.nanoseconds >= instant }
        let beside = [after - 1, after].filter(clocks.indices.contains).map { index in
            let clock = clocks[index]
            let boottime = clock.boottime.nanoseconds
            return (
                away: boottime.subtractingClamped(instant).magnitude,
                difference: clock.realtime.nanosecondsSince1970.subtractingClamped(boottime)
            )
        }
        guard let nearest = beside.min(by: { $0.away < $1.away }), nearest.away < reach.magnitude
        else { return nil }
        guard let other = beside.max(by: { $0.away < $1.away }), other.away < reach.magnitude,
            nearest.away > near.magnitude
        else { return nearest.difference }
        let step = other.difference.subtractingClamped(nearest.difference)
        return step.magnitude < leastStep.magnitude ? nearest.difference : nil
    }

    /// Drops each knot that differs much from its two neighbours while they agree.
    private static func dropStrays(from knots: inout [Knot], beyond limit: Double) {
        guard knots.count > 2 else { return }
        let all = knots
        knots = all.indices.compactMap { index in
            guard index > 0, index < all.count - 1 else { return all[index] }
            let (before, after) = (all[index - 1].difference, all[index + 1].difference)
            let off = all[index].difference - (before + after) / 2
            return off.magnitude > limit && (before - after).magnitude < limit / 2
                ? nil : all[index]
        }
    }

    static func median(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }
}

extension BoardClock {
    /// Converts to seconds since the origin.
    func seconds(at instant: Int64) -> Double { Double(instant.subtractingClamped(origin)) / 1e9 }

    /// True time minus boot time minus `base`, in seconds, at a time in seconds since the origin.
    func difference(at seconds: Double) -> Double {
        guard let first = knots.first, let last = knots.last else { return 0 }
        let after = knots.partitioningIndex { $0.seconds >= seconds }
        if after == 0 { return first.difference }
        if after == knots.count { return last.difference }
        let (left, right) = (knots[after - 1], knots[after])
        let gap = right.seconds - left.seconds
        guard gap > 0 else { return right.difference }
        return left.difference
            + (right.difference - left.difference) * (seconds - left.seconds) / gap
    }

    /// The covariance of the path's errors at two instants, in seconds squared.
    ///
    /// - Parameters:
    ///   - one: The first instant, in seconds since the origin.
    ///   - other: The second instant, in seconds since the origin.
    ///   - doubt: An additional error in seconds, for a clock that measurements contradict.
    /// - Returns: The covariance.
    func covariance(_ one: Double, _ other: Double, doubt: Double) -> Double {
        guard absence == nil else {
            return Self.freeBias * Self.freeBias + Self.freeRate * Self.freeRate * one * other
                + Self.wandering(one, other)
        }
        let far = place(at: one)
        let near = place(at: other)
        let alike =
            Self.memories.reduce(0) { sum, memory in
                let apart = (one - other).magnitude / memory
                let rest = max(0, 1 - apart)
                return sum + rest * rest * rest * rest * (4 * apart + 1)
            } / Double(Self.memories.count)
        return far.bias.covariance(with: near.bias) + doubt * doubt + scatter * scatter * alike
            + (far.segment == near.segment ? far.error * near.error : 0)
    }

    /// The interval between knots that contains an instant, the error that grows with the distance from these knots,
    /// and the error of their servers.
    private func place(at seconds: Double) -> (segment: Int, error: Double, bias: ServerBias) {
        let after = knots.partitioningIndex { $0.seconds >= seconds }
        if after == 0 || after == knots.count {
            guard let end = after == 0 ? knots.first : knots.last else {
                return (0, 0, ServerBias())
            }
            let away = (seconds - end.seconds).magnitude
            let isFree = after == 0 ? isUnknownBefore : isUnknownAfter
            let rate = isFree || away > Self.longestGap ? Self.freeRate : rate
            return (after, rate * away, ServerBias(of: end.bound))
        }
        let (left, right) = (knots[after - 1], knots[after])
        let gap = right.seconds - left.seconds
        guard gap > 0 else { return (after, 0, ServerBias(of: right.bound)) }
        let share = (seconds - left.seconds) / gap
        let isFree = gap > Self.longestGap || left.isFreeBehind
        // A clock that is being corrected may make the correction at any moment of the interval.
        let slewed =
            (right.difference - left.difference).magnitude * (share * (1 - share)).squareRoot()
        let away = min(share, 1 - share) * gap * (isFree ? Self.freeRate : rate)
        return (
            after, (slewed * slewed + away * away).squareRoot(),
            ServerBias(from: left.bound, to: right.bound, share)
        )
    }

    /// The covariance of a phase whose rate drifts at random from the origin on, in both directions.
    private static func wandering(_ one: Double, _ other: Double) -> Double {
        guard one * other > 0 else { return 0 }
        let (less, more) = (
            min(one.magnitude, other.magnitude), max(one.magnitude, other.magnitude)
        )
        return wander * less * less / 2 * (more - less / 3)
    }
}

extension Array {
    /// The first index from which all elements meet a condition; `count` if the last one does not.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
