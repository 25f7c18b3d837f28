// Places and labels the marks of an axis: round numbers, few enough to be read.

internal import Orientation

/// The marks of an axis.
package struct AxisTicks: Sendable, Equatable {
    /// One mark.
    package struct Tick: Sendable, Equatable {
        package var position: Double
        package var label: String
    }

    package let ticks: [Tick]

    /// The marks within a range.
    ///
    /// - Parameters:
    ///   - range: The range of the axis.
    ///   - scale: What its numbers mean.
    ///   - most: The largest number of marks that fit.
    package init(_ range: ClosedRange<Double>, _ scale: AxisScale, atMost most: Int) {
        let most = max(2, min(most, 100))
        let length = range.upperBound - range.lowerBound
        guard range.lowerBound.isFinite, length.isFinite, length > 0 else {
            ticks = []
            return
        }
        switch scale {
        case .linear: ticks = Self.linear(range, most)
        case .time: ticks = Self.time(range, most)
        case .logarithmic: ticks = Self.logarithmic(range, most)
        }
    }

    /// The smallest step of 1, 2 or 5 times a power of ten that gives at most `most` marks.
    static func step(for length: Double, atMost most: Int) -> Double {
        let rough = max(length / Double(most), .leastNormalMagnitude)
        let power = powerOfTen(floorOfLogarithm(of: rough))
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999_999 } ?? 10 * power
    }

    private static func linear(_ range: ClosedRange<Double>, _ most: Int) -> [Tick] {
        let step = step(for: range.upperBound - range.lowerBound, atMost: most)
        let positions = multiples(of: step, in: range, most)
        return zip(positions, labels(of: positions, step: step)).map(Tick.init)
    }

    /// The longest label, in characters, that fits beside an axis.
    private static let longestLabel = 10

    /// Labels with as many digits as distinguish two marks.
    ///
    /// If these are too long, the lowest mark shows its number, and each other one its distance from the lowest.
    private static func labels(of positions: [Double], step: Double) -> [String] {
        let digits = max(0, -floorOfLogarithm(of: step * 1.000_001))
        let greatest = positions.map(\.magnitude).max() ?? 0
        if digits <= 6, greatest < 1e9 {
            let labels = positions.map { NumberText.fixed($0, decimals: digits) }
            if labels.allSatisfy({ $0.count <= longestLabel }) { return labels }
        }
        // With few multiples of the step, three significant digits distinguish them.
        if greatest < 900 * powerOfTen(floorOfLogarithm(of: step * 1.000_001)) {
            return positions.map(NumberText.short)
        }
        let first = (0...6).reversed().lazy.map {
            NumberText.fixed(positions.first ?? 0, decimals: $0)
        }.first { $0.count <= longestLabel }
        return positions.indices.map { place in
            place == 0
                ? first ?? NumberText.short(positions[0])
                : "+\(NumberText.short(Double(place) * step))"
        }
    }

    private static func time(_ range: ClosedRange<Double>, _ most: Int) -> [Tick] {
        let length = range.upperBound - range.lowerBound
        let steps: [Double] = [
            1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200,
            86400,
        ]
        let rough = length / Double(most)
        let own = rough <= 1 || rough > 86400
        let step =
            own
            ? Self.step(for: length, atMost: most)
            : steps.first { $0 >= rough } ?? 86400
        let greatest = max(range.lowerBound.magnitude, range.upperBound.magnitude)
        return multiples(of: step, in: range, most).map {
            Tick(position: $0, label: TimeText.label($0, step: step, greatest: greatest))
        }
    }

    private static func logarithmic(_ range: ClosedRange<Double>, _ most: Int) -> [Tick] {
        let length = range.upperBound - range.lowerBound
        // Beyond these bounds, powers of ten overflow.
        guard range.lowerBound > -400, range.upperBound < 400 else { return [] }
        let isFine = length * 3 <= Double(most)
        let every = isFine ? 1 : max(1, Int((length / Double(most)).rounded(.up)))
        let first = Int(range.lowerBound.rounded(.down))
        let last = Int(range.upperBound.rounded(.up))
        var found: [Tick] = []
        for decade in first...max(first, last) where decade.isMultiple(of: every) {
            for factor in isFine ? [1.0, 2, 5] : [1.0] {
                let position = Double(decade) + (factor == 1 ? 0 : factor == 2 ? log2 : log5)
                guard range.contains(position) else { continue }
                let value = factor * powerOfTen(decade)
                found.append(Tick(position: position, label: NumberText.short(value)))
            }
        }
        return found
    }

    private static let log2 = 0.301_029_995_663_981_2
    private static let log5 = 0.698_970_004_336_018_8

    private static func multiples(
        of step: Double,
        in range: ClosedRange<Double>,
        _ most: Int
    ) -> [Double] {
        let slack = step * 1e-9
        let first = (range.lowerBound / step - 1e-9).rounded(.up)
        return (0...most + 1).compactMap { number in
            let place = (first + Double(number)) * step
            guard place <= range.upperBound + slack else { return nil }
            // Avoids the label "-0".
            return place == 0 ? 0 : place
        }
    }

    /// The exponent of the greatest power of ten that does not exceed a number.
    static func floorOfLogarithm(of number: Double) -> Int {
        let size = max(number.magnitude, .leastNormalMagnitude)
        let rough = Int(
            (PortableMath.naturalLogarithm(size) / 2.302_585_092_994_046).rounded(.down)
        )
        if powerOfTen(rough + 1) <= size { return rough + 1 }
        return powerOfTen(rough) > size ? rough - 1 : rough
    }

    static func powerOfTen(_ exponent: Int) -> Double {
        var result = 1.0
        for _ in 0..<min(exponent.magnitude, 400) { result *= 10 }
        return exponent < 0 ? 1 / result : result
    }
}
