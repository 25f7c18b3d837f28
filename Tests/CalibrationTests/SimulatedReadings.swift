// Readings of sensors whose errors are known.

import Calibration
import RandomWords

extension RandomWords {
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
