// Two sensors measure at different rates and instants. To compare them, both signals are put on the same even grid:
// interpolated by cubics, then smoothed over the sampling interval of the slower sensor. Both are treated alike, so
// that neither is delayed and both have the same bandwidth.

/// A signal on an even grid; `nan` where readings are missing.
struct EvenSignal {
    /// The grid's step, in seconds.
    static let step = 0.004
    /// The instant of the first value, in nanoseconds of boot time.
    let start: Int64
    private(set) var values: [Double]

    /// Readings further apart than this many periods of the slower sensor are not interpolated.
    private static let longestGap = 2.6
    static let mostValues = 20_000

    /// Puts readings on a grid.
    ///
    /// - Parameters:
    ///   - readings: The readings in order of time.
    ///   - period: The seconds between readings of the slower sensor, which limit the bandwidth.
    init(_ readings: [MagnitudeReading], smoothedOver period: Double) {
        start = readings.first?.instant ?? 0
        let times = readings.map { Double($0.instant - readings[0].instant) / 1e9 }
        let count = min(Self.mostValues, Int((times.last ?? 0) / Self.step))
        var raw = [Double](repeating: .nan, count: count)
        var index = 0
        for place in raw.indices {
            let time = Double(place) * Self.step
            while index + 2 < times.count, times[index + 1] <= time { index += 1 }
            guard index + 1 < times.count,
                times[index + 1] - times[index] < Self.longestGap * period
            else { continue }
            raw[place] = Self.cubic(readings, times, index, time)
        }
        values = Self.smoothed(raw, halfWidth: Int((period / Self.step).rounded()))
    }

    /// The median interval between readings, in seconds.
    static func period(of readings: [MagnitudeReading]) -> Double? {
        guard readings.count > 8 else { return nil }
        let steps = zip(readings, readings.dropFirst()).map { one, next in
            Double(next.instant - one.instant) / 1e9
        }
        return steps.sorted()[steps.count / 2]
    }

    private static func cubic(
        _ readings: [MagnitudeReading],
        _ times: [Double],
        _ index: Int,
        _ time: Double
    ) -> Double {
        func value(_ place: Int) -> Double { readings[place].magnitude }
        func slope(_ place: Int) -> Double {
            let (before, after) = (max(0, place - 1), min(times.count - 1, place + 1))
            return (value(after) - value(before)) / (times[after] - times[before])
        }
        let width = times[index + 1] - times[index]
        let share = min(max((time - times[index]) / width, 0), 1)
        let (square, cube) = (share * share, share * share * share)
        return (2 * cube - 3 * square + 1) * value(index)
            + (cube - 2 * square + share) * width * slope(index)
            + (3 * square - 2 * cube) * value(index + 1)
            + (cube - square) * width * slope(index + 1)
    }

    /// Smooths with triangular weights.
    private static func smoothed(_ raw: [Double], halfWidth: Int) -> [Double] {
        guard halfWidth > 1 else { return raw }
        return raw.indices.map { place in
            guard place >= halfWidth, place + halfWidth < raw.count else { return .nan }
            var sum = 0.0
            for away in 1 - halfWidth..<halfWidth {
                sum += raw[place + away] * Double(halfWidth - abs(away))
            }
            return sum / Double(halfWidth * halfWidth)
        }
    }
}
