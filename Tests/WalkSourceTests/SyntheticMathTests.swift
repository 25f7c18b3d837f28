// The walk is computed with functions of our own; these tests compare them with known values.
import Testing

@testable import WalkSource

@Suite("The walk's own mathematics")
struct SyntheticMathTests {
    @Test("draws the published sequence of SplitMix64")
    func splitMix() {
        let sequence = RandomSequence(state: 1_234_567)
        let words = (0..<5).map { sequence.word(at: $0) }
        #expect(
            words == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973,
                9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        )
    }

    @Test("draws normal values of mean 0, variance 1 and kurtosis 3")
    func normalMoments() {
        let sequence = RandomSequence(seed: 7, stream: 3)
        let values = (0..<20_000).flatMap { index -> [Double] in
            let pair = sequence.normalPair(at: UInt64(index))
            return [pair.0, pair.1]
        }
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
        let fourth = values.reduce(0) { $0 + $1 * $1 * $1 * $1 } / count
        #expect(abs(mean) < 0.02)
        #expect(abs(variance - 1) < 0.03)
        #expect(abs(fourth - 3) < 0.2)
    }

    @Test("differentiates products and sines exactly")
    func jets() {
        let time = Jet(0.7, rate: 1)
        let product = time * time * time
        #expect(abs(product.rate - 3 * 0.49) < 1e-15)
        #expect(abs(product.acceleration - 6 * 0.7) < 1e-15)
        let sine = (2.0 * time).sineAndCosineOfRadians().sine
        #expect(abs(sine.acceleration + 4 * sine.value) < 1e-15)
    }

    @Test("joins two motions with both derivatives of each")
    func joining() {
        let start = Jet(1, rate: -2, acceleration: 3)
        let end = Jet(4, rate: 0.5, acceleration: -6)
        let found = [0, 0.4].map { Jet.joining(start, end, duration: 0.4, elapsed: $0) }
        for (jet, expected) in zip(found, [start, end]) {
            #expect(abs(jet.value - expected.value) < 1e-12)
            #expect(abs(jet.rate - expected.rate) < 1e-12)
            #expect(abs(jet.acceleration - expected.acceleration) < 1e-11)
        }
    }
}

@Suite("The sampling grid")
struct SamplingGridTests {
    @Test(
        "places samples to the nanosecond, even after a day",
        arguments: [
            (100.0, 8_640_000, 86_400_000_000_000), (64.0, 1, 15_625_000), (3.0, 1, 333_333_333),
            (3.0, 2, 666_666_667), (400.0, 3, 7_500_000), (0.5, 7, 14_000_000_000),
        ]
    )
    func instants(rate: Double, index: Int, nanoseconds: Int64) throws {
        let grid = try #require(SamplingGrid(rateInHertz: rate))
        #expect(grid.nanoseconds(ofSample: index) == nanoseconds)
    }

    @Test(
        "counts the samples before an instant",
        arguments: [
            (100.0, 0, 0), (100.0, 1, 1), (100.0, 10_000_000, 1), (100.0, 10_000_001, 2),
            (3.0, 1_000_000_000, 3), (3.0, 1_000_000_001, 4), (1000.0, 10_000_000_000, 10_000),
        ]
    )
    func counts(rate: Double, end: Int64, count: Int) throws {
        let grid = try #require(SamplingGrid(rateInHertz: rate))
        #expect(grid.samples(beforeNanoseconds: end) == count)
    }

    @Test("refuses rates that no sensor has", arguments: [0, -5, .nan, .infinity, 2e6])
    func refuses(rate: Double) {
        #expect(SamplingGrid(rateInHertz: rate) == nil)
    }
}
