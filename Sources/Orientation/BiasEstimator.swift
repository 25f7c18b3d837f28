// Estimates the gyroscope's bias: an uncorrected bias would slowly tilt the attitude. The estimator is a Kalman filter
// for three constants that drift slowly. At rest it measures the gyroscope itself. In motion it measures how fast the
// inclination needs correction: a bias about a horizontal axis of the earth tilts the attitude, which gravity reveals.
// A bias about the vertical does not show, so in motion the filter only assumes, with very little weight, that it is
// zero.

/// Estimates the bias of a gyroscope, in rad/s.
struct BiasEstimator: Sendable, BitwiseCopyable {
    /// The estimate.
    private(set) var bias = SIMD3<Double>.zero

    private let limit: Double
    private let initialVariance: Double
    private var growthOfVariance: Double
    private var varianceAtRest: Double
    private var varianceInMotion: SIMD3<Double>
    private let isEstimatedAtRest: Bool
    private let isEstimatedInMotion: Bool
    private var covariance: Matrix3
    // The rows of the attitude's matrix, smoothed like the acceleration; the fourth number is the row's product with
    // the bias.
    private var northing: LowPass<SIMD4<Double>>
    private var westing: LowPass<SIMD4<Double>>
    private var rising: LowPass<SIMD4<Double>>

    init(
        _ settings: OrientationSettings.Bias,
        smoothing: LowPassCoefficients,
        stepInSeconds step: Double
    ) {
        limit = settings.limitInDegreesPerSecond.radians
        let initial = settings.initialDeviationInDegreesPerSecond.radians
        initialVariance = initial * initial
        let variances = Variances(settings, stepInSeconds: step)
        growthOfVariance = variances.growth
        varianceAtRest = variances.atRest
        varianceInMotion = variances.inMotion
        isEstimatedAtRest = settings.isEstimatedAtRest
        isEstimatedInMotion = settings.isEstimatedInMotion
        covariance = Matrix3(diagonal: SIMD3(repeating: initialVariance))
        northing = LowPass(smoothing)
        westing = LowPass(smoothing)
        rising = LowPass(smoothing)
    }

    /// The estimate with its covariance.
    var knowledge: BiasKnowledge { BiasKnowledge(bias: bias, covariance: covariance) }

    /// Updates the estimate with one step.
    ///
    /// - Parameters:
    ///   - attitude: The matrix from sensor to earth.
    ///   - correction: How fast the inclination was corrected, about the earth's first two axes; `nil` if this does not
    ///     depend on the gyroscope.
    ///   - meanRotation: The smoothed gyroscope reading, if the sensor is at rest.
    @inline(__always)
    mutating func update(
        attitude: Matrix3,
        correction: SIMD2<Double>?,
        restingAt meanRotation: SIMD3<Double>?
    ) {
        let inEarth = attitude.times(bias)
        let first = northing.update(SIMD4(attitude.first, inEarth.x))
        let second = westing.update(SIMD4(attitude.second, inEarth.y))
        let third = rising.update(SIMD4(attitude.third, inEarth.z))
        forget()
        if let meanRotation, isEstimatedAtRest {
            learn(atRest: meanRotation - bias)
        } else if isEstimatedInMotion, let correction {
            // The correction comes from the smoothed acceleration, so it is compared with an equally smoothed matrix.
            let seen = Matrix3(first.firstThree, second.firstThree, third.firstThree)
            let expected = seen.times(bias)
            let error = SIMD3(
                correction.x + first.w - expected.x,
                correction.y + second.w - expected.y,
                -expected.z
            )
            learn(inMotion: error, seenBy: seen)
        }
    }

    /// Lets the uncertainty grow, up to its initial value.
    @inline(__always)
    private mutating func forget() {
        if covariance.first.x < initialVariance { covariance.first.x += growthOfVariance }
        if covariance.second.y < initialVariance { covariance.second.y += growthOfVariance }
        if covariance.third.z < initialVariance { covariance.third.z += growthOfVariance }
    }

    /// The Kalman update for the three components of the bias itself.
    ///
    /// Their noises are independent, so updating one after the other is equivalent and needs no matrix inversion.
    @inline(__always)
    private mutating func learn(atRest error: SIMD3<Double>) {
        let error = error.clipped(to: limit)
        let before = bias
        learn(covariance.first, spread: covariance.first.x, error.x, varianceAtRest)
        let y = error.y - (bias.y - before.y)
        learn(covariance.second, spread: covariance.second.y, y, varianceAtRest)
        let z = error.z - (bias.z - before.z)
        learn(covariance.third, spread: covariance.third.z, z, varianceAtRest)
        bias = bias.clipped(to: limit)
    }

    /// The Kalman update for the bias in the earth's frame.
    @inline(__always)
    private mutating func learn(inMotion error: SIMD3<Double>, seenBy seen: Matrix3) {
        let error = error.clipped(to: limit)
        let before = bias
        learn(error.x, seenAs: seen.first, varianceInMotion.x)
        learn(error.y - seen.second.dot(bias - before), seenAs: seen.second, varianceInMotion.y)
        learn(error.z - seen.third.dot(bias - before), seenAs: seen.third, varianceInMotion.z)
        bias = bias.clipped(to: limit)
    }

    @inline(__always)
    private mutating func learn(_ error: Double, seenAs row: SIMD3<Double>, _ noise: Double) {
        // The covariance is symmetric.
        let projected = covariance.combined(by: row)
        learn(projected, spread: projected.dot(row), error, noise)
    }

    @inline(__always)
    private mutating func learn(
        _ projected: SIMD3<Double>,
        spread: Double,
        _ error: Double,
        _ noise: Double
    ) {
        let gain = projected / (spread + noise)
        bias += gain * error
        covariance.first -= projected.x * gain
        covariance.second -= projected.y * gain
        covariance.third -= projected.z * gain
        // Keeps the covariance symmetric in spite of rounding over days.
        covariance.second.x = covariance.first.y
        covariance.third.x = covariance.first.z
        covariance.third.y = covariance.second.z
    }

    /// Restarts the smoothing after a gap.
    ///
    /// - Parameters:
    ///   - weight: How many samples the state before the gap counts for.
    ///   - steps: The length of the gap; meanwhile the bias has drifted.
    mutating func reopen(weightInSamples weight: Double, afterSteps steps: Double) {
        northing.reopen(weightInSamples: weight)
        westing.reopen(weightInSamples: weight)
        rising.reopen(weightInSamples: weight)
        let growth = min(max(steps, 0) * growthOfVariance, initialVariance)
        covariance.first.x = min(covariance.first.x + growth, initialVariance)
        covariance.second.y = min(covariance.second.y + growth, initialVariance)
        covariance.third.z = min(covariance.third.z + growth, initialVariance)
    }

    mutating func change(
        _ settings: OrientationSettings.Bias,
        to smoothing: LowPassCoefficients,
        stepInSeconds step: Double
    ) {
        let variances = Variances(settings, stepInSeconds: step)
        growthOfVariance = variances.growth
        varianceAtRest = variances.atRest
        varianceInMotion = variances.inMotion
        northing.change(to: smoothing)
        westing.change(to: smoothing)
        rising.change(to: smoothing)
    }

    /// The variances of one step.
    private struct Variances {
        var growth: Double
        var atRest: Double
        var inMotion: SIMD3<Double>

        init(_ settings: OrientationSettings.Bias, stepInSeconds step: Double) {
            let grown = 0.1.radians
            growth = grown * grown * step / settings.forgettingTimeInSeconds
            atRest = Self.variance(
                settlingTo: settings.deviationAtRestInDegreesPerSecond.radians,
                growth: growth
            )
            let moving = Self.variance(
                settlingTo: settings.deviationInMotionInDegreesPerSecond.radians,
                growth: growth
            )
            inMotion = SIMD3(moving, moving, moving / settings.verticalForgettingFactor)
        }

        /// The measurement variance at which the estimate's deviation settles to this value.
        private static func variance(settlingTo deviation: Double, growth: Double) -> Double {
            let settled = deviation * deviation
            return settled * settled / growth + settled
        }
    }
}

extension SIMD4<Double> {
    @inline(__always)
    fileprivate var firstThree: SIMD3<Double> { SIMD3(x, y, z) }
}
