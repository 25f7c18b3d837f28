// The errors of a real sensor: white noise, a constant bias, and a bias that drifts. Each is a function of the
// sample's index or time and the seed, without state.

/// The errors of one triaxial sensor, in its own unit u.
public struct SensorErrors: Sendable, Equatable, Codable {
    /// White noise, in u/√Hz; each sample's standard deviation is this times √(rate / 2).
    public var noisePerRootHertz: Double
    /// Standard deviation of the constant bias that the seed draws for each axis, in u.
    public var constantBias: Double
    /// The drift of the bias: its standard deviation after one second, in u/√s.
    public var biasWalkPerRootSecond: Double

    /// A sensor with these errors.
    public init(noisePerRootHertz: Double, constantBias: Double, biasWalkPerRootSecond: Double) {
        self.noisePerRootHertz = noisePerRootHertz
        self.constantBias = constantBias
        self.biasWalkPerRootSecond = biasWalkPerRootSecond
    }

    /// A perfect sensor.
    public static let none = SensorErrors(
        noisePerRootHertz: 0,
        constantBias: 0,
        biasWalkPerRootSecond: 0
    )

    /// The standard deviation of the noise of one sample at this rate.
    public func noisePerSample(atRateInHertz rate: Double) -> Double {
        noisePerRootHertz * (rate / 2).squareRoot()
    }
}

/// The errors of an inertial unit's three sensors: in g, in rad/s and in µT.
public struct InertialUnitErrors: Sendable, Equatable, Codable {
    public var accelerometer: SensorErrors
    public var gyro: SensorErrors
    public var magnetometer: SensorErrors

    /// A unit of these three sensors.
    public init(accelerometer: SensorErrors, gyro: SensorErrors, magnetometer: SensorErrors) {
        self.accelerometer = accelerometer
        self.gyro = gyro
        self.magnetometer = magnetometer
    }

    /// A unit that reports the truth.
    public static let none = InertialUnitErrors(
        accelerometer: .none,
        gyro: .none,
        magnetometer: .none
    )

    /// The errors of the inexpensive units in phones and watches.
    public static let consumer = InertialUnitErrors(
        accelerometer: SensorErrors(
            noisePerRootHertz: 150e-6,
            constantBias: 0.01,
            biasWalkPerRootSecond: 20e-6
        ),
        gyro: SensorErrors(
            noisePerRootHertz: 1.5e-4,
            constantBias: 0.005,
            biasWalkPerRootSecond: 2e-5
        ),
        magnetometer: SensorErrors(
            noisePerRootHertz: 0.06,
            constantBias: 0.8,
            biasWalkPerRootSecond: 0.005
        )
    )
}

/// A Wiener process on three axes that starts at zero at second 0; any second can be computed directly.
///
/// The value at a power of two is computed from that at the previous power. Between two powers, the interval is
/// halved repeatedly (a Brownian bridge). Each second owns one random vector, so the steps from second to
/// second are independent with variance one, and no second depends on its predecessors.
struct BiasWalk: Sendable {
    let sequence: RandomSequence

    func knot(atSecond second: UInt64) -> SIMD3<Double> {
        guard second > 0 else { return .zero }
        var low: UInt64 = 1
        var atLow = sequence.normalVector(at: 1)
        while low &* 2 <= second {
            let step = Double(low).squareRoot()
            atLow += step * sequence.normalVector(at: low &* 2)
            low &*= 2
        }
        guard second > low else { return atLow }
        var high = low &* 2
        var atHigh = atLow + Double(low).squareRoot() * sequence.normalVector(at: high)
        while true {
            let middle = low + (high - low) / 2
            let spread = (Double(high - low) / 4).squareRoot()
            let atMiddle = 0.5 * (atLow + atHigh) + spread * sequence.normalVector(at: middle)
            if second == middle { return atMiddle }
            if second < middle {
                (high, atHigh) = (middle, atMiddle)
            } else {
                (low, atLow) = (middle, atMiddle)
            }
        }
    }
}

/// The errors of one triaxial sensor for each sample.
///
/// It caches the last two knots of the drifting bias, which makes it faster without changing the values.
struct ErrorProcess: Sendable {
    private let noise: RandomSequence
    private let noisePerSample: Double
    private let constantBias: SIMD3<Double>
    private let walk: BiasWalk
    private let walkScale: Double
    private var knotSecond = UInt64.max
    private var knot = SIMD3<Double>.zero
    private var nextKnot = SIMD3<Double>.zero

    init(_ errors: SensorErrors, rateInHertz: Double, seed: UInt64, stream: (UInt64) -> UInt64) {
        noise = RandomSequence(seed: seed, stream: stream(0))
        noisePerSample = errors.noisePerSample(atRateInHertz: rateInHertz)
        constantBias =
            errors.constantBias * RandomSequence(seed: seed, stream: stream(1)).normalVector(at: 0)
        walk = BiasWalk(sequence: RandomSequence(seed: seed, stream: stream(2)))
        walkScale = errors.biasWalkPerRootSecond
    }

    mutating func error(ofSample index: Int, atSeconds seconds: Double) -> SIMD3<Double> {
        bias(atSeconds: seconds) + noisePerSample * noise.normalVector(at: UInt64(index))
    }

    mutating func bias(atSeconds seconds: Double) -> SIMD3<Double> {
        guard walkScale != 0 else { return constantBias }
        let second = UInt64(seconds)
        if second != knotSecond {
            knot = walk.knot(atSecond: second)
            nextKnot = walk.knot(atSecond: second + 1)
            knotSecond = second
        }
        let share = seconds - Double(second)
        return constantBias + walkScale * (knot + share * (nextKnot - knot))
    }
}
