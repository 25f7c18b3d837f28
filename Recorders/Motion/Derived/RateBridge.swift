// Estimates how a sensor turned while its readings are missing. The rates before and after the hole, and how both
// were changing, define a cubic curve. Over a short hole, the curve is close to the real rotation.

/// The rate of rotation through a short hole.
struct RateBridge {
    /// A rate in rad/s, and its time in seconds since the last reading before the hole.
    struct Point {
        var rate: SIMD3<Double>
        var seconds: Double
    }

    /// The curve through all known points in Newton's form: each coefficient is multiplied by the distances
    /// from the points before it.
    private var coefficients = InlineArray<4, SIMD3<Double>>(repeating: .zero)
    private var seconds = InlineArray<4, Double>(repeating: 0)
    private var count = 0

    /// - Parameters:
    ///   - earlier: The reading before `before`, if it is near enough to show how the rate was changing.
    ///   - before: The last reading before the hole.
    ///   - behind: The first reading after the hole.
    ///   - later: The reading after `behind`, if it is near enough.
    init(earlier: Point?, before: Point, behind: Point, later: Point?) {
        for point in [before, behind, earlier, later] {
            if let point { add(point) }
        }
    }

    /// The mean rate between two instants.
    func mean(from start: Double, to end: Double) -> SIMD3<Double> {
        // Simpson's rule is exact for a cubic curve.
        (rate(at: start) + 4 * rate(at: (start + end) / 2) + rate(at: end)) / 6
    }

    private mutating func add(_ point: Point) {
        var way = 1.0
        for index in 0..<count { way *= point.seconds - seconds[index] }
        // Of two points at the same time, only the first counts.
        guard way != 0 else { return }
        coefficients[count] = (point.rate - rate(at: point.seconds)) / way
        seconds[count] = point.seconds
        count += 1
    }

    private func rate(at instant: Double) -> SIMD3<Double> {
        var (sum, way) = (SIMD3<Double>.zero, 1.0)
        for index in 0..<count {
            sum += coefficients[index] * way
            way *= instant - seconds[index]
        }
        return sum
    }
}
