import Testing

@testable import Gait

@Suite("The vertical in samples")
struct LevellerTests {
    /// A sensor at rest; only its first reading has a rotation, about a horizontal axis.
    private func resting(
        from start: Double,
        seconds: Double,
        firstRate: Double = 0
    ) -> [GaitSample] {
        (0..<Int(seconds * 100)).map { index in
            GaitSample(
                seconds: start + Double(index) / 100,
                acceleration: SIMD3(0, 0, 1),
                rotation: SIMD3(index == 0 ? firstRate : 0, 0, 0)
            )
        }
    }

    @Test(
        "does not turn through a long hole at the rate of the first sample after it",
        arguments: [1.0, 30]
    )
    func hole(seconds: Double) {
        var leveller = Leveller(rateInHertz: 100)
        for sample in resting(from: 0, seconds: 5) { _ = leveller.update(sample) }
        let after = resting(from: 5 + seconds, seconds: 1, firstRate: 1)
            .flatMap { leveller.update($0) }
        #expect(after.count == 100)
        #expect(after.allSatisfy { abs($0.vertical) < 0.01 })
    }
}
