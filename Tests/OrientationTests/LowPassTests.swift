import Testing

@testable import Orientation

@Suite("A low-pass filter")
struct LowPassTests {
    func filter(timeConstant: Double, step: Double = 0.01) -> LowPass<SIMD2<Double>> {
        LowPass(LowPassCoefficients(timeConstantInSeconds: timeConstant, stepInSeconds: step))
    }

    @Test("starts with the mean of its samples, and leaves a constant unchanged")
    func begins() {
        var filter = filter(timeConstant: 0.05)
        #expect(filter.update(SIMD2(1, 10)) == SIMD2(1, 10))
        #expect(filter.update(SIMD2(3, 20)) == SIMD2(2, 15))
        var last = SIMD2<Double>.zero
        for _ in 0..<2_000 { last = filter.update(SIMD2(2, 15)) }
        #expect(abs(last.x - 2) < 1e-12)
        #expect(abs(last.y - 15) < 1e-12)
    }

    @Test(
        "passes half of the power at √2 / (2π τ), as a Butterworth filter does",
        arguments: [0.05, 0.5, 3.0]
    )
    func cutoff(timeConstant: Double) {
        var filter = filter(timeConstant: timeConstant, step: 0.001)
        // Cosine and sine together: the sum of their squares is the power at any instant.
        let turn = PortableMath.sineAndCosine(radians: 2.0.squareRoot() / timeConstant * 0.001)
        var wave = SIMD2<Double>(1, 0)
        var smoothed = SIMD2<Double>.zero
        for _ in 0..<40_000 {
            wave = SIMD2(
                wave.x * turn.cosine - wave.y * turn.sine,
                wave.x * turn.sine + wave.y * turn.cosine
            )
            smoothed = filter.update(wave)
        }
        let power = smoothed.x * smoothed.x + smoothed.y * smoothed.y
        #expect(abs(power - 0.5) < 0.001)
    }

    @Test("passes every value unchanged if its time constant is too short for the rate")
    func passes() {
        var filter = filter(timeConstant: 0.001)
        for value in [1.0, -4, 1e6, 0, 2] {
            #expect(filter.update(SIMD2(value, -value)) == SIMD2(value, -value))
        }
    }

    @Test("works after a change to a time constant too short for the rate, and back")
    func passesForAWhile() {
        let all = LowPassCoefficients(timeConstantInSeconds: 0.001, stepInSeconds: 0.01)
        let some = LowPassCoefficients(timeConstantInSeconds: 0.5, stepInSeconds: 0.01)
        var filter = LowPass<SIMD2<Double>>(some)
        for _ in 0..<1000 { _ = filter.update(SIMD2(3, 4)) }
        filter.change(to: all)
        filter.reopen(weightInSamples: 5)
        #expect(filter.update(SIMD2(7, 8)) == SIMD2(7, 8))
        filter.reopen(weightInSamples: 0)
        filter.change(to: some)
        var last = SIMD2<Double>.zero
        for _ in 0..<1000 { last = filter.update(SIMD2(1, 2)) }
        #expect(abs(last.x - 1) < 1e-6 && abs(last.y - 2) < 1e-6)
    }
}
