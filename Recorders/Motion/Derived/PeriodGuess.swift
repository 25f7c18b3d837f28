// Estimates the distance between readings from the first ones. Even timestamps show it clearly, even if some
// readings are missing or late. Timestamps of arrival do not: there, the period is measured between the least
// delayed reading of each half.

/// A first estimate of the distance between a sensor's readings.
struct PeriodGuess: Equatable {
    /// Seconds from one reading to the next.
    var periodInSeconds: Double
    /// The mean difference between a step and the period, as a part of the period.
    var jitter: Double
    /// Where the line puts reading 0, in seconds; this may be before its timestamp.
    var firstInSeconds: Double

    /// A timestamp in seconds since the first, and its number, which also counts readings known to be missing.
    struct Point: Equatable {
        var number: Double
        var seconds: Double
    }

    /// The estimate from even timestamps; `nil` if they are not even.
    ///
    /// - Parameters:
    ///   - points: The first readings.
    ///   - nominal: The stated period, or `nil` to ignore it. It is needed while there are few readings, because the
    ///     timestamps within one batch would look even.
    /// - Returns: The estimate.
    static func even(_ points: [Point], nominalInSeconds nominal: Double?) -> PeriodGuess? {
        guard points.count > 3, let last = points.last else { return nil }
        let steps = zip(points.dropFirst(), points).map { later, earlier in
            (later.seconds - earlier.seconds) / (later.number - earlier.number)
        }
        let median = steps.sorted()[steps.count / 2]
        guard median > 0 else { return nil }
        if let nominal, median < nominal / believed || median > nominal * believed { return nil }
        let usual = steps.filter { abs($0 - median) <= evenness * median }
        let sum = usual.reduce(0, +)
        guard usual.count * 4 >= steps.count * 3, sum * 2 >= last.seconds else { return nil }
        let period = sum / Double(usual.count)
        let jitter = usual.reduce(0) { $0 + abs($1 - period) } / Double(usual.count) / period
        return PeriodGuess(periodInSeconds: period, jitter: jitter, firstInSeconds: 0)
    }

    /// The estimate from timestamps of arrival; `nil` if they cover no time.
    static func ofArrivals(_ points: [Point]) -> PeriodGuess? {
        guard let last = points.last, last.seconds > 0, last.number > 0 else { return nil }
        let middle = last.number / 2
        var period = last.seconds / last.number
        var early = points[0]
        // Take the least late reading of each half at the present slope, and repeat a few times with the slope
        // between the two.
        for _ in 0..<rounds {
            var late: Point?
            early = points[0]
            for point in points {
                func lateness(_ one: Point) -> Double { one.seconds - one.number * period }
                if point.number <= middle {
                    if lateness(point) <= lateness(early) { early = point }
                } else if late.map({ lateness(point) <= lateness($0) }) ?? true {
                    late = point
                }
            }
            guard let late, late.number > early.number, late.seconds > early.seconds else { break }
            period = (late.seconds - early.seconds) / (late.number - early.number)
        }
        return PeriodGuess(
            periodInSeconds: period,
            jitter: unevenJitter,
            firstInSeconds: early.seconds - early.number * period
        )
    }

    /// By which factor a measured period may differ from the stated one.
    private static let believed = 4.0
    /// By which part a step may differ from the usual one.
    private static let evenness = 0.15
    private static let rounds = 4
    /// The jitter to assume for timestamps of arrival.
    private static let unevenJitter = 0.1
}
