// How far readings are apart, from the first of them. Even stamps show it plainly, even where some readings
// are missing or late. Stamps of arrival do not: there only the readings that came with the least delay, one
// early and one late, tell how long those between them took.

/// A first idea of how far a sensor's readings are apart.
struct PeriodGuess: Equatable {
    /// Seconds from one reading to the next.
    var periodInSeconds: Double
    /// By how much of a period a stamp differs from its place, in the mean.
    var jitter: Double
    /// Where on the line of the readings the first one is: its number is 0, its instant may be before its stamp.
    var firstInSeconds: Double

    /// A stamp by its number, counting what is told to be missing, in seconds from the first.
    struct Point: Equatable {
        var number: Double
        var seconds: Double
    }

    /// What even stamps tell; `nil` where they are not even.
    ///
    /// - Parameters:
    ///   - points: The first readings.
    ///   - nominal: The period that is said to be, if that counts: while few have come, a batch of stamps would
    ///     pass for even ones.
    /// - Returns: The guess.
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

    /// What stamps of arrival tell; `nil` where they have no length.
    static func ofArrivals(_ points: [Point]) -> PeriodGuess? {
        guard let last = points.last, last.seconds > 0, last.number > 0 else { return nil }
        let middle = last.number / 2
        var period = last.seconds / last.number
        var early = points[0]
        // The readings that are least late of each half, by the slope that they give, until it stays.
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

    /// How many times longer or shorter than it is said to be a period is believed to be.
    private static let believed = 4.0
    /// By how much a step may differ from the usual one.
    private static let evenness = 0.15
    private static let rounds = 4
    /// What is believed of the stamps where nothing is known.
    private static let unevenJitter = 0.1
}
