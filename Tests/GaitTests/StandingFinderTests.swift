// Finds times without movement: what counts as one, and what ends it.

import Gait
import RandomWords
import Testing

@Suite("A time without movement")
struct StandingFinderTests {
    /// The readings of an accelerometer that hardly moves, at 50 Hz.
    private static func samples(
        _ seconds: Range<Double>,
        up: SIMD3<Double> = SIMD3(0, 0, 1),
        noiseInG noise: Double = 0.01,
        seed: UInt64 = 1
    ) -> [GaitSample] {
        var random = RandomWords(seed: seed)
        return stride(from: seconds.lowerBound, to: seconds.upperBound, by: 0.02).map { time in
            let tremble = SIMD3(
                Double.random(in: -noise...noise, using: &random),
                Double.random(in: -noise...noise, using: &random),
                Double.random(in: -noise...noise, using: &random)
            )
            return GaitSample(seconds: time, acceleration: up + tremble)
        }
    }

    private static func found(in samples: [GaitSample]) -> [Range<Double>] {
        var finder = StandingFinder()
        var found = samples.compactMap { finder.update($0) }
        if let last = finder.finish() { found.append(last) }
        return found
    }

    @Test("is found to about a second")
    func found() throws {
        let samples =
            Self.samples(0..<20, noiseInG: 0.3) + Self.samples(20..<80)
            + Self.samples(80..<90, noiseInG: 0.3)
        let found = Self.found(in: samples)
        #expect(found.count == 1)
        let time = try #require(found.first)
        #expect(abs(time.lowerBound - 20) < 1.1)
        #expect(abs(time.upperBound - 80) < 1.1)
    }

    @Test("lasts thirty seconds or more")
    func short() {
        #expect(Self.found(in: Self.samples(0..<28)).isEmpty)
        #expect(Self.found(in: Self.samples(0..<29.9)).isEmpty)
        #expect(Self.found(in: Self.samples(0..<32)).count == 1)
    }

    @Test("includes the samples since the last whole second", arguments: [30.1, 30.5, 30.9])
    func partOfSecond(seconds: Double) throws {
        let found = Self.found(in: Self.samples(0..<seconds))
        #expect(found.count == 1)
        #expect(try #require(found.first).upperBound > seconds - 0.05)
    }

    @Test("ends where the sensor is tilted, even if no movement is visible")
    func tilted() {
        let samples = Self.samples(0..<40) + Self.samples(40..<80, up: SIMD3(0.6, 0, 0.8))
        #expect(Self.found(in: samples).count == 2)
        let little = Self.samples(0..<40) + Self.samples(40..<80, up: SIMD3(0.1, 0, 0.99))
        #expect(Self.found(in: little).count == 1)
    }

    @Test("ends at a hole of more than a second")
    func hole() {
        #expect(Self.found(in: Self.samples(0..<40) + Self.samples(42..<82)).count == 2)
        #expect(Self.found(in: Self.samples(0..<40) + Self.samples(40.8..<82)).count == 1)
    }

    @Test("ends at a hole, even if the sensor was tilted in the last second before it")
    func tiltAheadOfHole() throws {
        let tilted = SIMD3(0.42, 0, 0.9)
        let found = Self.found(
            in: Self.samples(0..<60) + Self.samples(60.02..<61, up: tilted)
                + Self.samples(7000..<7060, up: tilted)
        )
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.upperBound - $0.lowerBound < 70 })
    }

    @Test("is known before it has ended")
    func goesOn() {
        var finder = StandingFinder()
        #expect(finder.stillSince == nil)
        for sample in Self.samples(5..<15) { _ = finder.update(sample) }
        #expect(finder.stillSince == 5)
    }

    @Test("goes on through implausible samples and times that go back")
    func hostile() {
        var samples = Self.samples(0..<40)
        samples.insert(GaitSample(seconds: .nan, acceleration: SIMD3(0, 0, 1)), at: 100)
        samples.insert(GaitSample(seconds: 2, acceleration: SIMD3(0, .infinity, 1)), at: 200)
        samples.insert(GaitSample(seconds: -1e9, acceleration: SIMD3(9, 9, 9)), at: 300)
        #expect(Self.found(in: samples).count == 1)
        #expect(Self.found(in: []).isEmpty)
    }
}
