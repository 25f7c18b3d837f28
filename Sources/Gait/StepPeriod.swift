// Follows the duration of steps. It sets the scale of the wavelet, so that contacts are found in slow walks, whose
// steps have two humps, as well as in quick ones.

/// Follows the step period by the autocorrelation of the vertical acceleration.
///
/// Uses the signal at 25 Hz over the last four seconds. The period is the shortest lag from 0.3 to 1.5 s at which the
/// unbiased autocorrelation has a maximum of at least 30 % of its largest one.
struct StepPeriod: Sendable {
    /// How many points of the grid make one averaged point: 100 Hz becomes 25 Hz.
    private static let pointsOfMean = 4
    /// How many averaged points are stored: four seconds.
    private static let capacity = 100
    /// The lags that are compared, in averaged points.
    private static let lags = 7...38
    /// After how many averaged points the period is computed again.
    private static let updateEvery = 12
    /// An earlier maximum is preferred if it has at least this share of the largest: if the two feet walk differently,
    /// strides resemble each other more than steps do.
    private static let shareOfLargest = 0.3
    /// Below this correlation the signal does not repeat.
    private static let leastCorrelation = 0.25

    private var ring = [Double](repeating: 0, count: capacity)
    private var correlations = [Double](repeating: 0, count: lags.upperBound + 1)
    private var sum = 0.0
    private var summed = 0
    private var count = 0

    /// The last period found, in seconds.
    private(set) var seconds: Double?

    mutating func update(_ vertical: Double) {
        sum += vertical
        summed += 1
        guard summed == Self.pointsOfMean else { return }
        ring[count % Self.capacity] = sum / Double(Self.pointsOfMean)
        count += 1
        (sum, summed) = (0, 0)
        if count % Self.updateEvery == 0 { find() }
    }

    private mutating func find() {
        let held = min(count, Self.capacity)
        guard held >= 2 * Self.lags.upperBound else { return }
        let mean = ring[..<held].reduce(0, +) / Double(held)
        let first = count - held
        func value(_ index: Int) -> Double { ring[(first + index) % Self.capacity] - mean }
        var power = 0.0
        for index in 0..<held { power += value(index) * value(index) }
        guard power > 0 else { return }
        for lag in Self.lags {
            var product = 0.0
            for index in lag..<held { product += value(index) * value(index - lag) }
            correlations[lag] = product / power * Double(held) / Double(held - lag)
        }
        let inner = (Self.lags.lowerBound + 1)..<Self.lags.upperBound
        let maxima = inner.filter {
            correlations[$0] > correlations[$0 - 1] && correlations[$0] >= correlations[$0 + 1]
        }
        guard let largest = maxima.map({ correlations[$0] }).max(), largest > Self.leastCorrelation,
            let lag = maxima.first(where: { correlations[$0] >= Self.shareOfLargest * largest })
        else { return }
        let peak = Peak(correlations[lag - 1], correlations[lag], correlations[lag + 1])
        seconds = (Double(lag) + peak.offset) * Double(Self.pointsOfMean) / EvenGrid.rateInHertz
    }
}

/// The extremum of a parabola through three evenly spaced points, relative to the middle one.
struct Peak {
    var offset: Double
    var height: Double

    init(_ before: Double, _ at: Double, _ after: Double) {
        let bend = before - 2 * at + after
        offset = bend == 0 ? 0 : min(max((before - after) / (2 * bend), -0.5), 0.5)
        height = at - (before - after) * offset / 4
    }
}
