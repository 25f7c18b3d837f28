import RandomWords
import Testing

@testable import Orientation

@Suite("A rotation quaternion")
struct QuaternionTests {
    static let quarter = Double.pi / 2

    @Test(
        "made from a rotation vector turns about its direction by its length",
        arguments: [
            (SIMD3(0, 0, quarter), SIMD3(1, 0, 0), SIMD3(0, 1, 0)),
            (SIMD3(quarter, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)),
            (SIMD3(0, quarter, 0), SIMD3(0, 0, 1), SIMD3(1, 0, 0)),
            (SIMD3(0, 0, -2 * quarter), SIMD3(1, 2, 3), SIMD3(-1, -2, 3)),
            (SIMD3(0, 0, 41 * quarter), SIMD3(1, 0, 0), SIMD3(0, 1, 0)),
            (SIMD3(0, 0, 0), SIMD3(1, 2, 3), SIMD3(1, 2, 3)),
        ]
    )
    func rotates(by turn: SIMD3<Double>, _ vector: SIMD3<Double>, to expected: SIMD3<Double>) {
        let quaternion = Quaternion(rotationVector: turn)
        let off = quaternion.rotate(vector) - expected
        #expect(off.dot(off).squareRoot() < 1e-13)
        #expect(abs(quaternion.norm - 1) < 1e-15)
    }

    @Test("rotates every vector as its matrix does, and its inverse undoes the rotation")
    func matrix() {
        var random = RandomWords(seed: 9)
        for _ in 0..<200 {
            let turn = Quaternion(rotationVector: 2 * random.noise())
            let vector = random.noise()
            let turned = turn.rotate(vector)
            let off = Matrix3(turn).times(vector) - turned
            let back = turn.inverse.rotate(turned) - vector
            #expect(off.dot(off) < 1e-28)
            #expect(back.dot(back) < 1e-28)
        }
    }

    @Test("times another rotates by the other first, and then by itself")
    func product() {
        var random = RandomWords(seed: 10)
        for _ in 0..<200 {
            let first = Quaternion(rotationVector: random.noise())
            let second = Quaternion(rotationVector: random.noise())
            let vector = random.noise()
            let off = (second * first).rotate(vector) - second.rotate(first.rotate(vector))
            #expect(off.dot(off) < 1e-28)
        }
    }

    @Test("has the heading and the inclination that it was made from", arguments: -17...17, 0...17)
    func headingAndInclination(heading: Int, inclination: Int) {
        let (heading, inclination) = (Double(heading) / 6, Double(inclination) / 6)
        let turn =
            Quaternion(aboutZByRadians: heading)
            * Quaternion(rotationVector: SIMD3(0.6, -0.8, 0) * inclination)
        #expect(abs(turn.headingInRadians - heading) < 1e-13)
        #expect(abs(turn.inclinationInRadians - inclination) < 1e-13)
        let negative = Quaternion(w: -turn.w, x: -turn.x, y: -turn.y, z: -turn.z)
        #expect(abs(negative.headingInRadians - heading) < 1e-13)
        #expect(abs(negative.angleInRadians - turn.angleInRadians) < 1e-14)
    }
}
