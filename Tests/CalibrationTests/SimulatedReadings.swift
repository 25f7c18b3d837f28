// Readings of sensors whose errors are known.

import Calibration

/// Repeatable randomness.
struct RandomWords: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A vector within a cube of this half width.
    mutating func vector(_ width: Double) -> SIMD3<Double> {
        SIMD3(
            .random(in: -width...width, using: &self),
            .random(in: -width...width, using: &self),
            .random(in: -width...width, using: &self)
        )
    }

    /// A vector of length one in any direction.
    mutating func direction() -> SIMD3<Double> {
        while true {
            let vector = vector(1)
            let square = (vector * vector).sum()
            if 0.01...1 ~= square { return vector / square.squareRoot() }
        }
    }
}

/// A sensor that reads `distortion · true value + offset`.
struct WrongSensor {
    var offset: SIMD3<Double>
    var distortion: AxisMatrix

    func reading(of value: SIMD3<Double>) -> SIMD3<Double> { distortion * value + offset }
}

extension SIMD3<Double> {
    var size: Double { (self * self).sum().squareRoot() }
}
