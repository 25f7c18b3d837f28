// A sensor at rest shows its gyroscope's bias directly. Rest is detected from both sensors: for a while, each stays
// close to its own mean, and the gyroscope's mean is no larger than a bias can be.

/// Distinguishes rest from motion.
struct RestDetector: Sendable, BitwiseCopyable {
    private var step: Double
    private let duration: Double
    private let rotationLimitSquared: Double
    private let accelerationLimitSquared: Double
    private let biasLimit: Double
    private var smoothRotation: LowPass<SIMD3<Double>>
    private var smoothAcceleration: LowPass<SIMD3<Double>>
    private var quietInSeconds = 0.0

    private(set) var isAtRest = false
    /// The smoothed gyroscope reading: at rest it is the bias.
    private(set) var meanRotation = SIMD3<Double>.zero

    init(_ settings: OrientationSettings.Rest, biasLimit: Double, stepInSeconds: Double) {
        step = stepInSeconds
        duration = settings.durationInSeconds
        let rotationLimit = settings.gyroscopeInDegreesPerSecond.radians
        rotationLimitSquared = rotationLimit * rotationLimit
        accelerationLimitSquared = settings.accelerometerInG * settings.accelerometerInG
        self.biasLimit = biasLimit
        let coefficients = LowPassCoefficients(
            timeConstantInSeconds: settings.timeConstantInSeconds,
            stepInSeconds: stepInSeconds
        )
        smoothRotation = LowPass(coefficients)
        smoothAcceleration = LowPass(coefficients)
    }

    @inline(__always)
    mutating func update(gyroscope: SIMD3<Double>) {
        meanRotation = smoothRotation.update(gyroscope)
        let deviation = gyroscope - meanRotation
        let isBias =
            abs(meanRotation.x) <= biasLimit && abs(meanRotation.y) <= biasLimit
            && abs(meanRotation.z) <= biasLimit
        if !isBias || deviation.dot(deviation) >= rotationLimitSquared { noteMotion() }
    }

    @inline(__always)
    mutating func update(accelerometer: SIMD3<Double>) {
        let deviation = accelerometer - smoothAcceleration.update(accelerometer)
        guard deviation.dot(deviation) < accelerationLimitSquared else { return noteMotion() }
        quietInSeconds += step
        isAtRest = quietInSeconds >= duration
    }

    /// Restarts after a gap, which may have contained motion.
    mutating func begin() {
        noteMotion()
        smoothRotation.reopen(weightInSamples: 0)
        smoothAcceleration.reopen(weightInSamples: 0)
    }

    mutating func change(_ settings: OrientationSettings.Rest, toStepInSeconds step: Double) {
        self.step = step
        let coefficients = LowPassCoefficients(
            timeConstantInSeconds: settings.timeConstantInSeconds,
            stepInSeconds: step
        )
        smoothRotation.change(to: coefficients)
        smoothAcceleration.change(to: coefficients)
    }

    private mutating func noteMotion() {
        quietInSeconds = 0
        isAtRest = false
    }
}
