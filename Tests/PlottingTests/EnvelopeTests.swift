import Plotting
import Testing

@Suite("The envelope of a signal")
struct EnvelopeTests {
    @Test("keeps every peak, however many readings there are")
    func keepsPeaks() {
        var envelope = Envelope(capacity: 64)
        for number in 0..<100_000 {
            let value = number == 54_321 ? 7.0 : number == 77_777 ? -3.0 : Double(number % 2)
            envelope.add(value, at: Int64(number) * 10_000_000)
        }
        #expect(envelope.buckets.count <= 64)
        let points = envelope.points
        #expect(points.map(\.maximum).max() == 7)
        #expect(points.map(\.minimum).min() == -3)
        let peak = points.first { $0.maximum == 7 }
        let halfWidth = Double(envelope.width) / 2e9
        #expect(abs((peak?.position ?? 0) - 543.21) <= halfWidth)
    }

    @Test("is the same in whichever order the readings come")
    func orderIsNoMatter() {
        let readings = (0..<500).map { (number: Int) -> (Double, Int64) in
            let time: Int64 = Int64(number) * 7_000_003 - 900_000_000
            return (Double(number * 37 % 101), time)
        }
        var one = Envelope(capacity: 32)
        var other = Envelope(capacity: 32)
        for (value, time) in readings { one.add(value, at: time) }
        for (value, time) in readings.reversed() { other.add(value, at: time) }
        #expect(one.width == other.width)
        #expect(one.points == other.points)
    }

    @Test("marks the point before which readings are missing")
    func tellsBreaks() {
        var envelope = Envelope(capacity: 1000)
        envelope.add(1, at: 0)
        envelope.add(2, at: 1_000_000)
        envelope.add(3, at: 500_000_000, followsBreak: true)
        #expect(envelope.points.map(\.followsBreak).filter { $0 }.count == 1)
        #expect(envelope.points.last?.followsBreak == true)
    }

    @Test("can be made coarser, and keeps the lowest and the highest value")
    func limit() {
        var envelope = Envelope(capacity: 1000)
        for number in 0..<900 { envelope.add(Double(number), at: Int64(number) << 17) }
        envelope.limit(to: 64)
        #expect(envelope.buckets.count <= 64)
        envelope.add(-7, at: 1 << 40)
        #expect(envelope.buckets.count <= 64)
        #expect(envelope.points.map(\.minimum).min() == -7)
        #expect(envelope.points.map(\.maximum).max() == 899)
    }

    @Test("ignores values that are not finite")
    func refusesNoNumbers() {
        var envelope = Envelope(capacity: 8)
        for value in [Double.nan, .infinity, -.infinity, 1] { envelope.add(value, at: 0) }
        #expect(envelope.points.map(\.minimum) == [1])
    }

    @Test(
        "accepts any time without a crash",
        arguments: [
            [Int64.min, .max], [.max, .min], [0, .max, .min], [.min, 0], [-1, 0, 1],
        ]
    )
    func anyTime(times: [Int64]) {
        var envelope = Envelope(capacity: 2)
        for time in times { envelope.add(1, at: time) }
        #expect(!envelope.points.isEmpty)
        #expect(envelope.buckets.count <= 2)
    }
}

@Suite("Time intervals")
struct StretchesTests {
    @Test("stay apart if there is room, and merge if they touch")
    func joinsTouching() {
        var stretches = Stretches(capacity: 10)
        for range in [5...6, 1...2, 2...3, 9...9, 6...7] as [ClosedRange<Int64>] {
            stretches.add(range)
        }
        #expect(stretches.all.map(\.range) == [1...3, 5...7, 9...9])
        #expect(stretches.all.allSatisfy { $0.share == 1 })
        #expect(stretches.count == 5)
    }

    @Test("stay within the limit, and cover every interval that was added", arguments: [4, 7, 100])
    func areBounded(capacity: Int) {
        var stretches = Stretches(capacity: capacity)
        let all = (0..<3000).map { Int64(($0 * 7919) % 3001) * 1_000_000_000 }
        for start in all { stretches.add(start...start + 10) }
        #expect(stretches.all.count <= capacity)
        for start in all {
            #expect(
                stretches.all.contains { $0.range.contains(start) && $0.range.contains(start + 10) }
            )
        }
        #expect(
            zip(stretches.all, stretches.all.dropFirst()).allSatisfy {
                $0.range.upperBound < $1.range.lowerBound
            }
        )
    }

    @Test("that come at even distances stay spread out, with the share of time that they cover")
    func evenlySpaced() {
        // A day at 100 Hz, in which every twentieth sample is lost.
        let period: Int64 = 200_000_000
        let end: Int64 = 86_400_000_000_000
        var losses = Stretches(capacity: 2048)
        var steps = Stretches(capacity: 2048)
        for start in stride(from: 0, to: end, by: Int64.Stride(period)) {
            losses.add(start...start + period / 20)
            steps.add(start...start)
        }
        #expect(losses.all.count > 512 && steps.all.count > 512)
        // None is as long as a 512th of the day.
        let longest = losses.all.map { $0.range.upperBound - $0.range.lowerBound }.max() ?? .max
        #expect(longest < end / 512)
        let covered = losses.all.reduce(0.0) { $0 + Double($1.covered) }
        #expect(abs(covered / Double(end) - 0.05) < 1e-3)
        let long = losses.all.filter { $0.covered > period / 20 }
        #expect(long.count > 512 && long.allSatisfy { $0.share < 0.06 })
    }

    @Test("keep a single late one exactly, even after many others")
    func single() {
        var stretches = Stretches(capacity: 16)
        for number in 0..<1000 as Range<Int64> { stretches.add(number * 1000...number * 1000) }
        let late: ClosedRange<Int64> = (1 << 50)...(1 << 50 + 7)
        stretches.add(late)
        #expect(stretches.all.last?.range == late)
    }

    @Test("accept the earliest and the latest time without a crash")
    func endsOfTime() {
        var stretches = Stretches(capacity: 4)
        let ranges = [
            Int64.min...Int64.min, Int64.max...Int64.max, 0...0, -5 ... -5, 10...20, 40...50,
            -900 ... -800, Int64.min...Int64.max,
        ]
        for range in ranges { stretches.add(range) }
        #expect(stretches.all.count == 1)
        stretches = Stretches(capacity: 1)
        for range in ranges.dropLast() { stretches.add(range) }
        #expect(stretches.all.count <= 4)
    }
}
