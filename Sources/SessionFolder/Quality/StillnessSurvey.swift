// Finds whether a sensor moved, and how strong gravity was while it did not. The recording is divided into windows of a
// second, each with the spread and the mean of its three axes. The last, incomplete window is ignored.

/// The still seconds of an accelerometer or a gyroscope.
struct StillnessSurvey: Equatable {
    /// What the spread is compared with.
    enum Measure: Equatable {
        /// The mean magnitude of the window, in any unit: an accelerometer always measures gravity.
        case ofMagnitude
        /// A fixed value, in the unit of the sensor.
        case absolute(Double)
    }

    private(set) var windows = 0
    private(set) var stillWindows = 0
    private var sumOfMagnitudes = 0.0
    private let measure: Measure

    private var start: Double?
    private var samples = 0.0
    private var reference = SIMD3<Double>.zero
    private var sum = SIMD3<Double>.zero
    private var sumOfSquares = 0.0

    /// The spread of a still accelerometer is at most this fraction of its mean magnitude: 20 mg of 1 g.
    static let spreadOfMagnitude = 0.02
    /// Windows with fewer samples are ignored.
    static let fewestSamples = 8.0

    init(_ measure: Measure) { self.measure = measure }

    /// Adds a sample of three axes.
    mutating func add(_ value: SIMD3<Double>, at uptime: Double) {
        if let start, uptime >= start, uptime - start < 1 {
            let offset = value - reference
            samples += 1
            sum += offset
            sumOfSquares += (offset * offset).sum()
        } else {
            endWindow()
            (start, reference, samples) = (uptime, value, 1)
            (sum, sumOfSquares) = (.zero, 0)
        }
    }

    private mutating func endWindow() {
        guard samples >= Self.fewestSamples else { return }
        windows += 1
        let mean = sum / samples
        let variance = max(0, sumOfSquares / samples - (mean * mean).sum())
        let center = reference + mean
        let magnitude = (center * center).sum().squareRoot()
        let limit =
            switch measure {
            case .ofMagnitude: Self.spreadOfMagnitude * magnitude
            case .absolute(let limit): limit
            }
        guard magnitude.isFinite, variance.squareRoot() <= limit else { return }
        stillWindows += 1
        sumOfMagnitudes += magnitude
    }

    /// True if it never moved; `nil` for fewer than three windows with enough samples.
    var isStillThroughout: Bool? { windows < 3 ? nil : stillWindows == windows }

    /// The mean magnitude while it was still; `nil` for fewer than two still windows.
    var stillMagnitude: Double? {
        guard stillWindows >= 2 else { return nil }
        let mean = sumOfMagnitudes / Double(stillWindows)
        return mean.isFinite ? mean : nil
    }
}
