// The same seed gives the same bits on every machine: the C library's sine and logarithm differ in
// their last digit from one system to the next, IEEE's + - * / and square root do not. So the few
// functions that the synthetic walk needs are made of those alone. Each is good to a few units in
// the last place, which is far below any sensor's noise.

/// Elementary functions made of IEEE basic operations only.
enum PortableMath {
    /// Sine and cosine of an angle given in half turns (1 is π radians).
    ///
    /// Half turns make the reduction exact however far the angle has run, as a gait phase does.
    static func sineAndCosine(halfTurns angle: Double) -> (sine: Double, cosine: Double) {
        let quarters = (2 * angle).rounded()
        let z = (angle - quarters / 2) * .pi
        let sine = polynomialSine(z)
        let cosine = polynomialCosine(z)
        // Only the quarter within its turn matters; the remainder is exact for any size.
        switch Int(quarters.truncatingRemainder(dividingBy: 4)) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// Sine and cosine of an angle in radians, for angles of a few turns.
    static func sineAndCosine(radians angle: Double) -> (sine: Double, cosine: Double) {
        sineAndCosine(halfTurns: angle / .pi)
    }

    /// The natural logarithm of a positive, finite, normal number.
    static func naturalLogarithm(_ x: Double) -> Double {
        var significand = x.significand
        var exponent = Double(x.exponent)
        if significand > 1.414_213_562_373_095_1 {
            significand /= 2
            exponent += 1
        }
        let s = (significand - 1) / (significand + 1)
        let q = s * s
        var sum = 1.0 / 21
        sum = sum * q + 1.0 / 19
        sum = sum * q + 1.0 / 17
        sum = sum * q + 1.0 / 15
        sum = sum * q + 1.0 / 13
        sum = sum * q + 1.0 / 11
        sum = sum * q + 1.0 / 9
        sum = sum * q + 1.0 / 7
        sum = sum * q + 1.0 / 5
        sum = sum * q + 1.0 / 3
        sum = sum * q + 1.0
        return exponent * 0.693_147_180_559_945_3 + 2 * s * sum
    }

    // Taylor's series about 0 for |z| ≤ π/4, where the first term left out is below 2^-53.
    private static func polynomialSine(_ z: Double) -> Double {
        let q = z * z
        var sum = -1.0 / 1_307_674_368_000
        sum = sum * q + 1.0 / 6_227_020_800
        sum = sum * q - 1.0 / 39_916_800
        sum = sum * q + 1.0 / 362_880
        sum = sum * q - 1.0 / 5_040
        sum = sum * q + 1.0 / 120
        sum = sum * q - 1.0 / 6
        return z + z * q * sum
    }

    private static func polynomialCosine(_ z: Double) -> Double {
        let q = z * z
        var sum = 1.0 / 20_922_789_888_000
        sum = sum * q - 1.0 / 87_178_291_200
        sum = sum * q + 1.0 / 479_001_600
        sum = sum * q - 1.0 / 3_628_800
        sum = sum * q + 1.0 / 40_320
        sum = sum * q - 1.0 / 720
        sum = sum * q + 1.0 / 24
        sum = sum * q - 0.5
        return 1 + q * sum
    }
}
