import Testing

@testable import Orientation

@Suite("Smoothing without delay")
struct ZeroPhaseTests {
    private static let weights = LowPassCoefficients(
        timeConstantInSeconds: 0.3,
        stepInSeconds: 0.01
    )

    private static func smoothed(_ values: [Double]) -> [Double] {
        var packed = values.map { PackedVector(SIMD3($0, -$0, 2 * $0)) }
        weights.smoothBothWays(&packed)
        for value in packed {
            #expect(value.y == -value.x)
            #expect(value.z == 2 * value.x)
        }
        return packed.map(\.x)
    }

    @Test("leaves a constant unchanged, up to its ends", arguments: [1, 2, 5, 1_000])
    func level(count: Int) {
        for value in Self.smoothed(Array(repeating: 3.5, count: count)) {
            #expect(abs(value - 3.5) < 1e-12)
        }
    }

    @Test("leaves a peak in place, symmetric and with the same sum")
    func symmetric() {
        var values = Array(repeating: 0.0, count: 2_001)
        values[1_000] = 1
        let smoothed = Self.smoothed(values)
        #expect(smoothed.indices.max { smoothed[$0] < smoothed[$1] } == 1_000)
        let skew = (1...1_000).map { abs(smoothed[1_000 - $0] - smoothed[1_000 + $0]) }
        #expect((skew.max() ?? 1) < 1e-9)
        #expect(abs(smoothed.reduce(0, +) - 1) < 1e-9)
    }

    @Test("interpolates gaps linearly, and repeats the nearest value at the ends")
    func holes() {
        let there = { (value: Double) in PackedVector(SIMD3(value, 0, 0)) }
        var values: [PackedVector] = [.none, there(1), .none, .none, there(4), .none]
        let wereAny = values.fillHoles()
        #expect(wereAny)
        #expect(values.map(\.x) == [1, 1, 2, 3, 4, 4])
        var nothing: [PackedVector] = [.none, .none]
        let areAny = nothing.fillHoles()
        #expect(!areAny)
    }
}
