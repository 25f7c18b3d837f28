import Testing

@testable import Orientation

@Suite("Smoothing")
struct LowPassTests {
    func filter(timeConstant: Double, step: Double = 0.01) -> LowPass<SIMD2<Double>> {
        LowPass(LowPassCoefficients(timeConstantInSeconds: timeConstant, stepInSeconds: step))
    }

    @Test("begins with the mean of what it has seen, and keeps a constant as it is")
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
        "has lost half of the power at √2 / (2π τ), as Butterworth's filter has",
        arguments: [0.05, 0.5, 3.0]
    )
    func cutoff(timeConstant: Double) {
        var filter = filter(timeConstant: timeConstant, step: 0.001)
        // Cosine and sine at once, so that their power is seen at every instant.
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

    @Test("lets everything pass when its time constant is too short for the rate")
    func passes() {
        var filter = filter(timeConstant: 0.001)
        for value in [1.0, -4, 1e6, 0, 2] {
            #expect(filter.update(SIMD2(value, -value)) == SIMD2(value, -value))
        }
    }

    @Test("goes on from the last value when it begins or ceases to let everything pass")
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
