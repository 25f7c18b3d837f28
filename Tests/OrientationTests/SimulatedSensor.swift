// Simulates a sensor whose true attitude is known, so that a filter's estimate can be compared with it.

import Orientation
import RandomWords

extension RandomWords {
    /// A vector of uniformly distributed components with mean 0 and standard deviation 1, from one random word.
    mutating func noise() -> SIMD3<Double> {
        let word = next()
        let parts = SIMD3(
            Double(word & 0x1F_FFFF),
            Double(word >> 21 & 0x1F_FFFF),
            Double(word >> 42 & 0x1F_FFFF)
        )
        return (parts * 0x1p-21 - 0.5) * 12.0.squareRoot()
    }
}

/// A sensor's readings in one time step: in rad/s, g and µT.
struct Reading {
    var gyroscope: SIMD3<Double>
    var accelerometer: SIMD3<Double>
    var magnetometer: SIMD3<Double>
}

struct SimulatedSensor {
    static let degree = Double.pi / 180
    /// The Earth's field in North-West-Up, in µT, with a dip of 66 degrees.
    static let field = SIMD3<Double>(20, 0, -45)

    let rate: Double
    /// The true rotation from sensor to North-West-Up.
    var attitude: Quaternion
    var bias = SIMD3<Double>.zero
    /// The standard deviations of one sample's noise, in rad/s, g and µT.
    var noise = SIMD3<Double>(2e-3, 2e-3, 0.4)
    var random: RandomWords

    init(rate: Double = 100, attitude: Quaternion = .identity, seed: UInt64 = 1) {
        self.rate = rate
        self.attitude = attitude
        random = RandomWords(seed: seed)
    }

    /// Turns for one time step, and returns the readings.
    ///
    /// The rotation is in the sensor's frame; push and disturbance are in North-West-Up.
    mutating func step(
        turning rotation: SIMD3<Double> = .zero,
        pushed push: SIMD3<Double> = .zero,
        disturbance: SIMD3<Double> = .zero
    ) -> Reading {
        attitude = (attitude * Quaternion(rotationVector: rotation / rate)).normalized
        let toSensor = attitude.inverse
        return Reading(
            gyroscope: rotation + bias + noise.x * random.noise(),
            accelerometer: toSensor.rotate(push + SIMD3(0, 0, 1)) + noise.y * random.noise(),
            magnetometer: toSensor.rotate(Self.field + disturbance) + noise.z * random.noise()
        )
    }

    /// The rate of a continuous rotation about all axes, in rad/s.
    func tumbling(atSample index: Int, by strength: Double = 1) -> SIMD3<Double> {
        let time = Double(index) / rate
        let phases = SIMD3(1.1, 1.7, 0.6) * time + SIMD3(0, 1, 2)
        return strength * SIMD3(wave(phases.x), wave(phases.y), wave(phases.z))
    }

    /// Approximates a cosine without a C library: a triangle wave with rounded peaks.
    private func wave(_ phase: Double) -> Double {
        let turns = phase / (2 * .pi)
        let triangle = 1 - 4 * abs(turns - turns.rounded())
        return triangle * (1.5 - 0.5 * triangle * triangle)
    }
}

extension OrientationFilter {
    mutating func update(_ reading: Reading) {
        update(
            gyroscope: reading.gyroscope,
            accelerometer: reading.accelerometer,
            magnetometer: reading.magnetometer
        )
    }

    /// The error of an estimated attitude, in degrees: of inclination, of heading and in total.
    static func error(
        _ estimate: Quaternion?,
        _ truth: Quaternion
    ) -> (inclination: Double, heading: Double, total: Double) {
        guard let estimate else { return (.infinity, .infinity, .infinity) }
        let off = estimate * truth.inverse
        return (
            off.inclinationInRadians / SimulatedSensor.degree,
            off.headingInRadians.magnitude / SimulatedSensor.degree,
            off.angleInRadians / SimulatedSensor.degree
        )
    }
}
