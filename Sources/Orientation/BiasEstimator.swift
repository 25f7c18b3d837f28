// A gyroscope that reads something while nothing turns would tilt the world slowly. The estimate is a
// Kalman filter for three constants that wander a little. At rest it measures the gyroscope itself.
// In motion it measures how fast the inclination has to be put right: seen from the earth, a
// horizontal bias tilts the world and gravity shows it, a vertical one does not, so there it only
// assumes, with next to no weight, that there is none.

/// Estimates the bias of a gyroscope, in rad/s.
struct BiasEstimator: Sendable, BitwiseCopyable {
    /// The estimate.
    private(set) var bias = SIMD3<Double>.zero

    private let limit: Double
    private let initialVariance: Double
    private let growthOfVariance: Double
    private let varianceAtRest: Double
    private let varianceInMotion: SIMD3<Double>
    private let isEstimatedAtRest: Bool
    private let isEstimatedInMotion: Bool
    private var covariance: Matrix3
    // Each row of the attitude's matrix, smoothed as the acceleration is, with that row's product
    // with the bias as fourth number.
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
        let grown = 0.1.radians
        let growth = grown * grown * step / settings.forgettingTimeInSeconds
        growthOfVariance = growth
        varianceAtRest = Self.variance(
            settlingTo: settings.deviationAtRestInDegreesPerSecond.radians,
            growth: growth
        )
        let inMotion = Self.variance(
            settlingTo: settings.deviationInMotionInDegreesPerSecond.radians,
            growth: growth
        )
        varianceInMotion = SIMD3(inMotion, inMotion, inMotion / settings.verticalForgettingFactor)
        isEstimatedAtRest = settings.isEstimatedAtRest
        isEstimatedInMotion = settings.isEstimatedInMotion
        covariance = Matrix3(diagonal: SIMD3(repeating: initialVariance))
        northing = LowPass(smoothing)
        westing = LowPass(smoothing)
        rising = LowPass(smoothing)
    }

    /// Takes in one step's evidence.
    ///
    /// - Parameters:
    ///   - attitude: The matrix from sensor to earth.
    ///   - correction: How fast the inclination was put right, about the earth's first two axes.
    ///   - meanRotation: The smoothed gyroscope, if the sensor rests.
    @inline(__always)
    mutating func update(
        attitude: Matrix3,
        correction: SIMD2<Double>,
        restingAt meanRotation: SIMD3<Double>?
    ) {
        let inEarth = attitude.times(bias)
        let first = northing.update(SIMD4(attitude.first, inEarth.x))
        let second = westing.update(SIMD4(attitude.second, inEarth.y))
        let third = rising.update(SIMD4(attitude.third, inEarth.z))
        forget()
        if let meanRotation, isEstimatedAtRest {
            let noise = SIMD3(repeating: varianceAtRest)
            learn(error: meanRotation - bias, seenBy: nil, noise: noise)
        } else if isEstimatedInMotion {
            // What the correction says about the bias was smoothed with the acceleration, so what it
            // is compared with is smoothed alike.
            let seen = Matrix3(first.firstThree, second.firstThree, third.firstThree)
            let expected = seen.times(bias)
            let error = SIMD3(
                correction.x + first.w - expected.x,
                correction.y + second.w - expected.y,
                -expected.z
            )
            learn(error: error, seenBy: seen, noise: varianceInMotion)
        }
    }

    /// What is known ages, down to what was known at the beginning.
    @inline(__always)
    private mutating func forget() {
        if covariance.first.x < initialVariance { covariance.first.x += growthOfVariance }
        if covariance.second.y < initialVariance { covariance.second.y += growthOfVariance }
        if covariance.third.z < initialVariance { covariance.third.z += growthOfVariance }
    }

    /// The Kalman filter's step for a measurement of the bias through a matrix (the unit matrix
    /// where there is none).
    @inline(__always)
    private mutating func learn(error: SIMD3<Double>, seenBy seen: Matrix3?, noise: SIMD3<Double>) {
        let projected: Matrix3
        var spread: Matrix3
        if let seen {
            projected = seen.times(covariance)
            spread = projected.timesTransposed(of: seen)
        } else {
            projected = covariance
            spread = covariance
        }
        spread.first.x += noise.x
        spread.second.y += noise.y
        spread.third.z += noise.z
        let gain = spread.inverseOfSymmetric.times(projected)
        bias = (bias + gain.combined(by: error.clipped(to: limit))).clipped(to: limit)

        let learnt = projected.transposed.times(gain)
        covariance.first -= learnt.first
        covariance.second -= learnt.second
        covariance.third -= learnt.third
        // Rounding must not make it lean to one side over the days.
        covariance.second.x = covariance.first.y
        covariance.third.x = covariance.first.z
        covariance.third.y = covariance.second.z
    }

    /// The measurement's variance with which the estimate's deviation settles to this one.
    private static func variance(settlingTo deviation: Double, growth: Double) -> Double {
        let settled = deviation * deviation
        return settled * settled / growth + settled
    }
}

extension SIMD4<Double> {
    @inline(__always)
    fileprivate var firstThree: SIMD3<Double> { SIMD3(x, y, z) }
}
