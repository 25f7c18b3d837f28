import Testing

@testable import MotionRecorder

@Suite("When readings were taken")
struct InstantEstimatorTests {
    private static let period: Int64 = 10_000_000
    private static let start: Int64 = 3_600_000_000_000
    private var period: Int64 { Self.period }
    private var start: Int64 { Self.start }

    /// An instant of a sensor of 100 Hz.
    private func taken(_ index: Int) -> Int64 { start + Int64(index) * period }

    /// What an estimator makes of timestamps; a gap may be told ahead of one.
    private func instants(
        of timestamps: [Int64],
        rate: Double = 100,
        gaps: [Int: Int64] = [:],
        areEstimated: Bool = false
    ) -> [Int64] {
        var estimator = InstantEstimator(rateInHertz: rate)
        var found: [Int64] = []
        for (index, timestamp) in timestamps.enumerated() {
            if let gap = gaps[index] { estimator.skip(gap, isEstimated: areEstimated) }
            if index % 2 == 0, let instant = estimator.place(timestamp) {
                found.append(instant)
            } else {
                estimator.add(timestamp)
            }
            while let next = estimator.next() { found.append(next) }
        }
        estimator.settle()
        while let next = estimator.next() { found.append(next) }
        return found
    }

    /// How far the steps between instants are from those between the truths, at most, in milliseconds.
    private func worstStep(_ found: [Int64], _ truth: [Int64], from first: Int = 1) -> Double {
        guard found.count == truth.count else { return .infinity }
        return (first..<found.count).map { index -> Double in
            let step = found[index] - found[index - 1]
            let expected = truth[index] - truth[index - 1]
            return Double((step - expected).magnitude) / 1e6
        }.max() ?? .infinity
    }

    @Test("are their timestamps if those are even", arguments: [50.0, 99, 100, 104, 200])
    func even(said: Double) {
        let timestamps = (0..<300).map(taken)
        #expect(instants(of: timestamps, rate: said) == timestamps)
    }

    @Test(
        "are spread over the time of a batch that arrived together",
        arguments: [2, 5, 15, 20, 32, 50, 128],
        [0.96, 1, 1.04]
    )
    func batches(size: Int, claim: Double) {
        let truth = (0..<6000).map(taken)
        let timestamps = truth.indices.map {
            taken(min($0 / size * size + size - 1, 5999)) + 1_500_000
        }
        let found = instants(of: timestamps, rate: 100 * claim)
        // The estimator learns from the first batches.
        #expect(worstStep(found, truth, from: 1000) < 0.1)
        // The sum stays right: nothing is turned twice, and nothing left out.
        #expect(abs((found[5999] - found[1000]) - 4999 * period) < period / 2)
    }

    @Test("are spread as well if batches arrive more or less late", arguments: [15, 32, 50])
    func lateBatches(size: Int) {
        var random: UInt64 = 5
        var arrival: Int64 = 0
        let truth = (0..<9000).map(taken)
        let timestamps = truth.indices.map { index in
            if index % size == 0 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                arrival = taken(min(index + size - 1, 8999)) + Int64(random >> 33) % 4_000_000
            }
            return arrival
        }
        #expect(worstStep(instants(of: timestamps), truth, from: 3000) < 1)
    }

    @Test(
        "continue the earlier line if some readings wait and then arrive at once",
        arguments: [3, 10, 20, 60]
    )
    func stalls(length: Int) {
        let truth = (0..<3000).map(taken)
        let timestamps = truth.indices.map { index in
            let inside = index % 500
            return index < 500 || inside >= length
                ? taken(index) : taken(index - inside + length) - Int64(length - inside) * 20_000
        }
        #expect(worstStep(instants(of: timestamps), truth) < 0.001)
    }

    @Test("continue the line also if late readings catch up at twice the rate")
    func slowCatchingUp() {
        let truth = (0..<1500).map(taken)
        let timestamps = truth.indices.map { index in
            let since = index - 500
            // Twenty periods late, and half a period less with each.
            return since < 0 || since >= 40
                ? taken(index) : taken(index) + Int64(40 - since) * period / 2
        }
        #expect(worstStep(instants(of: timestamps), truth) < 0.001)
    }

    @Test(
        "leave out missing readings, whether reported or not",
        arguments: [1, 2, 5, 50, 500],
        ["unreported", "told", "estimated", "estimated wrongly"]
    )
    func losses(count: Int, telling: String) {
        for at in [20, 100, 777] {
            let kept = (0..<1500).filter { !(at..<at + count).contains($0) }
            let timestamps = kept.map(taken)
            let told = telling == "estimated wrongly" ? Int64(2 * count) : Int64(count)
            let found = instants(
                of: timestamps,
                gaps: telling == "unreported" ? [:] : [at: told],
                areEstimated: telling.hasPrefix("estimated")
            )
            #expect(found == timestamps)
        }
    }

    @Test("leave out single readings that are missing repeatedly", arguments: [20, 7, 3, 2])
    func manyLosses(every: Int) {
        let timestamps = (0..<4000).filter { $0 < 50 || $0 % every != 0 }.map(taken)
        #expect(instants(of: timestamps) == timestamps)
    }

    @Test(
        "are right if a batch has lost some readings, and the loss is reported",
        arguments: [1, 4]
    )
    func lossInBatch(count: Int) {
        let kept = (0..<3000).filter { !(1510..<1510 + count).contains($0) }
        let truth = kept.map(taken)
        let timestamps = kept.map { taken($0 / 15 * 15 + 14) }
        let found = instants(of: timestamps, gaps: [1510: Int64(count)])
        #expect(worstStep(found, truth, from: 1000) < 0.5)
    }

    @Test(
        "are right again soon after readings, single or in batches, have a new rate",
        arguments: [0.5, 0.8, 0.9, 0.97, 0.99, 1.01, 1.03, 1.1, 1.25, 2],
        [1, 20]
    )
    func otherRate(factor: Double, size: Int) {
        let truth = (0..<8000).map { index in
            index < 2000
                ? taken(index) : taken(2000) + Int64((Double(index - 2000) / factor) * 1e7)
        }
        let timestamps = truth.indices.map { truth[min($0 / size * size + size - 1, 7999)] }
        let found = instants(of: timestamps)
        #expect(worstStep(found, truth, from: size == 1 ? 2400 : 2500) < 0.001)
        // Meanwhile no single reading is off by a whole period.
        if size == 1 {
            #expect(zip(found, timestamps).allSatisfy { ($0 - $1).magnitude < period.magnitude })
        }
    }

    @Test("are steady if timestamps jitter", arguments: [1.0, 3, 6])
    func tremble(milliseconds: Double) {
        var random: UInt64 = 7
        let truth = (0..<20_000).map(taken)
        let timestamps = truth.map { instant in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return instant + Int64(Double(random >> 40) / 0x1p24 * milliseconds * 1e6)
        }
        #expect(worstStep(instants(of: timestamps), truth, from: 2000) < 0.05 * milliseconds)
    }

    @Test("begin a new line where the clock was set back, and each reading has one")
    func setBack() {
        let timestamps = (0..<200).map { taken($0 < 100 ? $0 : $0 - 50) }
        #expect(instants(of: timestamps) == timestamps)
    }

    @Test("wait only for the readings that settle a loss", arguments: [1, 5])
    func lag(missing: Int) {
        var estimator = InstantEstimator(rateInHertz: 100)
        for index in 0..<100 { estimator.add(taken(index)) }
        while estimator.next() != nil {}
        #expect(!estimator.isWaiting)
        for index in 0..<7 { estimator.add(taken(100 + missing + index)) }
        #expect(estimator.next() == taken(100 + missing))
    }

    @Test(
        "survive any clock, any count and any rate, and there is one for each reading",
        arguments: [Double.nan, 0, -3, .infinity, 1e300, 1e-300, 100]
    )
    func hostile(rate: Double) {
        let some: [Int64] = [.min, .max, 0, -1, .min, 1, 1, 1, 1, .max, .max - 1, .max, 5, 4, 3]
        let timestamps = (0..<40).flatMap { round in some.map { $0 &+ Int64(round) } }
        for count in [0, 1, -1, Int64.max, 1 << 40] {
            let gaps = Dictionary(uniqueKeysWithValues: (0..<timestamps.count).map { ($0, count) })
            #expect(instants(of: timestamps, rate: rate).count == timestamps.count)
            #expect(instants(of: timestamps, rate: rate, gaps: gaps).count == timestamps.count)
        }
        let same = [Int64](repeating: 7, count: 10_000)
        #expect(instants(of: same, rate: rate).count == same.count)
    }
}
