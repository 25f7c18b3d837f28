// The attitude of a sensor from what it feels, sample by sample, but for where north is. The mathematics
// is that of the versatile quaternion-based filter, VQF (Laidig and Seel, Information Fusion 91, 2023):
// the gyroscope is integrated; acceleration is smoothed where it hardly turns, in the frame that the
// integration alone gives, so that pushes cancel and gravity stays; what is left of it puts the
// inclination right.
//
// It knows nothing of a magnetometer: what needs none never waits for one.

/// Estimates a sensor's attitude from its gyroscope and accelerometer.
///
/// The frame of the earth has its z axis up; its x axis lies as it happens (Z-Up).
public struct InclinationFilter: Sendable, BitwiseCopyable {
    /// The sensor's rotation in rad/s, without the gyroscope's bias.
    public private(set) var rotationRate = SIMD3<Double>.zero
    /// The part of the accelerometer's reading that is no gravity, in g.
    public private(set) var userAcceleration = SIMD3<Double>.zero
    /// The turn from sensor to earth; the heading drifts.
    public private(set) var attitude = Quaternion.identity
    /// The part of the accelerometer's reading that is gravity, in g: at rest it points up.
    public private(set) var gravity = SIMD3<Double>(0, 0, 1)
    /// What the gyroscope reads while nothing turns, in rad/s.
    public private(set) var bias = SIMD3<Double>.zero
    /// The gyroscope's reading, smoothed: at rest it is the bias.
    public private(set) var meanRotation = SIMD3<Double>.zero
    /// Whether the sensor has been at rest for a while.
    public private(set) var isAtRest = false
    /// How many readings were no numbers, or numbers that no sensor gives, and were left out.
    public private(set) var refusedReadings = 0

    /// The turn of the sensor since the beginning by the gyroscope alone.
    private var strapdown = Quaternion.identity
    /// What puts that upright.
    private var uprighting = Quaternion.identity
    private var isUpright = false
    /// How long the sensor has turned since it was put upright.
    private var turnedInSeconds = 0.0
    /// What was felt then, in the frame of the gyroscope alone.
    private var lastAcceleration = SIMD3<Double>.zero
    /// Updates that are left until a levelling anew tells nothing more of the gyroscope.
    private var levellingUpdates = 0
    private var step: Double
    private var smoothAcceleration: LowPass<SIMD3<Double>>
    private var rest: RestDetector
    private var biasEstimator: BiasEstimator
    private let settings: OrientationSettings

    /// A filter that knows nothing yet.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9, and `settings.problem` is `nil`.
    ///
    /// - Parameters:
    ///   - rate: How many updates there are a second.
    ///   - settings: What the filter trusts.
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

    /// Takes in what the sensor felt in one step of time.
    ///
    /// A reading that is no number, or one that no sensor gives, is left out and counted.
    ///
    /// - Parameters:
    ///   - gyroscope: The rotation in rad/s.
    ///   - accelerometer: What it reads in g: +1 upward at rest; `nil` where that is not known.
    ///   - turnTime: How long the sensor has turned since the last update, in seconds, where that is
    ///     known better than by the rate.
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

    /// Turns through a time of which there are no readings.
    ///
    /// - Parameters:
    ///   - rotation: What the gyroscope would have read in the mean, in rad/s; none that no sensor gives.
    ///   - seconds: How long.
    public mutating func bridge(at rotation: SIMD3<Double>, forSeconds seconds: Double) {
        guard Self.isRotation(rotation), seconds < Limit.bridgeInSeconds
        else { return }
        turn(at: rotation - bias, forSeconds: seconds)
    }

    /// Levels anew after a time of which nothing is known; bias and heading stay.
    ///
    /// - Parameters:
    ///   - hole: How long that was, in seconds.
    ///   - trust: How many seconds of readings the attitude that was there still weighs.
    public mutating func levelAnew(afterSeconds hole: Double, trustInSeconds trust: Double) {
        smoothAcceleration.reopen(weightInSamples: trust / step)
        rest.begin()
        isAtRest = false
        biasEstimator.reopen(weightInSamples: trust / step, afterSteps: hole / step)
        levellingUpdates = smoothAcceleration.samplesOfMean
        turnedInSeconds = 0
    }

    /// Goes on at another rate, with all that it knows.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9.
    ///
    /// - Parameter rate: How many updates there are a second from here on.
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

    /// The bias with how sure the filter is of it.
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
        // In free fall nothing says where up is.
        let isFalling = length < Self.leastGravity
        let up = isFalling ? SIMD3(0, 0, 1) : felt / length
        uprighting = (Self.shortestTurn(toVerticalFrom: up) * uprighting).renormalized
        let matrix = look()
        // The first reading puts upright what lay anyhow, and tells nothing about the gyroscope.
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

    /// The acceleration without pushes, of one in the frame of the gyroscope alone.
    ///
    /// Where some are missing, what may have been felt takes their place: a push of which a part is left out
    /// does not cancel.
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

    /// The turn about a horizontal axis that brings a unit vector to the vertical.
    @inline(__always)
    static func shortestTurn(toVerticalFrom up: SIMD3<Double>) -> Quaternion {
        let cosine = ((up.z + 1) / 2).squareRoot()
        // Upside down any horizontal axis is as short as another.
        guard cosine > 1e-6 else { return Quaternion(w: 0, x: 1, y: 0, z: 0) }
        let half = 0.5 / cosine
        return Quaternion(w: cosine, x: up.y * half, y: -up.x * half, z: 0)
    }

    /// Whether a reading of a gyroscope, in rad/s, is one that a sensor gives.
    public static func isRotation(_ reading: SIMD3<Double>) -> Bool {
        isReading(reading, below: Limit.gyroscope)
    }

    /// Whether a reading of an accelerometer, in g, is one that a sensor gives.
    public static func isAcceleration(_ reading: SIMD3<Double>) -> Bool {
        // What reads exactly nothing has not measured: noise and gravity are never both absent.
        isReading(reading, below: Limit.accelerometer) && reading != .zero
    }

    /// Less acceleration than this, in g, says nothing of where up is.
    static let leastGravity = 1e-3

    /// Whether every component is a number and the vector shorter than a limit.
    @inline(__always)
    static func isReading(_ vector: SIMD3<Double>, below limit: Double) -> Bool {
        // Of what is no number, or too large to be squared, the comparison is false.
        vector.dot(vector) < limit * limit
    }

    /// Ten times what the sensors of the world reach.
    private enum Limit {
        static let gyroscope = 1_000.0
        static let accelerometer = 4_000.0
        static let bridgeInSeconds = 1e3
        static let filledInSeconds = 0.3
        static let filledSteps = 4096.0
    }
}
