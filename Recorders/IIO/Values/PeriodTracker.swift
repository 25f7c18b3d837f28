// How far samples are apart. What a device says of its rate is a hint: real ones are off by some
// percent, and the count of a long loss is only as exact as the period.

internal import Timebase

/// The period of a device's samples, learned from its stamps, in nanoseconds.
struct PeriodTracker: Sendable {
    private(set) var nanoseconds: Double
    /// Samples so far, with those that are known to be lost.
    private var count: Int64 = 0
    private var anchor: (time: Int64, count: Int64)?
    private var next: (time: Int64, count: Int64)?
    private var untilUpdate = 8

    /// How often the period was measured, and by how much of itself it changed the last times.
    private var measured = 0
    private var wandering = 0.0

    private static let often = 64
    /// What a stamp may be off by rounding, in nanoseconds, and what two quartzes are believed to part by.
    private static let noise = 2000.0
    private static let quartz = 3e-6
    /// Long enough for parts in a million, short enough for a sensor that warms up.
    private static let span: Int64 = 8192

    init(nanoseconds: Double) {
        self.nanoseconds = Self.sane(nanoseconds)
    }

    /// What a period can be: a device may claim any rate, and another machine's may have any stamps.
    static func sane(_ period: Double) -> Double {
        period.isNaN ? usual : min(max(period, 1), 1e15)
    }

    /// That of a hundred samples a second.
    private static let usual = 1e7

    /// Adds a sample, and those lost before it.
    @inline(__always)
    mutating func add(_ time: Int64, lost: Int64 = 0) {
        count &+= 1 &+ lost
        untilUpdate -= 1
        if untilUpdate <= 0 { update(time) }
    }

    /// By how much of itself the period may be wrong.
    ///
    /// - Parameter jitter: How far stamps are off, in nanoseconds.
    /// - Returns: A part of one.
    func errorFraction(jitter: Double) -> Double {
        guard let anchor, measured > 0 else { return (jitter + 1) / nanoseconds }
        let samples = Double(max(1, count &- anchor.count))
        // Stamps that are even to the last are counted by the clock that takes the samples.
        let drift = jitter > Self.noise ? max(Self.quartz, wandering) : wandering
        return (2 * jitter + 1) / (samples * nanoseconds) + drift
    }

    /// Begins anew with another period.
    mutating func restart(_ period: Double) {
        self = PeriodTracker(nanoseconds: period)
    }

    private mutating func update(_ time: Int64) {
        // The first samples have the most to say.
        untilUpdate = count < 4 * Int64(Self.often) ? 8 : Self.often
        guard let start = anchor else {
            anchor = (time, count)
            return
        }
        let measured = Double(time &- start.time) / Double(max(1, count &- start.count))
        // A sample that came late is no reason to believe in another rate.
        if measured > nanoseconds * 0.8, measured < nanoseconds * 1.25 {
            // The first measurements are of few samples.
            if count &- start.count >= Self.span / 2 {
                wandering = max(wandering * 0.99, abs(measured / nanoseconds - 1))
            }
            nanoseconds = measured
            self.measured &+= 1
        }
        if let half = next {
            if count &- start.count >= Self.span {
                anchor = half
                next = (time, count)
            }
        } else if count &- start.count >= Self.span / 2 {
            next = (time, count)
        }
    }

    /// What the first stamps of a device say.
    ///
    /// - Parameters:
    ///   - stamps: In the order in which they came.
    ///   - nominal: The period that the device claims.
    /// - Returns: The period, and whether the stamps are as even as samples are.
    static func learn(from stamps: [Int64], nominal: Double?) -> (period: Double, isEven: Bool) {
        let stamps = stamps.map(\.heldAsStamp)
        let steps = zip(stamps.dropFirst(), stamps).map { $0 &- $1 }
        let fallback = sane(nominal ?? usual)
        guard steps.count >= 8, let first = stamps.first, let last = stamps.last, last > first
        else { return (fallback, true) }
        let median = Double(steps.sorted()[steps.count / 2])
        // Behind a loss a step is as many periods longer, and even all the same.
        let regular = steps.count {
            let periods = max(1, (Double($0) / median).rounded())
            return abs(Double($0) - periods * median) <= 0.25 * median
        }
        guard median > 0, Double(regular) >= 0.9 * Double(steps.count) else {
            // Uneven steps are a poor measure: they only tell whether the claim is far off.
            let mean = (Double(last) - Double(first)) / Double(steps.count)
            guard let nominal, (0.4...2.5).contains(mean / nominal) else {
                return (sane(mean), false)
            }
            return (sane(nominal), false)
        }
        // Of even steps the mean knows more: what makes one longer makes the next one shorter.
        let even = steps.filter { abs(Double($0) - median) <= 0.25 * median }
        guard !even.isEmpty else { return (sane(median), true) }
        return (sane(even.reduce(0.0) { $0 + Double($1) } / Double(even.count)), true)
    }
}
