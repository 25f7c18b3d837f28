// Lateness against loss, by a table: two hundred ways of being late, by themselves and beside a loss of one
// sample, of two and of twenty, at periods of 1 and 10 ms. How late is in periods.

@testable import IIOSource
import Testing

/// A device of which is known what it lost and how late its timestamps were.
private struct Recording {
    var period = 1e7
    var count = 300
    var missing: Set<Int> = []
    var late: [Double] = []
    /// The number of the first sample that is late.
    var lateFrom = 0
    /// How far any timestamp may be behind its time.
    var jitter = 0.0
    var seed: UInt64 = 1

    var timestamps: [Int64] {
        var bits = Bits(state: seed)
        var last = -Double.infinity
        return (0..<count).filter { !missing.contains($0) }.map { number in
            var time = (Double(number) + Double.random(in: 0...jitter, using: &bits)) * period
            if late.indices.contains(number - lateFrom) { time += late[number - lateFrom] * period }
            // No sample overtakes a late one.
            last = max(time, last + 1000)
            return Int64(last)
        }
    }

    var outcome: Outcome {
        let timestamps = timestamps
        var timeline = DeviceTimeline(
            learningFrom: Array(timestamps.prefix(17)),
            nominalPeriodInNanoseconds: period
        )
        return Outcome(timestamps, through: &timeline)
    }
}

@Suite("A jump of the timestamps")
struct LossSettlingTests {
    /// How late the samples of each pattern are.
    private static let table: [[Double]] = {
        var table: [[Double]] = [[0.63, 0.57, 0.71, 0], [-0.1, 0.05, -0.1, -0.1]]
        for height in [0.3, 0.45, 0.55, 0.7, 0.9, 1, 1.1, 1.5, 2, 2.5, 3, 5, 10, 20, 40] {
            for length in [1, 2, 3, 5, 8] {
                table.append(Array(repeating: height, count: length))
            }
            // Waiting samples arrive at once, little by little, or after growing lateness.
            let whole = Int(height)
            table.append((0...whole).map { height - Double($0) })
            table.append((0..<(2 * whole + 2)).map { max(0, height - 0.5 * Double($0)) })
            let rise = (1...4).map { height * Double($0) / 4 }
            table.append(rise + (0..<whole).map { height - 1 - Double($0) })
        }
        var bits = Bits(state: 17)
        while table.count < 200 {
            let length = Int.random(in: 1...10, using: &bits)
            table.append((0..<length).map { _ in Double.random(in: -0.2...1.8, using: &bits) })
        }
        return table
    }()

    private static let devices: [(period: Double, jitter: Double)] = [
        (1e6, 0.01), (1e6, 0.1), (1e7, 0.01), (1e7, 0.2),
    ]

    @Test("of 1.63, 0.94, 1.14 and 0.25 periods is no loss")
    func findsNone() {
        let outcome = Recording(late: [0.63, 0.57, 0.71], lateFrom: 40).outcome
        #expect(outcome.gaps.isEmpty)
    }

    @Test("of 9.0, 21.5, 8.5 and 10.0 ms at 10 ms is one loss, also in the first second")
    func findsOne() {
        for place in 20..<280 {
            var recording = Recording(missing: [place])
            (recording.late, recording.lateFrom) = ([-0.1, 0, 0.05, -0.1], place - 1)
            let outcome = recording.outcome
            #expect(outcome.gaps.map(\.lost) == [1], "at \(place)")
            #expect(outcome.isInOrder && outcome.order == Array(0..<299))
        }
    }

    @Test("is found as a loss of exactly 1, 2 or 20 samples at every place", arguments: [1, 2, 20])
    func tellsEach(lost: Int) {
        for device in Self.devices {
            for place in 1..<(299 - lost) {
                let outcome = Recording(
                    period: device.period,
                    missing: Set(place..<(place + lost)),
                    jitter: device.jitter,
                    seed: UInt64(place)
                ).outcome
                #expect(outcome.lost == Int64(lost), "at \(place), \(device)")
                #expect(outcome.gaps.count == 1)
                #expect(outcome.isInOrder && outcome.order == Array(0..<(300 - lost)))
            }
        }
    }

    @Test("is found as two losses, however close together", arguments: 1...40)
    func tellsTwo(distance: Int) {
        for place in [3, 40, 150, 250] {
            let recording = Recording(missing: [place, place + distance + 1])
            let outcome = recording.outcome
            #expect(outcome.gaps.map(\.lost) == [1, 1], "at \(place)")
            #expect(
                outcome.gaps.map(\.from)
                    == [place, place + distance + 1].map { Int64($0) * 10_000_000 }
            )
        }
    }

    @Test("is no loss where samples are only late, in 200 patterns")
    func inventsNone() {
        #expect(Self.table.count == 200)
        for device in Self.devices {
            for (row, late) in Self.table.enumerated() {
                for place in [20, 40, 150] {
                    let outcome = Recording(
                        period: device.period,
                        late: late,
                        lateFrom: place,
                        jitter: device.jitter,
                        seed: UInt64(row)
                    ).outcome
                    #expect(outcome.lost == 0, "pattern \(row) at \(place), \(device)")
                    #expect(outcome.isInOrder && outcome.order == Array(0..<300))
                }
            }
        }
    }

    @Test(
        "is found beside late samples; only an estimated count is off, and by one at most",
        arguments: [1, 2, 20]
    )
    func tellsBesideLateness(lost: Int) {
        for device in Self.devices.suffix(3) {
            for (row, late) in Self.table.enumerated() {
                let end = 150 + late.count
                for place in [130, 149, end + 3, end + 30] {
                    let outcome = Recording(
                        period: device.period,
                        count: 400,
                        missing: Set(place..<(place + lost)),
                        late: late,
                        lateFrom: place < 150 ? 150 + lost : 150,
                        jitter: device.jitter,
                        seed: UInt64(row)
                    ).outcome
                    // Only where it says that it is an estimate may the count be one off.
                    let off = abs(outcome.lost - Int64(lost))
                    let isEstimated = outcome.gaps.contains(where: \.isEstimated)
                    #expect(
                        off == 0 || off == 1 && isEstimated && outcome.lost > 0,
                        "\(outcome.lost) of \(lost), pattern \(row), loss at \(place), \(device)"
                    )
                    #expect(outcome.isInOrder, "pattern \(row), loss at \(place), \(device)")
                }
            }
        }
    }

    @Test("makes the timeline hold at most 128 samples")
    func waits() {
        // The device catches up little by little, so a loss stays possible for long.
        let sinking = Recording(
            count: 600,
            late: (0..<200).map { 100 - 0.5 * Double($0) },
            lateFrom: 100,
            jitter: 0.1
        ).outcome
        #expect((100...128).contains(sinking.mostHeld), "\(sinking.mostHeld)")
        #expect(sinking.order == Array(0..<600) && sinking.isInOrder)
        var bits = Bits(state: 3)
        for _ in 0..<200 {
            let late = (0..<300).map { _ in Double.random(in: 0...60, using: &bits) }
            let outcome = Recording(count: 600, late: late, lateFrom: 100, jitter: 0.1).outcome
            #expect(outcome.mostHeld <= 128 && outcome.order == Array(0..<600))
            #expect(outcome.isInOrder)
        }
    }

    @Test("makes the timeline hold no sample any more once it is to stop waiting")
    func stopsWaiting() {
        var timeline = DeviceTimeline(periodInNanoseconds: 4e7, timestamping: .taken)
        let late = (0..<20).map { number in
            number < 10 ? 0 : number % 2 == 0 ? 0.65 : 1.1
        }
        var held = 0
        for (number, late) in late.enumerated() {
            guard case .hold = timeline.accept(Int64((Double(number) + late) * 4e7)) else {
                continue
            }
            held += 1
        }
        #expect(held == 10 && timeline.held == 10)
        let hadWaiting = timeline.stopWaiting()
        #expect(hadWaiting)
        #expect(timeline.held == 0)
        guard case .deliver = timeline.accept(Int64(20.65 * 4e7)) else {
            Issue.record("it waits still")
            return
        }
        let hasWaiting = timeline.stopWaiting()
        let rest = timeline.settle()
        #expect(!hasWaiting && rest == nil)
    }

    @Test("leaves samples and gaps in order of time, however late the samples are")
    func ordersGaps() {
        var bits = Bits(state: 29)
        for seed in 0..<1000 {
            let late = (0..<40).map { _ in Double.random(in: -0.2...4, using: &bits) }
            let outcome = Recording(
                count: 200,
                missing: Set((100..<140).filter { _ in Bool.random(using: &bits) }),
                late: late,
                lateFrom: 100,
                jitter: 0.1,
                seed: UInt64(seed)
            ).outcome
            #expect(outcome.isInOrder, "with \(seed)")
        }
    }

    @Test("leaves samples and gaps in order also with overflows, new rates and an end of waiting")
    func ordersGapsAmongAll() {
        var bits = Bits(state: 31)
        for seed in 0..<4000 {
            var time = 0.0
            var period = 1e6
            var timestamps: [Int64] = []
            var overflowed: Set<Int> = []
            var impatient: Set<Int> = []
            while timestamps.count < 400 {
                let steps = Int.random(in: 1...60, using: &bits)
                let kind = Int.random(in: 0..<6, using: &bits)
                if kind == 5 { period = [5e5, 1e6, 2e6][Int.random(in: 0..<3, using: &bits)] }
                for step in 0..<steps {
                    let late =
                        switch kind {
                        case 1: Double.random(in: -0.2...3, using: &bits)
                        case 2: step % 4 == 0 ? 3.2 : -0.8
                        case 3: step == 0 ? Double.random(in: 1...40, using: &bits) : 0
                        default: Double.random(in: 0...0.05, using: &bits)
                        }
                    time += max(0.001, 1 + late) * period
                    if late > 0.5, Int.random(in: 0..<4, using: &bits) == 0 {
                        overflowed.insert(timestamps.count)
                    }
                    if Int.random(in: 0..<400, using: &bits) == 0 {
                        impatient.insert(timestamps.count)
                    }
                    timestamps.append(Int64(time))
                }
            }
            var timeline = DeviceTimeline(periodInNanoseconds: 1e6, timestamping: .taken)
            let outcome = Outcome(
                timestamps,
                overflowedAt: overflowed,
                notWaitingAfter: seed % 2 == 0 ? [] : impatient,
                through: &timeline
            )
            #expect(
                outcome.isInOrder && outcome.order == Array(0..<timestamps.count),
                "with \(seed)"
            )
        }
    }

    @Test("is counted exactly only as far as the period is known")
    func isEstimatedWherePeriodIs() throws {
        // A sensor whose quartz is 10 ppm slower after eight hours than before them.
        var bits = Bits(state: 3)
        func timestamps(asleep: Int) -> [Int64] {
            (0..<3500).map { number in
                let slow = number < 3000 ? 0 : Double(number - 3000 + asleep) * 100
                let place = Double(number < 3000 ? number : number + asleep)
                return Int64(place * 1e7 + slow) + Int64.random(in: 0..<200_000, using: &bits)
            }
        }
        for (asleep, isEstimated) in [(2_880_000, true), (500, false)] {
            var timeline = DeviceTimeline(periodInNanoseconds: 1e7, timestamping: .taken)
            let gap = try #require(
                Outcome(timestamps(asleep: asleep), through: &timeline).gaps.first
            )
            #expect(gap.isEstimated == isEstimated)
            #expect(isEstimated || gap.lost == Int64(asleep))
        }
    }
}
