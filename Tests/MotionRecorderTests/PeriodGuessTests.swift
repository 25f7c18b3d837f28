import Testing

@testable import MotionRecorder

@Suite("A first guess of a period")
struct PeriodGuessTests {
    private typealias Point = PeriodGuess.Point

    private func points(_ count: Int, _ seconds: (Int) -> Double) -> [Point] {
        let first = seconds(0)
        return (0..<count).map { Point(number: Double($0), seconds: seconds($0) - first) }
    }

    @Test(
        "is the usual step of even timestamps, also where some are missing",
        arguments: [0, 9, 5]
    )
    func even(missing: Int) throws {
        var number = 0.0
        let points = points(64) { index in
            number += missing > 0 && index % missing == 3 ? 2 : 1
            return number * 0.0096
        }
        let guess = try #require(PeriodGuess.even(points, nominalInSeconds: 0.01))
        #expect(abs(guess.periodInSeconds - 0.0096) < 1e-12)
        #expect(guess.jitter < 1e-9)
        #expect(guess.firstInSeconds == 0)
    }

    @Test("counts what is told to be missing")
    func told() throws {
        let points = (0..<32).map { Point(number: Double($0 * 2), seconds: Double($0) * 0.02) }
        let guess = try #require(PeriodGuess.even(points, nominalInSeconds: 0.01))
        #expect(abs(guess.periodInSeconds - 0.01) < 1e-12)
    }

    @Test("is none of timestamps that came in batches, a microsecond apart, nor of too few")
    func uneven() {
        let batches = points(100) { Double($0 / 15) * 0.15 + Double($0 % 15) * 1e-6 }
        #expect(PeriodGuess.even(batches, nominalInSeconds: nil) == nil)
        // One batch alone looks even: the period that is said to be tells.
        let batch = points(16) { Double($0) * 1e-6 }
        #expect(PeriodGuess.even(batch, nominalInSeconds: 0.01) == nil)
        #expect(PeriodGuess.even(points(3) { Double($0) }, nominalInSeconds: 1) == nil)
        #expect(PeriodGuess.even(points(99) { _ in 0 }, nominalInSeconds: nil) == nil)
    }

    @Test("is found between the least late ones of batches", arguments: [2, 15, 50])
    func arrivals(size: Int) throws {
        let points = points(size * 6 + 1) { Double($0 / size * size + size - 1) * 0.01 }
        let guess = try #require(PeriodGuess.ofArrivals(points))
        #expect(abs(guess.periodInSeconds - 0.01) < 1e-9)
        // The first of a batch was taken before it came.
        #expect(abs(guess.firstInSeconds + Double(size - 1) * 0.01) < 1e-9)
    }

    @Test("is none of timestamps that have no length")
    func nothing() {
        #expect(PeriodGuess.ofArrivals([]) == nil)
        #expect(PeriodGuess.ofArrivals(points(20) { _ in 0 }) == nil)
    }
}
