// Measures the distance between samples. The rate that a device states is only a hint: real rates differ by a
// few percent, and the count of a long loss is only as exact as the period.

internal import Timebase

/// The period of a device's samples, learned from its timestamps, in nanoseconds.
struct PeriodTracker: Sendable {
    private(set) var nanoseconds: Double
    /// The number of samples so far, including those known to be lost.
    private var count: Int64 = 0
    private var anchor: (time: Int64, count: Int64)?
    private var next: (time: Int64, count: Int64)?
    private var untilUpdate = 8

    /// How often the period was measured, and its recent relative change.
    private var measured = 0
    private var wandering = 0.0

    private static let often = 64
    /// The error of a timestamp through rounding, in nanoseconds, and the relative difference assumed between
    /// two quartzes.
    private static let noise = 2000.0
    private static let quartz = 3e-6
    /// How many samples a measurement spans: enough for parts in a million, few enough for a sensor that warms
    /// up.
    private static let span: Int64 = 8192

    init(nanoseconds: Double) {
        self.nanoseconds = Self.sane(nanoseconds)
    }

    /// Limits a period to possible values: a device may state any rate, and another machine may send any
    /// timestamps.
    static func sane(_ period: Double) -> Double {
        period.isNaN ? usual : min(max(period, 1), 1e15)
    }

    /// The period of a hundred samples a second.
    private static let usual = 1e7

    /// Adds a sample, and how many were lost before it.
    @inline(__always)
    mutating func add(_ time: Int64, lost: Int64 = 0) {
        count &+= 1 &+ lost
        untilUpdate -= 1
        if untilUpdate <= 0 { update(time) }
    }

    /// The relative error of the period.
    ///
    /// - Parameter jitter: How far timestamps are off, in nanoseconds.
    /// - Returns: The error as a part of the period.
    func errorFraction(jitter: Double) -> Double {
        guard let anchor, measured > 0 else { return (jitter + 1) / nanoseconds }
        let samples = Double(max(1, count &- anchor.count))
        // Timestamps without jitter are counted by the clock that also takes the samples, so two clocks cannot
        // drift apart.
        let drift = jitter > Self.noise ? max(Self.quartz, wandering) : wandering
        return (2 * jitter + 1) / (samples * nanoseconds) + drift
    }

    /// Starts again with another period.
    mutating func restart(_ period: Double) {
        self = PeriodTracker(nanoseconds: period)
    }

    private mutating func update(_ time: Int64) {
        // At the beginning, each new sample improves the period most.
        untilUpdate = count < 4 * Int64(Self.often) ? 8 : Self.often
        guard let start = anchor else {
            anchor = (time, count)
            return
        }
        let measured = Double(time &- start.time) / Double(max(1, count &- start.count))
        // A sample that came late is no evidence of another rate.
        if measured > nanoseconds * 0.8, measured < nanoseconds * 1.25 {
            // The first measurements span only a few samples.
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

    /// Learns from the first timestamps of a device.
    ///
    /// - Parameters:
    ///   - timestamps: In the order of arrival.
    ///   - nominal: The period that the device states.
    /// - Returns: The period, and whether the timestamps are as even as samples are.
    static func learn(from timestamps: [Int64], nominal: Double?) -> (period: Double, isEven: Bool)
    {
        let timestamps = timestamps.map(\.heldAsTimestamp)
        let steps = zip(timestamps.dropFirst(), timestamps).map { $0 &- $1 }
        let fallback = sane(nominal ?? usual)
        guard steps.count >= 8, let first = timestamps.first, let last = timestamps.last,
            last > first
        else { return (fallback, true) }
        let median = Double(steps.sorted()[steps.count / 2])
        // After a loss a step is several whole periods long, and still counts as regular.
        let regular = steps.count {
            let periods = max(1, (Double($0) / median).rounded())
            return abs(Double($0) - periods * median) <= 0.25 * median
        }
        guard median > 0, Double(regular) >= 0.9 * Double(steps.count) else {
            // Uneven steps measure the period badly: they only show whether the stated one is far off.
            let mean = (Double(last) - Double(first)) / Double(steps.count)
            guard let nominal, (0.4...2.5).contains(mean / nominal) else {
                return (sane(mean), false)
            }
            return (sane(nominal), false)
        }
        // The mean of even steps is more exact than the median: what makes one step longer makes the next one
        // shorter.
        let even = steps.filter { abs(Double($0) - median) <= 0.25 * median }
        guard !even.isEmpty else { return (sane(median), true) }
        return (sane(even.reduce(0.0) { $0 + Double($1) } / Double(even.count)), true)
    }
}
