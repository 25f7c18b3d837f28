// Where an axis is marked, and with what: round numbers, few enough to be read.

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
    ///   - range: From where to where the axis goes.
    ///   - scale: What its numbers mean.
    ///   - most: How many marks there is room for.
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

    /// The least of 1, 2 and 5 times a power of ten of which so many fit.
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

    /// There is room for so many letters beside an axis.
    private static let longestLabel = 10

    /// As many digits as tell two marks apart; where those have no room, the lowest mark has its number, and each of the
    /// others says how far above it it lies.
    private static func labels(of positions: [Double], step: Double) -> [String] {
        let digits = max(0, -floorOfLogarithm(of: step * 1.000_001))
        let greatest = positions.map(\.magnitude).max() ?? 0
        if digits <= 6, greatest < 1e9 {
            let labels = positions.map { NumberText.fixed($0, decimals: digits) }
            if labels.allSatisfy({ $0.count <= longestLabel }) { return labels }
        }
        // Three digits tell multiples of the step apart as long as they are few.
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
        // Beyond what numbers reach, there is nothing to mark.
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
            // No label is "-0".
            return place == 0 ? 0 : place
        }
    }

    /// The greatest whole power of ten that is not above a number, as its exponent.
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
