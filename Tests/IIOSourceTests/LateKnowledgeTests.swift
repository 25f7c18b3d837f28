// What becomes certain late is told late, and never not: losses ahead of another rate, and those that only the
// recording as a whole shows.

@testable import IIOSource
import Testing

/// The timestamps of samples at 1,000 Hz, by when they were taken, in periods.
private func timestamps(_ instants: [Double], seed: UInt64) -> [Int64] {
    var bits = Bits(state: seed)
    return instants.map { Int64(($0 + Double.random(in: 0...0.03, using: &bits)) * 1e6) }
}

@Suite("A loss ahead of another rate")
struct LossAheadOfRateTests {
    /// 200 samples, a loss, some samples more at the same rate, and 100 at another one.
    private func outcome(lost: Int, between: Int, period: Double, seed: Int) -> Outcome {
        var numbers = (0..<200).map(Double.init)
        numbers += (0..<between).map { Double(200 + lost + $0) }
        // The first of the other rate is where the next of this one would have been.
        let start = Double(200 + lost + between)
        numbers += (0..<100).map { start + Double($0) * period }
        let timestamps = timestamps(numbers, seed: UInt64(seed))
        var timeline = DeviceTimeline(
            learningFrom: Array(timestamps.prefix(17)),
            nominalPeriodInNanoseconds: 1e6
        )
        return Outcome(timestamps, through: &timeline)
    }

    @Test("is told where it waits when the rate becomes lower", arguments: [1, 2, 20], [2, 3, 5])
    func slower(lost: Int, between: Int) {
        for seed in 0..<10 {
            let outcome = outcome(lost: lost, between: between, period: 4, seed: seed)
            #expect(outcome.lost == Int64(lost), "seed \(seed)")
            #expect(outcome.gaps.allSatisfy { $0.isEstimated })
            #expect(outcome.order == Array(0..<outcome.order.count) && outcome.isInOrder)
        }
    }

    @Test(
        "is told where the first samples of a higher rate seem to make up for it",
        arguments: [1, 2, 20]
    )
    func faster(lost: Int) {
        for seed in 0..<10 {
            let outcome = outcome(lost: lost, between: 0, period: 0.25, seed: seed)
            #expect(abs(outcome.lost - Int64(lost)) <= 1, "seed \(seed): \(outcome.lost)")
            #expect(outcome.lost > 0 && outcome.gaps.allSatisfy { $0.isEstimated })
        }
    }

    @Test("is none where there was only the other rate", arguments: [0.25, 0.5, 2, 4, 7.3])
    func none(period: Double) {
        for seed in 0..<10 {
            let outcome = outcome(lost: 0, between: 0, period: period, seed: seed)
            #expect(outcome.lost == 0, "seed \(seed): \(outcome.gaps)")
        }
    }
}

@Suite("The count of a recording as a whole")
struct WholeCountTests {
    /// Arrivals at 100 Hz, which are late by up to some periods for ten seconds in the middle.
    private func arrivals(missing: Set<Int>, seed: Int) -> [Int64] {
        var bits = Bits(state: UInt64(seed))
        var last = 0.0
        return (0..<9000).filter { !missing.contains($0) }.map { number in
            let isBusy = (4000..<5000).contains(number)
            // What all samples of a while have to wait changes from one while to the next.
            var dice = Bits(state: UInt64(number / 70) &* 977 &+ UInt64(seed))
            let wait = isBusy ? Double.random(in: 0...2, using: &dice) : 0
            let late = wait + Double.random(in: 0...0.3, using: &bits)
            last = max(last + 1e-4, Double(number) + late)
            return Int64(last * 1e7)
        }
    }

    @Test("tells what was lost while the machine was too busy to tell")
    func tellsBusyLosses() {
        var late = 0
        // The last ones have plateaus, between or behind which nothing was told, or one too many.
        for seed in Array(0..<30) + [64, 133, 135, 250, 284] {
            for missing in [[], [4500], [4300, 4301], [4800]] as [Set<Int>] {
                let timestamps = arrivals(missing: missing, seed: seed)
                var timeline = DeviceTimeline(periodInNanoseconds: 1e7, timestamping: .arrived)
                let outcome = Outcome(timestamps, through: &timeline)
                #expect(outcome.lost == missing.count, "seed \(seed), \(missing): \(outcome.gaps)")
                #expect(outcome.gaps.allSatisfy { $0.isEstimated })
                if let gap = outcome.gaps.last, gap.from == timestamps.last { late += 1 }
            }
        }
        // Else this shows nothing.
        #expect(late > 0)
    }

    @Test(
        "finds a step of any height between even samples, at any place but the ends",
        arguments: [1, 2, 7, 500]
    )
    func findsSteps(height: Int64) {
        for place in [4000, 30_000, 95_000] {
            var count = WholeCount(samplesOfBlock: 16)
            for number in 0..<100_000 as Range<Int64> {
                count.add((number + (number >= place ? height : 0)) * 1_000_000, period: 1e6)
            }
            #expect(count.missing() == height, "at \(place)")
        }
    }

    @Test("takes neither another rate, nor drift, nor lateness for a step", arguments: 0..<10)
    func inventsNone(seed: Int) {
        var bits = Bits(state: UInt64(seed))
        for factor in [0.8, 0.97, 0.99, 0.999, 1.001, 1.01, 1.016, 1.031, 1.25] {
            var count = WholeCount(samplesOfBlock: 16)
            var time = 0.0
            var busy = 0.0
            let turn = Int.random(in: 0..<50_000, using: &bits)
            for number in 0..<50_000 {
                let drift = 1 + 1e-4 * Double(number) / 50_000
                time += 1e6 * drift * (number >= turn ? factor : 1)
                if Int.random(in: 0..<500, using: &bits) == 0 {
                    busy = max(busy, time + Double.random(in: 0...40e6, using: &bits))
                }
                count.add(Int64(max(time, busy)), period: 1e6)
            }
            #expect(count.missing() == 0, "\(factor)")
        }
    }

    @Test("takes the beat of two clocks for none")
    func takesBeatForNone() {
        for slowness in [200e-6, 1e-3] {
            var count = WholeCount(samplesOfBlock: 64)
            for number in 0..<120_000 {
                let time = Int64((Double(number) * (1 + slowness)).rounded(.up)) * 1_000_000
                count.add(time, period: 1e6)
            }
            #expect(count.missing() == 0)
        }
    }

    @Test(
        "counts what was lost beside lateness of any pattern, once it is over, or rarely one more",
        arguments: 0..<20
    )
    func completesEstimates(seed: Int) {
        var bits = Bits(state: UInt64(seed) + 77)
        var tooMany = 0
        for _ in 0..<50 {
            let lost = Int.random(in: 1...3, using: &bits)
            let place = Int.random(in: 290...310, using: &bits)
            let late = (0..<10).map { _ in Double.random(in: -0.2...1.8, using: &bits) }
            var last = -Double.infinity
            let timestamps = (0..<1200).filter { !(place..<(place + lost)).contains($0) }.map {
                number in
                var time = Double(number) + Double.random(in: 0...0.1, using: &bits)
                if late.indices.contains(number - 300) { time += late[number - 300] }
                last = max(time, last + 1e-4)
                return Int64(last * 1e7)
            }
            var timeline = DeviceTimeline(
                learningFrom: Array(timestamps.prefix(17)),
                nominalPeriodInNanoseconds: 1e7
            )
            let outcome = Outcome(timestamps, through: &timeline)
            let more = outcome.lost - Int64(lost)
            #expect((0...1).contains(more), "\(outcome.lost) of \(lost) at \(place), \(late)")
            if more > 0 { tooMany += 1 }
        }
        #expect(tooMany <= 2)
    }
}
