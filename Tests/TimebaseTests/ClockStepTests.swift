// Small steps of a clock that only arrivals tell, by simulated devices: batches come late by chance and in stalls,
// timestamps are late, samples are lost, and none of that is a step.

import Glibc
import Testing
import Timebase

@Suite("A step of a clock that is known by its arrivals")
struct ClockStepTests {
    /// A device of another machine at 100 Hz, in batches of two.
    private struct Device {
        var dice: Dice
        var clock: DeviceClock
        /// By how much its clock was set so far.
        var shift: Int64 = 0
        /// How long each batch is on its way, beside what it is late by.
        var way: Int64 = 0
        var farthest: Int64 = 0
        /// How far each sample's instant was from where it was taken, and what the clock said of its error.
        var told: [(number: Int64, off: Int64, stated: Int64)] = []
        private var busyUntil: Int64 = 0
        private var hidden: Int64 = 0
        private var exemptUntil: Int64 = 0
        private let period: Int64
        private static let start: Int64 = 900_000_000_000
        static let period: Int64 = 10_000_000

        init(seed: UInt64, way: Int64 = 0, period: Int64 = Device.period) {
            dice = Dice(state: seed)
            self.way = way
            self.period = period
            clock = DeviceClock(arrivals: [])
            let first = (0..<8).map { number in
                ClockArrival(
                    timestamp: Int64(number - 8) * 2 * period,
                    seen: Self.start + Int64(number - 8) * 2 * period + way + delay()
                )
            }
            clock = DeviceClock(arrivals: first)
        }

        private mutating func delay() -> Int64 {
            Int64(-log(Double.random(in: 1e-12..<1, using: &dice)) * 1e6)
        }

        /// Takes the samples of one batch by their numbers.
        ///
        /// - Parameters:
        ///   - numbers: The samples'.
        ///   - step: By how much the clock is set before the sample at a place.
        ///   - late: By how much the timestamp of a sample is late.
        mutating func take(
            _ numbers: [Int64],
            set step: (place: Int, by: Int64)? = nil,
            late: (Int64) -> Int64 = { _ in 0 }
        ) {
            var timestamps: [Int64] = []
            for (place, number) in numbers.enumerated() {
                if let step, step.place == place { shift += step.by }
                timestamps.append(number * period + shift + late(number))
            }
            guard let newest = timestamps.last, let last = numbers.last else { return }
            let taken = Self.start + last * period + late(last)
            if Int.random(in: 0..<300, using: &dice) == 0 {
                busyUntil = taken + Int64.random(in: 0...200_000_000, using: &dice)
            }
            let seen = max(taken + way, busyUntil) + delay()
            // As long as batches come later than the clock was set ahead, nothing can tell.
            if let step { hidden = step.by }
            if seen - taken < hidden - 1_500_000 || hidden < 0 { hidden = 0 }
            if hidden > 0 { exemptUntil = last + hidden / period + 2 }
            let arrival = ClockArrival(timestamp: newest, seen: seen)
            clock.expect(arrival, count: timestamps.count, spacing: period)
            for (timestamp, number) in zip(timestamps, numbers) {
                let time = clock.instant(of: timestamp, seen: seen, spacing: period)
                let place = Self.start + number * period + late(number)
                told.append((number, time - place, clock.errorNanoseconds))
                if number > max(800, exemptUntil) { farthest = max(farthest, abs(time - place)) }
            }
            clock.note(arrival)
        }

        var stretches: Int { clock.pairs.count(where: \.beginsStretch) }
    }

    @Test(
        "begins a stretch, and moves no sample by half a period unless all come late, ten times",
        arguments: [0.005, -0.005, 0.012, -0.012, 0.03, -0.03, 0.1, -0.1, 0.5, -0.5, 3600, -3600],
        0...1
    )
    func isFound(seconds: Double, place: Int) {
        for seed in 0..<5 {
            var device = Device(seed: UInt64(seed))
            for batch in 0..<3000 as Range<Int64> {
                let isSet = batch >= 600 && batch < 2600 && batch % 200 == 0
                device.take(
                    [2 * batch, 2 * batch + 1],
                    set: isSet ? (place, Int64(seconds * 1e9)) : nil
                )
            }
            #expect(device.stretches == 11, "seed \(seed)")
            #expect(device.farthest < Device.period / 2, "seed \(seed): \(device.farthest) ns")
        }
    }

    /// Thirty seconds, a loss just as the way becomes shorter, and thirty seconds more.
    private func lose(_ lost: Int64, shorter: Int64, period: Int64, seed: Int) -> Device {
        var device = Device(seed: UInt64(seed) + 500, way: shorter, period: period)
        let batches = 15_000_000_000 / period
        for batch in 0..<(2 * batches) {
            let number = 2 * batch + (batch < batches ? 0 : lost)
            if batch == batches { device.way = 0 }
            device.take([number, number + 1])
        }
        return device
    }

    @Test(
        "is none where a loss is told beside a way that becomes shorter, and what that moves says so for a second",
        arguments: [3, 30, 300],
        [2_000_000, 5_000_000, 20_000_000] as [Int64]
    )
    func isNoLossBesideShorterWay(lost: Int64, shorter: Int64) {
        for seed in 0..<20 {
            let device = lose(lost, shorter: shorter, period: Device.period, seed: seed)
            // What seemed to be a step was revoked.
            #expect([1, 3].contains(device.stretches), "seed \(seed)")
            // Three seconds are not hidden by a way that is some milliseconds shorter.
            if lost == 300 { #expect(device.stretches == 1, "seed \(seed)") }
            let moved = device.told.filter { abs($0.off) > shorter + 4_000_000 }
            for sample in moved {
                #expect((3000..<3100).contains(sample.number - lost), "seed \(seed)")
                #expect(abs(sample.off) <= sample.stated + shorter, "seed \(seed): \(sample)")
            }
            let last = device.told.suffix(500).map { abs($0.off) }.max() ?? .max
            #expect(last < Device.period / 4, "seed \(seed): \(last) ns")
        }
    }

    @Test(
        "is none where it cannot be told from a loss, as it is so small",
        arguments: [1_500_000, 2_500_000] as [Int64]
    )
    func isNoneWhereSmall(shorter: Int64) {
        for seed in 0..<20 {
            let device = lose(2, shorter: shorter, period: 1_000_000, seed: seed)
            #expect(device.stretches == 1, "seed \(seed)")
        }
    }

    @Test("is neither a loss, nor lateness of timestamps, batches, or both", arguments: 0..<20)
    func isNotInvented(seed: Int) {
        var device = Device(seed: UInt64(seed))
        var dice = Dice(state: UInt64(seed) + 1000)
        var number: Int64 = 0
        var lateUntil: Int64 = 0
        while number < 60_000 {
            if Int.random(in: 0..<400, using: &dice) == 0 {
                number += Int64.random(in: 1...30, using: &dice)
            }
            if Int.random(in: 0..<200, using: &dice) == 0 {
                let end = number * Device.period + Int64.random(in: 0...300_000_000, using: &dice)
                lateUntil = max(lateUntil, end)
            }
            let end = lateUntil
            device.take([number, number + 1]) { max(0, end - $0 * Device.period) }
            number += 2
        }
        #expect(device.stretches == 1)
    }
}
