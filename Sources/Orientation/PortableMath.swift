// Elementary functions that give the same bits on every machine. The C library's sine and logarithm differ in their
// last digits between systems; IEEE's + - * / and square root do not. So the few functions for the filter and the
// synthetic walk use only these. Each is accurate to a few units in the last place, far better than any sensor.

/// Elementary functions made of IEEE basic operations only.
package enum PortableMath {
    /// Sine and cosine of an angle in half turns (1 is π radians).
    ///
    /// In half turns the reduction is exact for any size of angle, which a gait phase needs.
    @inlinable
    package static func sineAndCosine(halfTurns angle: Double) -> (sine: Double, cosine: Double) {
        let quarters = (2 * angle).rounded()
        let z = (angle - quarters / 2) * .pi
        let sine = polynomialSine(z)
        let cosine = polynomialCosine(z)
        // Only the position within its turn matters; the remainder is exact for any size, but slow.
        let quarter =
            quarters.magnitude < 0x1p62
            ? quarters : quarters.truncatingRemainder(dividingBy: 4)
        switch Int(quarter) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// Sine and cosine of an angle in radians, for angles of a few turns.
    @inlinable
    package static func sineAndCosine(radians angle: Double) -> (sine: Double, cosine: Double) {
        sineAndCosine(halfTurns: angle / .pi)
    }

    /// The natural logarithm of a positive, finite, normal number.
    @inlinable
    package static func naturalLogarithm(_ x: Double) -> Double {
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

    // Taylor series about 0 for |z| ≤ π/4; the first omitted term is below 2^-53.
    @inlinable
    package static func polynomialSine(_ z: Double) -> Double {
        let q = z * z
        return z + z * q * sineSeries(q)
    }

    @inlinable
    package static func polynomialCosine(_ z: Double) -> Double {
        cosineSeries(z * z)
    }

    @inlinable
    package static func sineSeries(_ q: Double) -> Double {
        var sum = -1.0 / 1_307_674_368_000
        sum = sum * q + 1.0 / 6_227_020_800
        sum = sum * q - 1.0 / 39_916_800
        sum = sum * q + 1.0 / 362_880
        sum = sum * q - 1.0 / 5_040
        sum = sum * q + 1.0 / 120
        sum = sum * q - 1.0 / 6
        return sum
    }

    @inlinable
    package static func cosineSeries(_ q: Double) -> Double {
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

extension PortableMath {
    /// The cosine of an angle, and its sine divided by the angle, given the angle's square.
    ///
    /// Both are even functions, so a small rotation vector needs no square root.
    static func cosineAndCardinalSine(
        ofSquareRootOf square: Double
    ) -> (cosine: Double, cardinalSine: Double) {
        guard square > 0.6 else { return (cosineSeries(square), 1 + square * sineSeries(square)) }
        let angle = square.squareRoot()
        let (sine, cosine) = sineAndCosine(radians: angle)
        return (cosine, sine / angle)
    }

    /// The angle of the direction (`x`, `y`), in radians from -π to π.
    ///
    /// Both must be finite and far from the largest number; the angle of two zeros is 0.
    package static func arcTangent(y: Double, x: Double) -> Double {
        let isSteep = y.magnitude > x.magnitude
        let small = isSteep ? x.magnitude : y.magnitude
        let big = isSteep ? y.magnitude : x.magnitude
        guard big > 0 else { return 0 }
        // After rotating by the nearest of 0, π/8 and π/4, at most π/16 remains.
        var angle: Double
        let rest: Double
        if small < tangentOfSixteenth * big {
            angle = 0
            rest = small / big
        } else if small < tangentOfThreeSixteenths * big {
            angle = .pi / 8
            rest = (small - tangentOfEighth * big) / (big + tangentOfEighth * small)
        } else {
            angle = .pi / 4
            rest = (small - big) / (big + small)
        }
        angle += smallArcTangent(rest)
        if isSteep { angle = .pi / 2 - angle }
        if x < 0 { angle = .pi - angle }
        return y < 0 ? -angle : angle
    }

    /// How far a first-order filter moves towards its input in this many time constants: 1 - exp(-x).
    package static func approach(timeConstants x: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 40 else { return 1 }
        var part = x
        var doublings = 0
        while part > 0.0625 {
            part /= 2
            doublings += 1
        }
        // Taylor series; the first omitted term is below 2^-53 of the sum.
        var way = 0.0
        for order in stride(from: 11.0, through: 1, by: -1) {
            way = part / order * (1 - way)
        }
        for _ in 0..<doublings { way *= 2 - way }
        return way
    }

    private static let tangentOfSixteenth = 0.198_912_367_379_658_01
    private static let tangentOfEighth = 0.414_213_562_373_095_05
    private static let tangentOfThreeSixteenths = 0.668_178_637_919_298_92

    /// Gregory's series for |t| ≤ tan(π/16); the first omitted term is below 2^-55.
    ///
    /// Sums pairs of terms, and pairs of these: in a plain loop each term would wait for the one before it.
    @inline(__always)
    private static func smallArcTangent(_ t: Double) -> Double {
        let q = t * t
        let square = q * q
        let fourth = square * square
        let first = (-1.0 / 3 + q * (1.0 / 5)) + square * (-1.0 / 7 + q * (1.0 / 9))
        let second = (-1.0 / 11 + q * (1.0 / 13)) + square * (-1.0 / 15 + q * (1.0 / 17))
        let third = (-1.0 / 19 + q * (1.0 / 21)) + square * (-1.0 / 23)
        return t + t * q * (first + fourth * (second + fourth * third))
    }
}
