// The attitude of a sensor, sample by sample, except for the direction of north. The mathematics is that of the
// versatile quaternion-based filter, VQF (Laidig and Seel, Information Fusion 91, 2023): the gyroscope is integrated;
// the acceleration is smoothed in the frame given by that integration alone, which hardly rotates, so that movements
// cancel and gravity remains; the remaining tilt corrects the inclination.
//
// The filter does not use a magnetometer, so it never has to wait for one.

/// Estimates a sensor's attitude from its gyroscope and accelerometer.
///
/// The z axis of the earth's frame points up; its x axis has an arbitrary direction (Z-Up).
public struct InclinationFilter: Sendable, BitwiseCopyable {
    /// The sensor's rotation in rad/s, corrected for the gyroscope's bias.
    public private(set) var rotationRate = SIMD3<Double>.zero
    /// The accelerometer's reading without gravity, in g.
    public private(set) var userAcceleration = SIMD3<Double>.zero
    /// The rotation from sensor to earth; the heading drifts.
    public private(set) var attitude = Quaternion.identity
    /// Gravity in the accelerometer's reading, in g: at rest it points up.
    public private(set) var gravity = SIMD3<Double>(0, 0, 1)
    /// The gyroscope's bias in rad/s.
    public private(set) var bias = SIMD3<Double>.zero
    /// The smoothed gyroscope reading: at rest it is the bias.
    public private(set) var meanRotation = SIMD3<Double>.zero
    /// True if the sensor has been at rest for a while.
    public private(set) var isAtRest = false
    /// How many readings were dropped: not numbers, or implausible for a sensor.
    public private(set) var refusedReadings = 0

    /// The sensor's rotation since the beginning, by the gyroscope alone.
    private var strapdown = Quaternion.identity
    /// The correction that makes `strapdown` upright.
    private var uprighting = Quaternion.identity
    private var isUpright = false
    /// How long the sensor has rotated since the last accelerometer reading.
    private var turnedInSeconds = 0.0
    /// The last acceleration, in the frame of the gyroscope alone.
    private var lastAcceleration = SIMD3<Double>.zero
    /// For how many more updates, after levelling, the correction does not show the gyroscope's bias.
    private var levellingUpdates = 0
    private var step: Double
    private var smoothAcceleration: LowPass<SIMD3<Double>>
    private var rest: RestDetector
    private var biasEstimator: BiasEstimator
    private let settings: OrientationSettings

    /// A filter without readings.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9, and `settings.problem` is `nil`.
    ///
    /// - Parameters:
    ///   - rate: The number of updates a second.
    ///   - settings: How the filter weighs its sensors.
    public init(rateInHertz rate: Double, settings: OrientationSettings = OrientationSettings()) {
        precondition(1e-3...1e9 ~= rate, "a filter cannot run at \(rate) Hz")
        if let problem = settings.problem { preconditionFailure(problem) }
        self.settings = settings
        step = 1 / rate
        let smoothing = LowPassCoefficients(
            timeConstantInSeconds: settings.inclinationTimeConstantInSeconds,
            stepInSeconds: step
        )
        smoothAcceleration = LowPass(smoothing)
        rest = RestDetector(
            settings.rest,
            biasLimit: settings.bias.limitInDegreesPerSecond.radians,
            stepInSeconds: step
        )
        biasEstimator = BiasEstimator(settings.bias, smoothing: smoothing, stepInSeconds: step)
    }

    /// Updates with the readings of one time step.
    ///
    /// A reading that is not a number or implausible is dropped and counted.
    ///
    /// - Parameters:
    ///   - gyroscope: The rotation in rad/s.
    ///   - accelerometer: The reading in g: +1 upward at rest; `nil` if there is none.
    ///   - turnTime: The seconds since the last update, if known more precisely than by the rate.
    @inline(__always)
    public mutating func update(
        gyroscope: SIMD3<Double>,
        accelerometer: SIMD3<Double>?,
        turnTimeInSeconds turnTime: Double? = nil
    ) {
        if Self.isRotation(gyroscope) {
            rest.update(gyroscope: gyroscope)
            meanRotation = rest.meanRotation
            isAtRest = rest.isAtRest
            rotationRate = gyroscope - bias
            turn(at: rotationRate, forSeconds: turnTime ?? step)
        } else {
            refusedReadings += 1
        }
        guard let accelerometer else {
            _ = look()
            return
        }
        if Self.isAcceleration(accelerometer) {
            putUpright(accelerometer)
        } else {
            refusedReadings += 1
            _ = look()
        }
    }

    /// Rotates through a gap without readings.
    ///
    /// Does nothing if the rotation is implausible, or the gap lasts 1000 s or more.
    ///
    /// - Parameters:
    ///   - rotation: The assumed mean gyroscope reading in rad/s.
    ///   - seconds: The length of the gap.
    public mutating func bridge(at rotation: SIMD3<Double>, forSeconds seconds: Double) {
        guard Self.isRotation(rotation), seconds < Limit.bridgeInSeconds
        else { return }
        turn(at: rotation - bias, forSeconds: seconds)
    }

    /// Restarts levelling after a gap about which nothing is known; keeps bias and heading.
    ///
    /// - Parameters:
    ///   - hole: The length of the gap in seconds.
    ///   - trust: How many seconds of readings the old attitude counts for.
    public mutating func levelAnew(afterSeconds hole: Double, trustInSeconds trust: Double) {
        smoothAcceleration.reopen(weightInSamples: trust / step)
        rest.begin()
        isAtRest = false
        biasEstimator.reopen(weightInSamples: trust / step, afterSteps: hole / step)
        levellingUpdates = smoothAcceleration.samplesOfMean
        turnedInSeconds = 0
    }

    /// Continues at another rate, keeping its state.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9.
    ///
    /// - Parameter rate: The number of updates a second from here on.
    public mutating func change(toRateInHertz rate: Double) {
        precondition(1e-3...1e9 ~= rate, "a filter cannot run at \(rate) Hz")
        step = 1 / rate
        let smoothing = LowPassCoefficients(
            timeConstantInSeconds: settings.inclinationTimeConstantInSeconds,
            stepInSeconds: step
        )
        smoothAcceleration.change(to: smoothing)
        rest.change(settings.rest, toStepInSeconds: step)
        biasEstimator.change(settings.bias, to: smoothing, stepInSeconds: step)
        levellingUpdates = min(levellingUpdates, smoothing.samplesOfMean)
    }

    /// The bias with its covariance.
    var biasKnowledge: BiasKnowledge { biasEstimator.knowledge }

    @inline(__always)
    private mutating func turn(at rate: SIMD3<Double>, forSeconds seconds: Double) {
        strapdown = (strapdown * Quaternion(rotationVector: rate * seconds)).renormalized
        turnedInSeconds += seconds
    }

    @inline(__always)
    private mutating func putUpright(_ accelerometer: SIMD3<Double>) {
        rest.update(accelerometer: accelerometer)
        let smoothed = smooth(strapdown.rotate(accelerometer))
        let felt = uprighting.rotate(smoothed)
        let length = felt.dot(felt).squareRoot()
        // In free fall the acceleration does not show where up is.
        let isFalling = length < Self.leastGravity
        let up = isFalling ? SIMD3(0, 0, 1) : felt / length
        uprighting = (Self.shortestTurn(toVerticalFrom: up) * uprighting).renormalized
        let matrix = look()
        // The first reading corrects an arbitrary initial tilt, which says nothing about the gyroscope.
        let correction = isUpright ? SIMD2(-up.y, up.x) / max(turnedInSeconds, step) : .zero
        turnedInSeconds = 0
        isUpright = isUpright || !isFalling
        biasEstimator.update(
            attitude: matrix,
            correction: levellingUpdates == 0 ? correction : nil,
            restingAt: rest.isAtRest ? meanRotation : nil
        )
        bias = biasEstimator.bias
        isAtRest = rest.isAtRest
        if levellingUpdates > 0 { levellingUpdates -= 1 }
        userAcceleration = accelerometer - gravity
    }

    /// Smooths an acceleration that is given in the frame of the gyroscope alone.
    ///
    /// Interpolates missing readings: a movement of which a part is left out would not cancel.
    @inline(__always)
    private mutating func smooth(_ acceleration: SIMD3<Double>) -> SIMD3<Double> {
        defer { lastAcceleration = acceleration }
        if turnedInSeconds > 1.5 * step, isUpright { fillIn(until: acceleration) }
        return smoothAcceleration.update(acceleration)
    }

    @inline(never)
    private mutating func fillIn(until acceleration: SIMD3<Double>) {
        let steps = (turnedInSeconds / step).rounded()
        guard turnedInSeconds <= Limit.filledInSeconds, steps <= Limit.filledSteps else { return }
        for index in 1..<max(1, Int(steps)) {
            let share = Double(index) / steps
            _ = smoothAcceleration.update(
                lastAcceleration + (acceleration - lastAcceleration) * share
            )
        }
    }

    @inline(__always)
    private mutating func look() -> Matrix3 {
        attitude = uprighting * strapdown
        let matrix = Matrix3(attitude)
        gravity = matrix.third
        return matrix
    }

    /// The rotation about a horizontal axis that brings a unit vector to the vertical.
    @inline(__always)
    static func shortestTurn(toVerticalFrom up: SIMD3<Double>) -> Quaternion {
        let cosine = ((up.z + 1) / 2).squareRoot()
        // For an upside-down vector any horizontal axis will do.
        guard cosine > 1e-6 else { return Quaternion(w: 0, x: 1, y: 0, z: 0) }
        let half = 0.5 / cosine
        return Quaternion(w: cosine, x: up.y * half, y: -up.x * half, z: 0)
    }

    /// True if a gyroscope reading in rad/s is plausible.
    public static func isRotation(_ reading: SIMD3<Double>) -> Bool {
        isReading(reading, below: Limit.gyroscope)
    }

    /// True if an accelerometer reading in g is plausible.
    public static func isAcceleration(_ reading: SIMD3<Double>) -> Bool {
        // An exact zero is no measurement: noise and gravity are never both absent.
        isReading(reading, below: Limit.accelerometer) && reading != .zero
    }

    /// Below this acceleration, in g, the direction of up is unknown.
    static let leastGravity = 1e-3

    /// True if every component is a number and the vector is shorter than the limit.
    @inline(__always)
    static func isReading(_ vector: SIMD3<Double>, below limit: Double) -> Bool {
        // The comparison is false for a value that is not a number or too large to be squared.
        vector.dot(vector) < limit * limit
    }

    /// Limits on readings, far above what real sensors reach (rad/s and g), and on gaps.
    private enum Limit {
        static let gyroscope = 1_000.0
        static let accelerometer = 4_000.0
        static let bridgeInSeconds = 1e3
        static let filledInSeconds = 0.3
        static let filledSteps = 4096.0
    }
}
