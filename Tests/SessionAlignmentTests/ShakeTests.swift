// Shakes and other movements, as two sensors with rates of their own measure them.

import AlignmentCases
import RandomWords
import Testing

@testable import SessionAlignment

@Suite("Shakes")
struct ShakeTests {
    private func bursts(
        of motion: MadeMotion,
        seconds: Double,
        rate: Double,
        ahead: Int64 = 0,
        loss: Double = 0.005,
        seed: UInt64
    ) -> [ShakeBurst] {
        var random = RandomWords(seed: seed)
        let readings = MadeSensor(rate: rate, loss: loss).readings(
            of: motion,
            from: 0,
            seconds: seconds,
            &random
        ) { Int64($0 * 1e9) + ahead }
        return ShakeFinder.bursts(of: readings)
    }

    @Test(
        "are found to within 1 ms or three standard deviations",
        arguments: [50.0, 104, 400],
        [0.0, 0.008]
    )
    func found(rate: Double, loss: Double) throws {
        var random = RandomWords(seed: 11)
        var motion = MadeMotion(start: 0, seconds: 20)
        motion.shake(at: 6, &random)
        let first = bursts(of: motion, seconds: 20, rate: 100, seed: 1)
        let second = bursts(
            of: motion,
            seconds: 20,
            rate: rate,
            ahead: 3_123_456_789,
            loss: loss,
            seed: 2
        )
        let search = ShakeSearch(first, second, within: { _ in 10 }) { $0 }
        let match = try #require(search.matches.first, "\(search.refusals)")
        let error = Double(match.second - match.first - 3_123_456_789) / 1e9
        #expect(error.magnitude < max(1e-3, 3 * match.deviation))
        #expect(match.deviation < 2e-3)
    }

    @Test("are searched for as far as the guess at each may be off")
    func reach() throws {
        var random = RandomWords(seed: 11)
        var motion = MadeMotion(start: 0, seconds: 50)
        motion.shake(at: 6, &random)
        random = RandomWords(seed: 11)
        motion.shake(at: 36, &random)
        let first = bursts(of: motion, seconds: 50, rate: 100, seed: 1)
        let second = bursts(of: motion, seconds: 50, rate: 100, ahead: 1_000_000_000, seed: 2)
        try #require(first.count == 2 && second.count == 2)
        // The guess is off by a second; only at the second shake it may be.
        let search = ShakeSearch(
            first,
            second,
            within: { $0 < 20_000_000_000 ? 0.05 : 2 },
            around: { $0 }
        )
        #expect(search.refusals == [.noCounterpart])
        #expect(search.matches.map(\.first) == [first[1].middle])
    }

    @Test("are not found in continuous walking")
    func walking() {
        var random = RandomWords(seed: 5)
        var motion = MadeMotion(start: 0, seconds: 60)
        motion.walk(from: 5, seconds: 50, &random)
        #expect(bursts(of: motion, seconds: 60, rate: 100, seed: 1).isEmpty)
    }

    @Test("are not matched in a short walk, which is as similar one step later", arguments: 1...6)
    func shortWalk(seed: UInt64) {
        var random = RandomWords(seed: seed)
        var motion = MadeMotion(start: 0, seconds: 30)
        motion.walk(from: 8, seconds: 12, &random)
        let first = bursts(of: motion, seconds: 30, rate: 100, seed: 1)
        let second = bursts(of: motion, seconds: 30, rate: 100, seed: 2)
        #expect(!first.isEmpty && !second.isEmpty)
        let search = ShakeSearch(first, second, within: { _ in 30 }) { $0 }
        #expect(search.matches.isEmpty)
        #expect(search.refusals == [.ambiguous])
    }

    @Test("are not matched between sensors that moved independently", arguments: 1...6)
    func unlike(seed: UInt64) {
        var bursts: [[ShakeBurst]] = []
        for sensor in 0..<2 {
            var random = RandomWords(seed: 100 * seed + UInt64(sensor))
            var motion = MadeMotion(start: 0, seconds: 20)
            motion.shake(at: 6, &random)
            bursts.append(self.bursts(of: motion, seconds: 20, rate: 100, seed: seed))
        }
        let search = ShakeSearch(bursts[0], bursts[1], within: { _ in 30 }) { $0 }
        #expect(search.matches.isEmpty)
    }

    @Test("are whole at any rate of the sensor", arguments: [400.0, 1_000, 3_200, 10_000])
    func often(rate: Double) throws {
        var finder = ShakeFinder()
        for place in 0..<Int(36 * rate) {
            let time = Double(place) / rate
            // 16 s of movement without a short period.
            let phase = Int(time * 60).quotientAndRemainder(dividingBy: 7)
            let moves = (8.0..<24).contains(time)
            let magnitude = moves ? Double((phase.quotient * 13) % 11) / 4 : 1
            finder.add(MagnitudeReading(instant: Int64(time * 1e9), magnitude: magnitude))
        }
        finder.finish()
        let burst = try #require(finder.bursts.first)
        let first = try #require(burst.readings.first)
        #expect((burst.start - first.instant - 2_000_000_000).magnitude < 20_000_000)
        #expect(burst.readings.count <= 500 * 21)
        #expect(Double(burst.readings.count) > min(rate, 450) * 19)
    }

    @Test("at the start and at the end are kept if there are too many, and the cut is reported")
    func pushedOut() {
        var finder = ShakeFinder()
        let seconds = 50 * 10
        for place in 0..<seconds * 100 {
            let time = Double(place) / 100
            let (burst, inside) = (Int(time / 10), time - Double(Int(time / 10) * 10))
            // The first and the last burst are weak.
            let height = burst == 0 || burst == 49 ? 0.8 : 2.0
            let moves = (3.0..<7).contains(inside)
            let magnitude = 1 + (moves && place.isMultiple(of: 2) ? height : 0)
            finder.add(MagnitudeReading(instant: Int64(time * 1e9), magnitude: magnitude))
        }
        finder.finish()
        #expect(finder.bursts.count == ShakeFinder.most)
        #expect(finder.isCut)
        #expect((finder.bursts.first?.start ?? .max) < 10_000_000_000)
        #expect((finder.bursts.last?.start ?? .min) > 490_000_000_000)
    }

    @Test("are not found in implausible readings")
    func hostile() {
        var finder = ShakeFinder()
        for instant in [Int64.min, -5, 0, 1, 1, .max, 7] {
            for magnitude in [Double.nan, .infinity, -1e308, 0, 1e308] {
                finder.add(MagnitudeReading(instant: instant, magnitude: magnitude))
            }
        }
        finder.finish()
        #expect(finder.bursts.isEmpty)
    }
}
