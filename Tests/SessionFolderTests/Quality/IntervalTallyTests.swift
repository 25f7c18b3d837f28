import Testing

@testable import SessionFolder

@Suite("A tally of intervals")
struct IntervalTallyTests {
    private func tally(_ intervals: some Sequence<Int>) -> IntervalTally {
        var tally = IntervalTally()
        for interval in intervals { tally.add(interval) }
        return tally
    }

    @Test("is exact while there are few different intervals")
    func isExact() {
        let tally = tally((1...100).map { 10_000_000 + $0 })
        #expect(tally.isExact)
        #expect(tally.quantile(0.5) == 10_000_050)
        #expect(tally.quantile(0.99) == 10_000_099)
        #expect(tally.quantile(1) == 10_000_100)
        #expect(tally.longest == 10_000_100)
        #expect(tally.longer(than: 10_000_098).count == 2)
        #expect(tally.longer(than: 10_000_098).nanoseconds == 20_000_199)
    }

    @Test("counts every interval, below and above the limit of different ones")
    func keepsCounts() {
        for distinct in [511, 512, 513, 5000] {
            let tally = tally((1...distinct).map { $0 * 1_000_000 })
            #expect(tally.isExact == (distinct <= 512))
            #expect(tally.count == distinct)
            #expect(tally.longer(than: 0).count == distinct)
        }
    }

    @Test("is right within one percent if there are many different intervals")
    func isRoughlyRight() throws {
        let tally = tally((1...100_000).map { $0 * 997 })
        #expect(!tally.isExact)
        for fraction in [0.01, 0.5, 0.99] {
            let found = Double(try #require(tally.quantile(fraction)))
            #expect(abs(found / (fraction * 100_000 * 997) - 1) < 0.01)
        }
        #expect(abs(tally.longer(than: 49_850_000).count - 50_000) < 500)
    }

    @Test("has a bucket for every length, in order, whose middle is within half a percent")
    func buckets() {
        var before = -1
        for power in 0..<63 {
            for length in [
                1 << power, (1 << power) + ((1 << power) - 1) / 3,
                (1 << power) + ((1 << power) - 1),
            ]
            where length > 0 {
                let bucket = IntervalBucket(holding: length)
                #expect(bucket.index >= before && bucket.index < IntervalBucket.all)
                #expect(abs(Double(bucket.middle) - Double(length)) <= 0.005 * Double(length))
                before = bucket.index
            }
        }
        #expect(IntervalBucket(holding: .max).index == IntervalBucket.all - 1)
    }

    @Test("has no quantile without intervals, and does not overflow")
    func ends() {
        #expect(IntervalTally().quantile(0.5) == nil)
        let tally = tally([Int.max, .max, 1])
        #expect(tally.quantile(0.5) == .max)
        #expect(tally.longer(than: 1e18).count == 2)
    }
}
