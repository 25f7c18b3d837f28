// How a sensor turned while its readings are missing. The rate before, the rate behind, and how both were
// changing, make a curve of third order; over a short hole it is next to what was felt.

/// The rate of rotation through a short hole.
struct RateBridge {
    /// A rate in rad/s, and the seconds at which it was felt, counted from the last reading before the hole.
    struct Point {
        var rate: SIMD3<Double>
        var seconds: Double
    }

    /// The curve through all points that are known, as Newton wrote it: each coefficient is multiplied by the
    /// distances from the points before it.
    private var coefficients = InlineArray<4, SIMD3<Double>>(repeating: .zero)
    private var seconds = InlineArray<4, Double>(repeating: 0)
    private var count = 0

    /// - Parameters:
    ///   - earlier: The reading before the last one ahead of the hole, if it is near enough to tell how the rate
    ///     was changing.
    ///   - before: The last one ahead of the hole.
    ///   - behind: The first one behind it.
    ///   - later: The one after that, if it is near enough.
    init(earlier: Point?, before: Point, behind: Point, later: Point?) {
        for point in [before, behind, earlier, later] {
            if let point { add(point) }
        }
    }

    /// The mean rate between two instants.
    func mean(from start: Double, to end: Double) -> SIMD3<Double> {
        // Simpson's rule is exact for a curve of third order.
        (rate(at: start) + 4 * rate(at: (start + end) / 2) + rate(at: end)) / 6
    }

    private mutating func add(_ point: Point) {
        var way = 1.0
        for index in 0..<count { way *= point.seconds - seconds[index] }
        // Of two at one instant only the first says anything.
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
