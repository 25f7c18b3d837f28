// Differentiates the motion exactly. Acceleration and angular rate must be the exact derivatives of the motion
// that is stated as the truth, not finite differences. A jet carries a value and its first two time derivatives
// through every product and sine, so each formula of the motion is written once and differentiated
// automatically.

internal import Orientation

/// A number with its first and second time derivative (in seconds).
struct Jet: Sendable {
    var value: Double
    var rate: Double
    var acceleration: Double

    init(_ value: Double, rate: Double = 0, acceleration: Double = 0) {
        self.value = value
        self.rate = rate
        self.acceleration = acceleration
    }

    static func + (a: Jet, b: Jet) -> Jet {
        Jet(a.value + b.value, rate: a.rate + b.rate, acceleration: a.acceleration + b.acceleration)
    }

    static func - (a: Jet, b: Jet) -> Jet {
        Jet(a.value - b.value, rate: a.rate - b.rate, acceleration: a.acceleration - b.acceleration)
    }

    static func * (a: Jet, b: Jet) -> Jet {
        Jet(
            a.value * b.value,
            rate: a.rate * b.value + a.value * b.rate,
            acceleration: a.acceleration * b.value + 2 * a.rate * b.rate + a.value * b.acceleration
        )
    }

    static func * (factor: Double, a: Jet) -> Jet {
        Jet(factor * a.value, rate: factor * a.rate, acceleration: factor * a.acceleration)
    }

    static func + (a: Jet, constant: Double) -> Jet {
        Jet(a.value + constant, rate: a.rate, acceleration: a.acceleration)
    }

    static func - (a: Jet, constant: Double) -> Jet { a + -constant }

    /// Applies a function to this jet, given the function's value and its first two derivatives here.
    func mapped(_ value: Double, _ first: Double, _ second: Double) -> Jet {
        Jet(value, rate: first * rate, acceleration: first * acceleration + second * rate * rate)
    }

    /// Sine and cosine of this angle in half turns.
    func sineAndCosineOfHalfTurns() -> (sine: Jet, cosine: Jet) {
        let (sine, cosine) = PortableMath.sineAndCosine(halfTurns: value)
        let pi = Double.pi
        return (
            mapped(sine, pi * cosine, -pi * pi * sine),
            mapped(cosine, -pi * sine, -pi * pi * cosine)
        )
    }

    /// Sine and cosine of this angle in radians.
    func sineAndCosineOfRadians() -> (sine: Jet, cosine: Jet) {
        let (sine, cosine) = PortableMath.sineAndCosine(radians: value)
        return (mapped(sine, cosine, -sine), mapped(cosine, -sine, -cosine))
    }

    /// Rises from 0 to 1 while this goes from 0 to 1, with the first two derivatives zero at both ends.
    func smoothStep() -> Jet {
        guard value > 0 else { return Jet(0) }
        guard value < 1 else { return Jet(1) }
        let u = value
        return mapped(
            u * u * u * (10 + u * (-15 + 6 * u)),
            30 * u * u * (1 - u) * (1 - u),
            60 * u * (1 - u) * (1 - 2 * u)
        )
    }

    /// The integral of `smoothStep()`: 0 before 0, growing as u - 1/2 after 1.
    func integralOfSmoothStep() -> Jet {
        guard value > 0 else { return Jet(0) }
        guard value < 1 else { return self - 0.5 }
        let u = value
        let step = smoothStepValue(u)
        return mapped(u * u * u * u * (2.5 + u * (-3 + u)), step.value, step.slope)
    }

    /// Rises to 1 and falls back to 0 while this goes from 0 to 1, with the first two derivatives zero at both
    /// ends.
    func bump() -> Jet {
        guard value > 0, value < 1 else { return Jet(0) }
        let u = value
        let w = u * (1 - u)
        let slope = 1 - 2 * u
        return mapped(
            64 * w * w * w,
            192 * w * w * slope,
            384 * w * slope * slope - 384 * w * w
        )
    }

    private func smoothStepValue(_ u: Double) -> (value: Double, slope: Double) {
        (u * u * u * (10 + u * (-15 + 6 * u)), 30 * u * u * (1 - u) * (1 - u))
    }

    /// The fifth-degree polynomial from `start` to `end` over `duration` seconds that matches both derivatives
    /// of each; evaluated at `elapsed` seconds.
    static func joining(_ start: Jet, _ end: Jet, duration: Double, elapsed: Double) -> Jet {
        let u = elapsed / duration
        let d = duration
        let v0 = start.rate * d
        let a0 = start.acceleration * d * d / 2
        let rest = end.value - start.value - v0 - a0
        let restRate = end.rate * d - v0 - 2 * a0
        let restAcceleration = (end.acceleration * d * d - 2 * a0) / 2
        let c3 = 10 * rest - 4 * restRate + restAcceleration
        let c4 = -15 * rest + 7 * restRate - 2 * restAcceleration
        let c5 = 6 * rest - 3 * restRate + restAcceleration
        return Jet(
            start.value + u * (v0 + u * (a0 + u * (c3 + u * (c4 + u * c5)))),
            rate: (v0 + u * (2 * a0 + u * (3 * c3 + u * (4 * c4 + u * 5 * c5)))) / d,
            acceleration: (2 * a0 + u * (6 * c3 + u * (12 * c4 + u * 20 * c5))) / (d * d)
        )
    }
}

/// A point with its velocity and acceleration.
struct PointJet: Sendable {
    var x: Jet
    var y: Jet
    var z: Jet

    var position: SIMD3<Double> { SIMD3(x.value, y.value, z.value) }
    var velocity: SIMD3<Double> { SIMD3(x.rate, y.rate, z.rate) }
    var acceleration: SIMD3<Double> { SIMD3(x.acceleration, y.acceleration, z.acceleration) }

    static func joining(
        _ start: PointJet,
        _ end: PointJet,
        duration: Double,
        elapsed: Double
    ) -> PointJet {
        PointJet(
            x: .joining(start.x, end.x, duration: duration, elapsed: elapsed),
            y: .joining(start.y, end.y, duration: duration, elapsed: elapsed),
            z: .joining(start.z, end.z, duration: duration, elapsed: elapsed)
        )
    }
}
