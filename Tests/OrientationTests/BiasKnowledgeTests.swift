import Testing

@testable import Orientation

@Suite("The joined bias estimate of two filters")
struct BiasKnowledgeTests {
    private static func knowledge(_ bias: SIMD3<Double>, _ variances: SIMD3<Double>)
        -> BiasKnowledge
    {
        BiasKnowledge(bias: bias, covariance: Matrix3(diagonal: variances))
    }

    @Test("weights each component by the certainty of each filter")
    func weighed() {
        let one = Self.knowledge(SIMD3(1, 1, 1), SIMD3(1, 1, 4))
        let other = Self.knowledge(SIMD3(3, 3, 3), SIMD3(1, 3, 1))
        let both = one.joined(with: other)
        #expect(abs(both.x - 2) < 1e-12)
        #expect(abs(both.y - 1.5) < 1e-12)
        #expect(abs(both.z - 2.6) < 1e-12)
    }

    @Test("is the same in either order, even if components are correlated")
    func commutes() {
        let matrix = Matrix3(SIMD3(2, 0.5, -0.3), SIMD3(0.5, 1, 0.2), SIMD3(-0.3, 0.2, 3))
        let one = BiasKnowledge(bias: SIMD3(0.1, -0.2, 0.3), covariance: matrix)
        let other = Self.knowledge(SIMD3(-0.4, 0.5, 0.6), SIMD3(0.7, 2, 0.1))
        let difference =
            one.joined(with: other)
            - other.joined(with: one)
        #expect(difference.dot(difference) < 1e-24)
    }

    @Test("uses a matrix inverse that undoes its matrix")
    func inverse() {
        let matrix = Matrix3(SIMD3(2, 0.5, -0.3), SIMD3(0.5, 1, 0.2), SIMD3(-0.3, 0.2, 3))
        let vector = SIMD3<Double>(1, -2, 0.5)
        let off = matrix.times(matrix.symmetricInverse.times(vector)) - vector
        #expect(off.dot(off) < 1e-24)
    }
}
