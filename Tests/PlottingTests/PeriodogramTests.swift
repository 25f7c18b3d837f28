import Orientation
import Plotting
import Testing

@Suite("The spectrum of a signal")
struct PeriodogramTests {
    private func density(
        _ length: Int,
        _ count: Int,
        rate: Double = 100,
        _ value: (Double) -> Double
    ) -> Periodogram.Density? {
        var periodogram = Periodogram(windowLength: length)
        for number in 0..<count {
            let seconds = Double(number) / rate
            periodogram.add(value(seconds), at: Int64((seconds * 1e9).rounded()))
        }
        return periodogram.finish()
    }

    private func wave(_ frequency: Double, _ seconds: Double) -> Double {
        PortableMath.sineAndCosine(halfTurns: 2 * frequency * seconds).sine
    }

    @Test(
        "has its peak at the signal's frequency, and contains all of its power",
        arguments: [
            (512, 10_000), (256, 300), (1024, 400),
        ]
    )
    func hasPower(length: Int, count: Int) throws {
        let found = try #require(density(length, count) { 3 + 2 * wave(12.5, $0) })
        #expect(abs(found.rateInHertz - 100) < 1e-6)
        let peak = try #require(found.peak(from: 1, to: 49))
        #expect(abs(peak - 12.5) <= found.spacingInHertz)
        // By Parseval, the area is the variance: half of the square of the amplitude.
        let area = found.powers.reduce(0, +) * found.spacingInHertz
        #expect(abs(area - 2) < 0.02)
    }

    @Test("leaves out the mean")
    func forgetsMean() throws {
        let found = try #require(density(64, 1000) { _ in 1e6 })
        #expect(found.powers.allSatisfy { $0 < 1e-6 })
    }

    @Test("starts a new window after a gap")
    func newWindow() throws {
        var periodogram = Periodogram(windowLength: 64)
        for number in 0..<96 {
            periodogram.add(
                wave(10, Double(number) / 100),
                at: Int64(number) * 10_000_000,
                followsBreak: number == 63
            )
        }
        let density = periodogram.finish()
        let found = try #require(density)
        // No piece fills a window of 64 samples, so the longest one is used.
        #expect(found.windows == 1)
        #expect(abs(found.secondsOfWindow - 0.63) < 1e-6)
        #expect(abs(found.rateInHertz - 100) < 1e-6)
    }

    @Test("does not exist for too few samples, or for values that are not numbers")
    func tooFew() {
        #expect(density(64, 31) { $0 } == nil)
        #expect(density(64, 1000) { _ in .nan } == nil)
        #expect(density(64, 0) { $0 } == nil)
    }

    @Test(
        "uses windows of at most twelve seconds, but with 64 to 8192 samples",
        arguments: [
            (nil, 512), (100.0, 1024), (1.0, 64), (1e6, 8192), (64.0, 512),
        ] as [(Double?, Int)]
    )
    func windowLengths(rate: Double?, length: Int) {
        #expect(Periodogram.windowLength(rateInHertz: rate) == length)
    }

    @Test("does not exist if values overflow or the time stands still")
    func survives() {
        #expect(density(64, 1000) { $0 > 5 ? 1e200 : -1e200 } == nil)
        var periodogram = Periodogram(windowLength: 64)
        for _ in 0..<1000 { periodogram.add(1, at: 5) }
        let density = periodogram.finish()
        #expect(density == nil)
    }
}
