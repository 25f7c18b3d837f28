// The attitude of a sensor from what it feels, sample by sample. The mathematics is that of the
// versatile quaternion-based filter, VQF (Laidig and Seel, Information Fusion 91, 2023): the
// gyroscope is integrated; acceleration is smoothed where it hardly turns, in the frame that the
// integration alone gives, so that pushes cancel and gravity stays; what is left of it puts the
// inclination right. The magnetometer turns the heading only.
//
// A filter is a plain value of fixed size: an update allocates nothing, reads no clock, and gives
// the same bits on every machine.

/// Estimates a sensor's attitude from its gyroscope, accelerometer and magnetometer.
///
/// The frame of the earth has its z axis up. Without magnetometer its x axis lies as it happens
/// (Z-Up); with one, x points to magnetic north and y to the west (North-West-Up).
public struct OrientationFilter: Sendable, BitwiseCopyable {
    /// The sensor's rotation in rad/s, without the gyroscope's bias.
    public private(set) var rotationRate = SIMD3<Double>.zero
    /// The part of the accelerometer's reading that is no gravity, in g.
    public private(set) var userAcceleration = SIMD3<Double>.zero
    /// The magnetometer's reading in µT; `nil` before there was one.
    public private(set) var magneticField: SIMD3<Double>?
    /// The turn from sensor to earth by gyroscope and accelerometer alone; the heading drifts.
    public private(set) var attitude6D = Quaternion.identity
    /// How many readings were no numbers, or numbers that no sensor gives, and were left out.
    public private(set) var refusedReadings = 0

    /// The turn of the sensor since the beginning by the gyroscope alone.
    private var strapdown = Quaternion.identity
    /// What puts that upright.
    private var uprighting = Quaternion.identity
    private var isUpright = false
    /// The same attitude as `attitude6D`.
    private var matrix = Matrix3(diagonal: SIMD3(repeating: 1))
    private let step: Double
    private var smoothAcceleration: LowPass<SIMD3<Double>>
    private var rest: RestDetector
    private var biasEstimator: BiasEstimator
    private var headingCorrector: HeadingCorrector

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
        headingCorrector = HeadingCorrector(
            settings,
            stepInSeconds: 1 / (settings.magnetometerRateInHertz ?? rate)
        )
    }

    /// Takes in what the sensor felt in one step of time.
    ///
    /// A reading that is no number, or one that no sensor gives, is left out and counted.
    ///
    /// - Parameters:
    ///   - gyroscope: The rotation in rad/s.
    ///   - accelerometer: What it reads in g: +1 upward at rest.
    ///   - magnetometer: The field in µT, if there is a reading.
    ///   - turnTime: How long the sensor has turned since the last update, in seconds, where that is
    ///     known better than by the rate.
    public mutating func update(
        gyroscope: SIMD3<Double>,
        accelerometer: SIMD3<Double>,
        magnetometer: SIMD3<Double>? = nil,
        turnTimeInSeconds turnTime: Double? = nil
    ) {
        if Self.isReading(gyroscope, below: Limit.gyroscope) {
            turn(gyroscope, for: turnTime ?? step)
        } else {
            refusedReadings += 1
        }
        // What reads exactly nothing has not measured: noise and gravity are never both absent.
        if Self.isReading(accelerometer, below: Limit.accelerometer), accelerometer != .zero {
            putUpright(accelerometer)
        } else {
            refusedReadings += 1
            look(at: strapdown)
        }
        guard let magnetometer else { return }
        if Self.isReading(magnetometer, below: Limit.magnetometer), magnetometer != .zero {
            magneticField = magnetometer
            headingCorrector.update(
                field: matrix.times(magnetometer),
                meanRotation: rest.meanRotation
            )
        } else {
            refusedReadings += 1
        }
    }

    @inline(__always)
    private mutating func turn(_ gyroscope: SIMD3<Double>, for seconds: Double) {
        rest.update(gyroscope: gyroscope)
        rotationRate = gyroscope - biasEstimator.bias
        strapdown =
            (strapdown * Quaternion(rotationVector: rotationRate * seconds)).normalized
    }

    @inline(__always)
    private mutating func putUpright(_ accelerometer: SIMD3<Double>) {
        rest.update(accelerometer: accelerometer)
        let smoothed = smoothAcceleration.update(strapdown.rotate(accelerometer))
        let felt = uprighting.rotate(smoothed)
        let length = felt.dot(felt).squareRoot()
        // In free fall nothing says where up is.
        let isFalling = length < Limit.leastGravity
        let up = isFalling ? SIMD3(0, 0, 1) : felt / length
        uprighting = (Self.shortestTurn(toVerticalFrom: up) * uprighting).normalized
        look(at: strapdown)
        // The first reading puts upright what lay anyhow, and tells nothing about the gyroscope.
        let correction = isUpright ? SIMD2(-up.y, up.x) / step : .zero
        isUpright = isUpright || !isFalling
        biasEstimator.update(
            attitude: matrix,
            correction: correction,
            restingAt: rest.isAtRest ? rest.meanRotation : nil
        )
        userAcceleration = accelerometer - gravity
    }

    @inline(__always)
    private mutating func look(at strapdown: Quaternion) {
        attitude6D = uprighting * strapdown
        matrix = Matrix3(attitude6D)
    }

    /// The turn about a horizontal axis that brings a unit vector to the vertical.
    @inline(__always)
    private static func shortestTurn(toVerticalFrom up: SIMD3<Double>) -> Quaternion {
        let cosine = ((up.z + 1) / 2).squareRoot()
        // Upside down any horizontal axis is as short as another.
        guard cosine > 1e-6 else { return Quaternion(w: 0, x: 1, y: 0, z: 0) }
        return Quaternion(w: cosine, x: up.y / (2 * cosine), y: -up.x / (2 * cosine), z: 0)
    }

    /// Whether every component is a number and the vector shorter than a limit.
    @inline(__always)
    private static func isReading(_ vector: SIMD3<Double>, below limit: Double) -> Bool {
        // Of what is no number, or too large to be squared, the comparison is false.
        vector.dot(vector) < limit * limit
    }

    /// Ten times what the sensors of the world reach.
    private enum Limit {
        static let gyroscope = 1_000.0
        static let accelerometer = 4_000.0
        static let magnetometer = 1e8
        static let leastGravity = 1e-3
    }
}

extension OrientationFilter {
    /// The turn from sensor to earth with x to magnetic north and y to the west; `nil` before the
    /// first magnetometer reading.
    public var attitude9D: Quaternion? {
        guard magneticField != nil else { return nil }
        return Quaternion(aboutZByRadians: headingCorrector.offset) * attitude6D
    }

    /// The part of the accelerometer's reading that is gravity, in g: at rest it points up.
    public var gravity: SIMD3<Double> { matrix.third }

    /// What the gyroscope reads while nothing turns, in rad/s.
    public var bias: SIMD3<Double> { biasEstimator.bias }

    /// How far the sensor is turned clockwise from magnetic north, in degrees from 0 up to 360;
    /// `nil` before the first magnetometer reading.
    ///
    /// It is the turn about the vertical that is left of `attitude9D` when the tilt is taken away,
    /// so 0 means that the sensor's axes lie along north, west and up but for the tilt.
    public var heading: Double? {
        guard let attitude9D else { return nil }
        let clockwise = -attitude9D.headingInRadians * (180 / .pi)
        let heading = clockwise < 0 ? clockwise + 360 : clockwise
        // The turn of -0 and the one just below it round to a full one.
        return heading >= 360 ? 0 : heading + 0
    }

    /// Whether the sensor has been at rest for a while.
    public var isAtRest: Bool { rest.isAtRest }

    /// Whether the magnetic field differs from the one that was learnt, or none was learnt yet.
    public var isMagneticFieldDisturbed: Bool { headingCorrector.isDisturbed }
}
