// Small steps of a clock that only arrivals tell, by simulated devices: batches come late by chance and in stalls,
// stamps are late, samples are lost, and none of that is a step.

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
        var farthest: Int64 = 0
        private var busyUntil: Int64 = 0
        private var hidden: Int64 = 0
        private var exemptUntil: Int64 = 0
        static let period: Int64 = 10_000_000
        private static let start: Int64 = 900_000_000_000

        init(seed: UInt64) {
            dice = Dice(state: seed)
            clock = DeviceClock(arrivals: [])
            let first = (0..<8).map { number in
                ClockArrival(
                    stamp: Int64(number - 8) * 2 * Self.period,
                    seen: Self.start + Int64(number - 8) * 2 * Self.period + delay()
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
        ///   - late: By how much the stamp of a sample is late.
        mutating func take(
            _ numbers: [Int64],
            set step: (place: Int, by: Int64)? = nil,
            late: (Int64) -> Int64 = { _ in 0 }
        ) {
            var stamps: [Int64] = []
            for (place, number) in numbers.enumerated() {
                if let step, step.place == place { shift += step.by }
                stamps.append(number * Self.period + shift + late(number))
            }
            guard let newest = stamps.last, let last = numbers.last else { return }
            let taken = Self.start + last * Self.period + late(last)
            if Int.random(in: 0..<300, using: &dice) == 0 {
                busyUntil = taken + Int64.random(in: 0...200_000_000, using: &dice)
            }
            let seen = max(taken, busyUntil) + delay()
            // As long as batches come later than the clock was set ahead, nothing can tell.
            if let step { hidden = step.by }
            if seen - taken < hidden - 1_500_000 || hidden < 0 { hidden = 0 }
            if hidden > 0 { exemptUntil = last + hidden / Self.period + 2 }
            let arrival = ClockArrival(stamp: newest, seen: seen)
            clock.expect(arrival, count: stamps.count, spacing: Self.period)
            for (stamp, number) in zip(stamps, numbers) {
                let time = clock.instant(of: stamp, seen: seen, spacing: Self.period)
                let place = Self.start + number * Self.period + late(number)
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

    @Test("is neither a loss, nor lateness of stamps, batches, or both", arguments: 0..<20)
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
