import Testing

@testable import Orientation

@Suite("Mathematics of basic operations only")
struct PortableMathTests {
    @Test("knows the angle of every direction", arguments: 0..<64)
    func arcTangentOfAllAround(sixteenths: Int) {
        let angle = Double(sixteenths - 31) / 32 * .pi
        let (sine, cosine) = PortableMath.sineAndCosine(radians: angle)
        for length in [1e-12, 0.3, 1, 7e9] {
            let found = PortableMath.arcTangent(y: length * sine, x: length * cosine)
            #expect(abs(found - angle) < 1e-15 * max(1, abs(angle)))
        }
    }

    @Test(
        "knows the angles between its tables",
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

    @Test("gives no direction the angle 0")
    func arcTangentOfNothing() {
        #expect(PortableMath.arcTangent(y: 0, x: 0) == 0)
    }

    @Test(
        "knows how far a first-order filter goes",
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

    @Test("joins the series of small turns to the functions of large ones", arguments: 0..<50)
    func cardinalSine(step: Int) {
        let angle = 0.02 + Double(step) * 0.05
        let found = PortableMath.cosineAndCardinalSine(ofSquareRootOf: angle * angle)
        let known = PortableMath.sineAndCosine(radians: angle)
        #expect(abs(found.cosine - known.cosine) < 1e-15)
        #expect(abs(found.cardinalSine - known.sine / angle) < 1e-15)
    }
}
