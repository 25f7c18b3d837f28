import Testing

@testable import Orientation

@Suite("Mathematics by basic operations only")
struct PortableMathTests {
    static let rootHalf = 0.5.squareRoot()

    @Test(
        "computes sine and cosine of common angles, even after a million turns",
        arguments: [
            (0.0, 0.0, 1.0), (0.25, rootHalf, rootHalf), (0.5, 1.0, 0.0), (1.0, 0.0, -1.0),
            (-0.5, -1.0, 0.0), (-0.25, -rootHalf, rootHalf), (1_048_576.5, 1.0, 0.0),
            (1_048_577.25, -rootHalf, -rootHalf), (-4_194_303.75, rootHalf, rootHalf),
        ]
    )
    func classicAngles(halfTurns: Double, sine: Double, cosine: Double) {
        let found = PortableMath.sineAndCosine(halfTurns: halfTurns)
        #expect(abs(found.sine - sine) < 2e-16)
        #expect(abs(found.cosine - cosine) < 2e-16)
    }

    @Test("keeps sine and cosine on the unit circle, and fulfils the double-angle formula")
    func unitCircle() {
        for step in -2_000...2_000 {
            let angle = Double(step) / 977
            let (sine, cosine) = PortableMath.sineAndCosine(halfTurns: angle)
            let double = PortableMath.sineAndCosine(halfTurns: 2 * angle)
            #expect(abs(sine * sine + cosine * cosine - 1) < 5e-16)
            #expect(abs(double.sine - 2 * sine * cosine) < 1e-15)
        }
    }

    @Test(
        "computes natural logarithms",
        arguments: [
            (1.0, 0.0), (2.0, 0.693_147_180_559_945_3), (10.0, 2.302_585_092_994_045_7),
            (0x1p-53, -36.736_800_569_677_1), (0.999, -0.001_000_500_333_583_533_5),
        ]
    )
    func logarithms(x: Double, expected: Double) {
        let found = PortableMath.naturalLogarithm(x)
        #expect(abs(found - expected) <= 1e-15 * max(1, abs(expected)))
    }

    @Test("computes the angle of every direction", arguments: 0..<64)
    func arcTangentOfAllAround(step: Int) {
        let angle = Double(step - 31) / 32 * .pi
        let (sine, cosine) = PortableMath.sineAndCosine(radians: angle)
        for length in [1e-12, 0.3, 1, 7e9] {
            let found = PortableMath.arcTangent(y: length * sine, x: length * cosine)
            #expect(abs(found - angle) < 1e-15 * max(1, abs(angle)))
        }
    }

    @Test(
        "computes arc tangents at and between its reference angles",
        arguments: [
            (0.1, 0.099_668_652_491_162_03), (0.198_912, 0.196_349_187_452_234_9),
            (0.2, 0.197_395_559_849_880_75), (0.5, 0.463_647_609_000_806_1),
            (0.668, 0.588_925_112_510_967_7), (0.7, 0.610_725_964_389_208_6),
            (1.0, 0.785_398_163_397_448_3), (3.0, 1.249_045_772_398_254_3),
        ]
    )
    func arcTangents(tangent: Double, angle: Double) {
        #expect(abs(PortableMath.arcTangent(y: tangent, x: 1) - angle) < 4e-16 * max(1, angle))
        #expect(abs(PortableMath.arcTangent(y: -tangent, x: 1) + angle) < 4e-16 * max(1, angle))
    }

    @Test("gives the zero vector the angle 0")
    func arcTangentOfNothing() {
        #expect(PortableMath.arcTangent(y: 0, x: 0) == 0)
    }

    @Test(
        "computes the step response of a first-order filter",
        arguments: [
            (0.0, 0.0), (1e-12, 9.999_999_999_995e-13), (0.001, 9.995_001_666_250_085e-4),
            (0.062_5, 0.060_586_937_186_524_22), (1.0, 0.632_120_558_828_557_7),
            (5.0, 0.993_262_053_000_914_5), (39.0, 1.0), (1e300, 1.0), (-1.0, 0.0),
        ]
    )
    func approaches(timeConstants: Double, way: Double) {
        let found = PortableMath.approach(timeConstants: timeConstants)
        #expect(abs(found - way) <= 1e-15 * max(way, 1e-3))
    }

    @Test(
        "agrees with sine and cosine on both sides of the change from series to functions",
        arguments: 0..<50
    )
    func cardinalSine(step: Int) {
        let angle = 0.02 + Double(step) * 0.05
        let found = PortableMath.cosineAndCardinalSine(ofSquareRootOf: angle * angle)
        let known = PortableMath.sineAndCosine(radians: angle)
        #expect(abs(found.cosine - known.cosine) < 1e-15)
        #expect(abs(found.cardinalSine - known.sine / angle) < 1e-15)
    }
}
