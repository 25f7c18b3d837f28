@testable import IIOSource
import Testing
import Timebase

extension DeviceTimeline {
    /// Processes the next timestamp of a device whose clock is the session's.
    mutating func accept(_ timestamp: Int64, overflowed: Bool = false) -> Verdict {
        accept(timestamp, course: timestamp, overflowed: overflowed)
    }
}

/// What a timeline made of timestamps: the delivered samples, by their numbers, and the reported gaps.
struct Outcome: Equatable {
    var times: [Int64] = []
    private(set) var gaps: [DeviceTimeline.Gap] = []
    /// The instants of samples and gaps, in the order of a file.
    private var written: [Int64] = []
    var order: [Int] = []
    var mostHeld = 0

    /// Passes timestamps through a timeline.
    ///
    /// - Parameters:
    ///   - timestamps: The timestamps; a sample's number is its position among them.
    ///   - courses: The device's own clock at each sample; by default it is the same as the timestamps.
    ///   - uncertain: The samples before which a loss is uncertain.
    ///   - overflowed: The samples before which the kernel's buffer was full.
    ///   - impatient: The samples after which nothing may be held back any longer.
    ///   - timeline: The timeline.
    init(
        _ timestamps: [Int64],
        courses: [Int64]? = nil,
        uncertainAt uncertain: Set<Int> = [],
        overflowedAt overflowed: Set<Int> = [],
        notWaitingAfter impatient: Set<Int> = [],
        through timeline: inout DeviceTimeline
    ) {
        var held: [(Int, Int64)] = []
        for (number, timestamp) in timestamps.enumerated() {
            if uncertain.contains(number) { timeline.noteUncertainLoss() }
            let verdict = timeline.accept(
                timestamp,
                course: courses?[number] ?? timestamp,
                overflowed: overflowed.contains(number)
            )
            switch verdict {
            case .deliver(let time):
                release(&held)
                deliver(number, time)
            case .hold(let time):
                held.append((number, time))
            case .settle(let gap, let time):
                add(gap)
                release(&held)
                deliver(number, time)
            case .settleAndHold(let gap, let time):
                add(gap)
                release(&held)
                held = [(number, time)]
            case .settleSome(let gap, let count, let time):
                add(gap)
                release(&held, count)
                held.append((number, time))
            }
            mostHeld = max(mostHeld, held.count)
            if impatient.contains(number), timeline.stopWaiting() { release(&held) }
        }
        while let rest = timeline.settle() {
            add(rest.gap)
            release(&held, rest.samples)
        }
        release(&held)
    }

    private mutating func release(_ held: inout [(Int, Int64)], _ count: Int? = nil) {
        let count = count ?? held.count
        for (number, time) in held.prefix(count) { deliver(number, time) }
        held.removeFirst(count)
    }

    private mutating func deliver(_ number: Int, _ time: Int64) {
        order.append(number)
        times.append(time)
        written.append(time)
    }

    private mutating func add(_ gap: DeviceTimeline.Gap?) {
        guard let gap else { return }
        gaps.append(gap)
        written.append(gap.from)
    }

    var lost: Int64 { gaps.reduce(0) { $0 + $1.lost } }
    var isInOrder: Bool { zip(written, written.dropFirst()).allSatisfy { $0 <= $1 } }
}

@Suite("The timeline of a device whose timestamps are the times when it took the samples")
struct TakenTimelineTests {
    static let period: Int64 = 1_000_000

    private func run(_ timestamps: [Int64], period: Double = 1e6) -> Outcome {
        var timeline = DeviceTimeline(periodInNanoseconds: period, timestamping: .taken)
        return Outcome(timestamps, through: &timeline)
    }

    @Test("delivers evenly spaced timestamps unchanged, without holding a sample back")
    func even() {
        let timestamps = (0..<1000).map { 5_000_000_000 + Int64($0) * Self.period }
        let outcome = run(timestamps)
        #expect(outcome.times == timestamps)
        #expect(outcome.gaps.isEmpty && outcome.mostHeld == 0)
    }

    @Test(
        "counts lost samples exactly, in a gap that begins at the first missing one",
        arguments: [1, 2, 7, 1000, 3000, 1_000_000] as [Int64]
    )
    func counts(lost: Int64) {
        let timestamps = (0..<400).map { Int64($0 < 200 ? $0 : $0 + Int(lost)) * Self.period }
        let outcome = run(timestamps)
        #expect(
            outcome.gaps == [
                DeviceTimeline.Gap(
                    from: 200 * Self.period,
                    to: (200 + lost) * Self.period,
                    lost: lost,
                    isEstimated: false
                )
            ]
        )
        #expect(outcome.order == Array(0..<400) && outcome.mostHeld == 1)
    }

    @Test("marks a gap as an overflow of the kernel's buffer where the kernel reports one")
    func marksOverflow() {
        var timeline = DeviceTimeline(periodInNanoseconds: 1e6, timestamping: .taken)
        for number in 0..<100 as Range<Int64> { _ = timeline.accept(number * Self.period) }
        #expect(timeline.accept(200 * Self.period, overflowed: true) == .hold(at: 200_000_000))
        guard case .settle(let gap?, _) = timeline.accept(201 * Self.period) else {
            Issue.record("the gap is not reported")
            return
        }
        #expect(gap.isOverflow && gap.lost == 100)
    }

    @Test("counts losses in quick succession separately")
    func countsNeighbours() {
        let numbers = [0, 1, 2, 5, 8, 9, 10, 12, 13]
        let outcome = run(numbers.map { Int64($0) * Self.period })
        #expect(outcome.gaps.map(\.lost) == [2, 2, 1])
        #expect(outcome.gaps.map(\.from) == [3, 6, 11].map { $0 * Self.period })
    }

    @Test("cuts a gap off at the end of the recording")
    func isDue() {
        let gap = DeviceTimeline.Gap(from: 1000, to: 1100, lost: 10, isEstimated: false)
        func due(_ limit: Int64) -> Int64? {
            gap.due(until: limit, behind: 990, periodInNanoseconds: 10, isFollowed: false)?.lost
        }
        #expect(due(.max) == 10 && due(1100) == 10 && due(1099) == 10)
        #expect(due(1045) == 5 && due(1000) == 1 && due(999) == nil)
        // A loss happened before the end of the recording, even if it is noticed later: the gap moves back to the end.
        let found = DeviceTimeline.Gap(from: 1000, to: 1000, lost: 10, isEstimated: true)
        func early(behind delivered: Int64) -> DeviceTimeline.Gap? {
            found.due(until: 900, behind: delivered, periodInNanoseconds: 10, isFollowed: false)
        }
        #expect(early(behind: 890)?.lost == 10 && early(behind: 890)?.from == 900)
        // A sample that was delivered before the end was known may be after the end; then the gap is not before it.
        #expect(early(behind: 950)?.from == 950)
    }

    @Test("keeps a gap whole ahead of a sample that was held before the recording's end was known")
    func isDueBeforeAHeldSample() {
        let gap = DeviceTimeline.Gap(from: 1000, to: 1100, lost: 10, isEstimated: false)
        for limit in [900, 1045, 2000] as [Int64] {
            let due = gap.due(until: limit, behind: 990, periodInNanoseconds: 10, isFollowed: true)
            #expect(due == gap)
        }
    }

    @Test("treats a step of 1.4 periods as jitter, and one of 1.6 periods as a loss")
    func threshold() {
        let uneven = (0..<100).map { Int64($0) * Self.period + ($0 == 50 ? 400_000 : 0) }
        #expect(run(uneven).gaps.isEmpty)
        var shifted = (0..<100).map { Int64($0) * Self.period }
        for index in 50..<100 { shifted[index] += 600_000 }
        #expect(run(shifted).gaps.map(\.lost) == [1])
    }

    @Test("learns the device's real period, and so counts a loss of 3001 samples exactly")
    func learnsPeriod() {
        // 3 % off the stated period, as with real sensors, and timestamps in whole microseconds.
        let real = 970_300.0
        let numbers = Array(0..<5000) + Array(8001..<9000)
        let outcome = run(numbers.map { Int64((Double($0) * real / 1000).rounded()) * 1000 })
        #expect(outcome.gaps.map(\.lost) == [3001])
    }

    @Test("adapts to a new rate, inventing under 60 losses if slower and none if faster")
    func followsRate() {
        let first = (0..<500).map { Int64($0) * 1_000_000 }
        let slower = (1..<500).map { 499_000_000 + Int64($0) * 4_000_000 }
        let outcome = run(first + slower)
        #expect(outcome.lost < 60)
        let faster = (1..<500).map { 499_000_000 + Int64($0) * 250_000 }
        #expect(run(first + faster).gaps.isEmpty)
        // A loss at the new rate is reported, too.
        let withLoss = faster.filter { $0 < 550_000_000 || $0 > 551_000_000 }
        #expect(run(first + withLoss).gaps.map(\.lost) == [5])
    }

    @Test("treats timestamps as arrival times once late samples have arrived together")
    func recognisesArrivals() {
        var timestamps = (0..<200).map { Int64($0) * Self.period }
        // Four samples delivered together, three periods late.
        for index in 100..<104 { timestamps[index] = 103_500_000 + Int64(index) }
        var timeline = DeviceTimeline(periodInNanoseconds: 1e6, timestamping: .taken)
        let outcome = Outcome(timestamps, through: &timeline)
        #expect(outcome.gaps.isEmpty)
        #expect(timeline.timestamping == .arrived)
        #expect(outcome.order == Array(0..<200) && outcome.isInOrder)
    }

    @Test("never delivers times that go backwards, despite jitter or a clock that was set back")
    func neverBackwards() {
        let taken = (0..<300).map { 10_000_000_000 + Int64($0) * Self.period }
        var timestamps = taken
        timestamps[50] -= 1_500_000
        for index in 100..<300 { timestamps[index] -= 3_600_000_000_000 }
        var clock = DeviceClock.boottime
        let instants = zip(timestamps, taken).map { timestamp, taken in
            clock.instant(of: timestamp, seen: taken + 5_000_000, spacing: Self.period)
        }
        let outcome = run(instants)
        #expect(outcome.isInOrder && outcome.order == Array(0..<300))
        #expect(outcome.times[299] == 10_000_000_000 + 299 * Self.period)
        // Times do not go backwards either without a `DeviceClock`, which removes the clock's step back.
        #expect(run(timestamps).isInOrder)
    }

    @Test("survives any timestamps", arguments: 0..<20)
    func survives(seed: Int) {
        var bits = Bits(state: UInt64(seed))
        let timestamps = (0..<3000).map { _ -> Int64 in
            switch Int.random(in: 0..<6, using: &bits) {
            case 0: .max
            case 1: .min
            case 2: 0
            default: Int64(bitPattern: bits.next())
            }
        }
        for timestamping in [DeviceTimeline.Timestamping.taken, .arrived] {
            var timeline = DeviceTimeline(periodInNanoseconds: 1e6, timestamping: timestamping)
            let outcome = Outcome(timestamps, through: &timeline)
            #expect(outcome.order == Array(0..<3000))
            #expect(outcome.isInOrder)
        }
        var learned = DeviceTimeline(
            learningFrom: Array(timestamps.prefix(17)),
            nominalPeriodInNanoseconds: 1e6
        )
        #expect(Outcome(timestamps, through: &learned).order == Array(0..<3000))
    }

    @Test(
        "survives timestamps as far apart as they can be, and any rate that a device claims",
        arguments: [nil, 0, -1, 1e-300, 1e300, .infinity, .nan] as [Double?]
    )
    func survivesAnyPeriod(nominal: Double?) {
        let timestamps = (0..<18).map { (.min / 2) &+ Int64($0) &* .max }
        var learned = DeviceTimeline(
            learningFrom: timestamps,
            nominalPeriodInNanoseconds: nominal
        )
        #expect((1...1e15).contains(learned.periodInNanoseconds))
        #expect(Outcome(timestamps, through: &learned).order == Array(0..<18))
        var claimed = DeviceTimeline(learningFrom: [], nominalPeriodInNanoseconds: nominal)
        #expect((1...1e15).contains(claimed.periodInNanoseconds))
        #expect(Outcome(timestamps, through: &claimed).order == Array(0..<18))
    }

    @Test("reports a late timer tick as one loss of the ticks that it skipped")
    func ticks() {
        // A timer that fires late skips the ticks that were due meanwhile.
        let late = [0, 1, 2, 8.5, 9, 10, 11, 12]
        let outcome = run(late.map { Int64($0 * 1e6) })
        #expect(outcome.gaps.map(\.lost) == [5] && outcome.gaps.first?.isEstimated == true)
        #expect(outcome.order == Array(0..<8))
        // Three samples arrive together where four were due.
        let together = [0, 1, 2, 6.3, 6.301, 6.302, 7, 8, 9]
        #expect(run(together.map { Int64($0 * 1e6) }).gaps.map(\.lost) == [1])
        let end = [0, 1, 2, 8.5, 9]
        #expect(run(end.map { Int64($0 * 1e6) }).gaps.map(\.lost) == [5])
    }

    @Test("reports a kernel overflow as a loss even if the next sample follows at once")
    func keepsOverflow() {
        var timeline = DeviceTimeline(periodInNanoseconds: 1e6, timestamping: .taken)
        for number in 0..<100 as Range<Int64> { _ = timeline.accept(number * Self.period) }
        _ = timeline.accept(150 * Self.period, overflowed: true)
        guard case .settle(let gap?, _) = timeline.accept(150 * Self.period + 1000) else {
            Issue.record("the gap is not reported")
            return
        }
        #expect(gap.isOverflow && gap.lost == 50)
    }
}

@Suite("The timeline of a device whose timestamps are the times when its samples arrived")
struct ArrivedTimelineTests {
    private func run(_ timestamps: [Int64], period: Double = 1e6) -> Outcome {
        var timeline = DeviceTimeline(periodInNanoseconds: period, timestamping: .arrived)
        return Outcome(timestamps, through: &timeline)
    }

    /// Returns when samples arrive from a source with a constant rate, through a system that is sometimes late.
    ///
    /// `longestDelay` is in periods.
    static func arrivals(
        _ numbers: [Int],
        period: Double,
        seed: UInt64,
        longestDelay: Double = 40
    ) -> [Int64] {
        var bits = Bits(state: seed)
        var busyUntil = 0.0
        return numbers.map { number in
            let due = Double(number) * period
            if Int.random(in: 0..<200, using: &bits) == 0 {
                let late = Double.random(in: 1...longestDelay, using: &bits) * period
                busyUntil = max(busyUntil, due + late)
            }
            let arrival = max(due, busyUntil) + Double.random(in: 0...0.3, using: &bits) * period
            busyUntil = max(busyUntil, arrival + 1000)
            return Int64(arrival)
        }
    }

    @Test("reports no loss if samples only arrive late", arguments: 0..<20)
    func inventsNothing(seed: Int) {
        for period in [250_000.0, 1e6, 1e7] {
            let timestamps = Self.arrivals(Array(0..<20_000), period: period, seed: UInt64(seed))
            // The period that a device states may be one percent off, and one learned from the first few arrivals may
            // be much further off.
            let factor = [0.99, 1.01, 0.6, 1.8][seed % 4]
            let outcome = run(timestamps, period: period * factor)
            #expect(outcome.lost == 0, "at \(period)")
            #expect(outcome.order == Array(0..<20_000) && outcome.isInOrder)
        }
    }

    @Test("counts the samples that a kernel overflow lost, within 41, as an estimate")
    func countsOverflow() {
        for seed in 0..<10 {
            let numbers = Array(0..<3000) + Array(4500..<6000)
            let timestamps = Self.arrivals(numbers, period: 1e6, seed: UInt64(seed))
            var timeline = DeviceTimeline(periodInNanoseconds: 1e6, timestamping: .arrived)
            var gaps: [DeviceTimeline.Gap] = []
            for (index, timestamp) in timestamps.enumerated() {
                if case .settle(let gap?, _) = timeline.accept(timestamp, overflowed: index == 3000)
                {
                    gaps.append(gap)
                }
            }
            #expect(gaps.count == 1)
            #expect(abs((gaps.first?.lost ?? 0) - 1500) <= 41)
            #expect(gaps.first?.isEstimated == true && gaps.first?.isOverflow == true)
        }
    }

    @Test("estimates a loss within 40 samples if the kernel reports no overflow")
    func estimates() {
        for seed in 0..<10 {
            let numbers = Array(0..<5000) + Array(5400..<12_000)
            let outcome = run(Self.arrivals(numbers, period: 1e6, seed: UInt64(seed)))
            #expect(abs(outcome.lost - 400) <= 40, "\(outcome.lost)")
            #expect(!outcome.gaps.contains { !$0.isEstimated })
            #expect(outcome.order == Array(0..<numbers.count) && outcome.isInOrder)
        }
    }

    @Test(
        "counts a loss of 1, 2 or 5 samples exactly: early, midway and near the end",
        arguments: [1, 2, 5] as [Int],
        [400, 3000, 5500]
    )
    func findsSmallLosses(lost: Int, position: Int) {
        for seed in 0..<10 {
            let numbers = Array(0..<position) + Array((position + lost)..<6000)
            let outcome = run(
                Self.arrivals(numbers, period: 1e7, seed: UInt64(seed)),
                period: 1e7 * [0.99, 1.01, 1][seed % 3]
            )
            #expect(outcome.lost == Int64(lost), "seed \(seed)")
            #expect(!outcome.gaps.contains { !$0.isEstimated })
        }
    }

    @Test(
        "counts a long loss within one sample: in a short recording, of slow sensors, near the end",
        arguments: [(100.0, 20, 18.0, 1.5), (10, 30, 15, 2), (100, 3, 1, 1), (100, 20, 19.2, 0.5)]
    )
    func findsLongLosses(rate: Double, seconds: Int, start: Double, length: Double) {
        for seed in 0..<10 {
            let numbers = (0..<(seconds * Int(rate))).filter { number in
                !(start..<(start + length)).contains(Double(number) / rate)
            }
            let timestamps = Self.arrivals(
                numbers,
                period: 1e9 / rate,
                seed: UInt64(seed),
                longestDelay: 3
            )
            let outcome = run(timestamps, period: 1e9 / rate)
            let error = Double(outcome.lost) - length * rate
            #expect(abs(error) <= 1, "seed \(seed): \(outcome.lost)")
        }
    }

    @Test(
        "reports at most 3 losses where polling runs at a slightly different rate than the device"
    )
    func reportsFewLossesOfPolling() {
        for slowness in [50e-6, 200e-6, 1e-3] {
            // Polled every millisecond; an empty answer yields no sample.
            let timestamps = (0..<120_000).map {
                Int64((Double($0) * (1 + slowness)).rounded(.up)) * 1_000_000
            }
            #expect(run(timestamps, period: 1e6).lost <= 3)
        }
    }

    @Test("counts all six samples that are missing at five places")
    func findsSeveral() {
        for seed in 0..<10 {
            let missing: Set<Int> = [900, 1150, 1151, 1900, 2300, 4000]
            let numbers = (0..<6000).filter { !missing.contains($0) }
            let outcome = run(Self.arrivals(numbers, period: 1e7, seed: UInt64(seed)), period: 1e7)
            #expect(outcome.lost == 6, "seed \(seed)")
        }
    }

    @Test(
        "reports no loss where the rate changes",
        arguments: [0.97, 0.985, 0.995, 1.005, 1.015, 1.016, 1.031, 1.1, 1.5, 2],
        // Midway, and so near the end that few samples show the new rate.
        [3000, 5600, 5700]
    )
    func reportsNoLossAtANewRate(factor: Double, position: Int) {
        for seed in 0..<5 {
            let timestamps = Self.arrivals(Array(0..<6000), period: 1e7, seed: UInt64(seed))
            let changed = timestamps.map { timestamp in
                let change = Double(timestamps[position])
                return timestamp < timestamps[position]
                    ? timestamp : Int64(change + (Double(timestamp) - change) * factor)
            }
            #expect(run(changed, period: 1e7).lost == 0, "seed \(seed)")
        }
    }

    @Test("reports no loss where the delay of arrival slowly grows and shrinks", arguments: 0..<20)
    func reportsNoLossOfAChangingDelay(seed: Int) {
        var bits = Bits(state: UInt64(seed))
        var delay = 20.0
        let timestamps = (0..<20_000).map { number -> Int64 in
            if number % 64 == 0 {
                delay = max(0, delay + Double.random(in: -0.9...0.95, using: &bits))
            }
            return Int64((Double(number) + delay) * 1e7)
        }
        #expect(run(timestamps, period: 1e7).lost == 0)
    }

    @Test("reports no loss where a machine stalls for seconds and then catches up")
    func reportsNoLossAfterAStall() {
        for seconds in [1, 3, 10] {
            var timestamps = Self.arrivals(Array(0..<6000), period: 1e7, seed: 3)
            // No sample arrives in this interval; all of its samples arrive at its end.
            let end = timestamps[3000 + seconds * 100]
            for index in 3000..<(3000 + seconds * 100) { timestamps[index] = end }
            #expect(run(timestamps, period: 1e7).lost == 0)
        }
    }

    @Test("never holds a sample back")
    func holdsNothing() {
        let numbers = Array(0..<1000) + Array(2000..<9000)
        #expect(run(numbers.map { Int64($0) * 1_000_000 }).mostHeld == 0)
    }
}
