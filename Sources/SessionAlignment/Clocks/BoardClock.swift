// True time by the clock of one board: a path of the difference between true time and boot time, and how far it may be
// off. Linux slews the time of day and boot time together, and steps only the time of day: so the path has no steps,
// whatever the time of day does. It goes through each reading of a synchronized clock; between them and beside them
// its error grows with the distance.
//
// The errors of one board at two instants are alike: the way to its server is as lopsided now as a minute ago. So there
// is a covariance of errors, and not only an error: `AlignmentSolution` needs it, to tell what a mark improves, and until
// when.

internal import SystemCalls
public import Timebase

/// What is known of true time at each instant of a board's boot time.
public struct BoardClock: Sendable {
    /// Why the clock tells nothing of true time.
    public enum Absence: String, Sendable, Hashable {
        /// No session of the board has a reading of it.
        case neverTold
        /// It was never synchronized.
        case neverSynchronized
        /// It was synchronized, and never when the clocks were read together.
        case withoutReadings
    }

    /// Whether the clock tells nothing of true time; then its path is what the time of day happened to be.
    public let absence: Absence?
    /// Readings that were passed over: the time of day was set just then, or they are far from those around them.
    public let leftOut: Int
    /// How far the path's readings scatter, in seconds.
    public let scatter: Double
    /// How far the path may be off all along, where that is most, in seconds.
    public let bound: Double
    /// How many readings of a synchronized clock it goes through.
    public var knotCount: Int { knots.count }
    /// Who told of the clock.
    public let source: String?

    /// Seconds of boot time count from here, and differences from `base`, in nanoseconds.
    let origin: Int64
    let base: Int64
    private let knots: [Knot]
    private let rate: Double
    private let isUnknownBefore: Bool
    private let isUnknownAfter: Bool

    struct Knot: Sendable, Hashable {
        /// Since the origin.
        var seconds: Double
        /// True time minus boot time, since the base.
        var difference: Double
        /// Who said so, and how far that may be off.
        var bound: ServerBound
        /// Whether the clock was told to run free between this one and the next.
        var isFreeBehind = false
    }

    /// A clock that nothing disciplines may be so far from the right rate: 50 parts in a million hold 95 %.
    static let freeRate = 25e-6
    /// The rate of a crystal wanders: by half a part in a million within an hour, squared, for each second.
    static let wander = 2.5e-13 / 3600
    /// Half of an estimate's error is forgotten within so many seconds, the rest within so many: chrony's come 64 to
    /// 1024 s apart.
    static let memories = [384.0, 2048.0]
    /// A service says how far it corrects the clock each time; its estimates are wrong as well.
    private static let uncorrected = 1.25
    /// Readings farther apart have somebody between them who may have let the clock run free.
    static let longestGap = 1200.0
    /// By so much the readings of two clocks may differ without anybody having set one, in nanoseconds.
    private static let leastStep: Int64 = 50_000
    /// So far from a reading of the clocks one of their synchronization may lie, in nanoseconds.
    private static let reach: Int64 = 120_000_000_000
    private static let near: Int64 = 1_000_000_000
    /// How little is known of where a free clock stands, once a measurement has brought it near.
    static let freeBias = 1.0

    /// Makes the path.
    ///
    /// - Parameters:
    ///   - clocks: Readings of boot time and the time of day together.
    ///   - readings: What was said of the time of day.
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
        // Where between two readings one said that nobody keeps the clock.
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

    /// The time of day minus boot time at an instant; `nil` where the time of day was set just then.
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

    /// Leaves out each knot that is far off those before and behind it while they agree.
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
    /// Seconds since the origin.
    func seconds(at instant: Int64) -> Double { Double(instant.subtractingClamped(origin)) / 1e9 }

    /// True time minus boot time at so many seconds since the origin; more than `base` by so many seconds.
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
    ///   - one: Seconds since the origin.
    ///   - other: Seconds since the origin.
    ///   - doubt: How far the clock is wrong beyond what it says, in seconds, where a measurement contradicts it.
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

    /// The stretch between readings that an instant lies in, the error that grows with the distance from them, and what
    /// their servers may be off.
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
        // A clock that is brought to the right time may do so at any moment of the stretch.
        let slewed =
            (right.difference - left.difference).magnitude * (share * (1 - share)).squareRoot()
        let away = min(share, 1 - share) * gap * (isFree ? Self.freeRate : rate)
        return (
            after, (slewed * slewed + away * away).squareRoot(),
            ServerBias(from: left.bound, to: right.bound, share)
        )
    }

    /// The covariance of a phase whose rate wanders from the origin on, to both sides.
    private static func wandering(_ one: Double, _ other: Double) -> Double {
        guard one * other > 0 else { return 0 }
        let (less, more) = (
            min(one.magnitude, other.magnitude), max(one.magnitude, other.magnitude)
        )
        return wander * less * less / 2 * (more - less / 3)
    }
}

extension Array {
    /// The first index whose element meets a condition that all behind it meet, too.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
