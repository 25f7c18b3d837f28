// How a sensor turned while its readings are missing. The rate before, the rate behind, and how both were
// changing, make a curve of third order; over a short hole it is next to what was felt.

/// The rate of rotation through a short hole.
struct RateBridge {
    /// A rate in rad/s, and the seconds at which it was felt, counted from the last reading before the hole.
    struct Point {
        var rate: SIMD3<Double>
        var seconds: Double
    }

    private let before: Point
    private let behind: Point
    /// How the rate changes at both ends, over the whole of the way between them.
    private let departing: SIMD3<Double>
    private let arriving: SIMD3<Double>

    /// - Parameters:
    ///   - earlier: The reading before the last one ahead of the hole, if it is near enough to tell how the rate
    ///     was changing.
    ///   - before: The last one ahead of the hole.
    ///   - behind: The first one behind it.
    ///   - later: The one after that, if it is near enough.
    init(earlier: Point?, before: Point, behind: Point, later: Point?) {
        self.before = before
        self.behind = behind
        let way = behind.seconds - before.seconds
        let chord = behind.rate - before.rate
        func change(_ one: Point, _ other: Point) -> SIMD3<Double>? {
            let time = other.seconds - one.seconds
            return time > 0 ? (other.rate - one.rate) * (way / time) : nil
        }
        departing = earlier.flatMap { change($0, before) } ?? chord
        arriving = later.flatMap { change(behind, $0) } ?? chord
    }

    /// The mean rate between two instants.
    func mean(from start: Double, to end: Double) -> SIMD3<Double> {
        // Simpson's rule is exact for a curve of third order.
        (rate(at: start) + 4 * rate(at: (start + end) / 2) + rate(at: end)) / 6
    }

    private func rate(at seconds: Double) -> SIMD3<Double> {
        let u = (seconds - before.seconds) / (behind.seconds - before.seconds)
        let v = 1 - u
        let ends = (1 + 2 * u) * v * v * before.rate + (1 + 2 * v) * u * u * behind.rate
        return ends + u * v * (v * departing - u * arriving)
    }
}
