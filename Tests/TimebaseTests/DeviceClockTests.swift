// A device's clock against simulated devices, of which the truth is known: clocks that are set while batches wait.

import Glibc
import Testing
import Timebase

@Suite("The clock of a device that can be read")
struct ReadableDeviceClockTests {
    private static let wall: Int64 = 1_800_000_000_000_000_000
    private static let period: Int64 = 10_000_000

    private static func pair(_ boot: Int64, set shift: Int64) -> ClockPair {
        ClockPair(
            deviceNanoseconds: wall + boot + shift,
            boottimeNanoseconds: boot,
            errorNanoseconds: 500
        )
    }

    /// Samples in batches of 20, and a clock that is set once in each of `batches`, before one of its samples.
    private func record(
        setBy steps: [(batch: Int, sample: Int, by: Int64)],
        batches: Int
    ) -> (clock: DeviceClock, farthest: Int64, greatestStep: Int64) {
        var boot: Int64 = 50_000_000_000
        var shift: Int64 = 0
        var clock = DeviceClock(reading: Self.pair(boot, set: 0))
        var farthest: Int64 = 0
        var greatestStep: Int64 = 0
        var before = boot
        for batch in 0..<batches {
            var taken: [(timestamp: Int64, at: Int64)] = []
            for sample in 0..<20 {
                boot += Self.period
                for step in steps where step.batch == batch && step.sample == sample {
                    shift += step.by
                }
                taken.append((Self.wall + boot + shift, boot))
            }
            clock.note(Self.pair(boot, set: shift))
            for (timestamp, at) in taken {
                let time = clock.instant(of: timestamp, seen: boot, spacing: Self.period)
                farthest = max(farthest, abs(time - at))
                greatestStep = max(greatestStep, time - before)
                before = time
            }
        }
        return (clock, farthest, greatestStep)
    }

    @Test(
        "keeps every sample at its place where it is set ten times, wherever in a batch",
        arguments: [3_600_000_000_000, -3_600_000_000_000, 500_000_000, -500_000_000] as [Int64],
        0..<20
    )
    func steps(by: Int64, sample: Int) {
        let steps = (0..<10).map { (batch: 5 + 4 * $0, sample: sample, by: by) }
        let outcome = record(setBy: steps, batches: 50)
        #expect(outcome.farthest < Self.period / 2, "\(outcome.farthest)")
        #expect(outcome.greatestStep < Self.period * 3 / 2)
        // The start, and each step.
        #expect(outcome.clock.pairs.filter(\.beginsStretch).count == 11)
    }

    @Test("keeps every sample where it is set ahead and back between two readings")
    func hiddenSteps() {
        let outcome = record(
            setBy: [(5, 4, 3_600_000_000_000), (5, 15, -3_600_000_000_000)],
            batches: 20
        )
        #expect(outcome.farthest < Self.period / 2, "\(outcome.farthest)")
        #expect(outcome.clock.pairs.filter(\.beginsStretch).count >= 2)
    }

    @Test("keeps the distances of its timestamps to the nanosecond, whatever the readings tremble")
    func keepsDistances() {
        var dice = Dice(state: 1)
        var clock = DeviceClock(reading: Self.pair(1_000_000_000, set: 0))
        for second in 1..<200 as Range<Int64> {
            let boot = second * 1_000_000_000
            var reading = Self.pair(boot, set: 0)
            reading.boottimeNanoseconds += Int64.random(in: -40_000...40_000, using: &dice)
            clock.note(reading)
            let time = clock.instant(of: Self.wall + boot - 7, seen: boot, spacing: nil)
            #expect(time == boot - 7)
        }
        // A pair a minute, and the first.
        #expect(clock.pairs.count == 4)
    }

    @Test(
        "begins no stretch where its first reading was interrupted, and comes to the better ones",
        arguments: [2_500_000, -2_500_000] as [Int64]
    )
    func badFirstReading(off: Int64) throws {
        var first = Self.pair(1_000_000_000, set: 0)
        first.boottimeNanoseconds += off
        first.errorNanoseconds = 3_000_000
        var clock = DeviceClock(reading: first)
        #expect(clock.errorNanoseconds >= 2_500_000)
        var last: Int64 = 0
        for second in 2..<12 as Range<Int64> {
            let boot = second * 1_000_000_000
            clock.note(Self.pair(boot, set: 0))
            last = clock.instant(of: Self.wall + boot, seen: boot, spacing: nil) - boot
            #expect(abs(last) <= clock.errorNanoseconds)
        }
        #expect(abs(last) <= 1000)
        #expect(clock.pairs.filter(\.beginsStretch).count == 1)
        #expect(clock.errorNanoseconds < 100_000)
        // A later one that was interrupted is no step either, and changes nothing.
        var bad = Self.pair(12_000_000_000, set: 0)
        bad.boottimeNanoseconds += off
        bad.errorNanoseconds = 3_000_000
        clock.note(bad)
        clock.note(Self.pair(13_000_000_000, set: 0))
        #expect(clock.pairs.filter(\.beginsStretch).count == 1)
    }

    @Test("says of the timestamps of a coarse clock how coarse they are")
    func coarse() {
        let clock = DeviceClock(reading: Self.pair(1_000_000_000, set: 0), lag: 4_000_000)
        #expect(clock.errorNanoseconds >= 4_000_000)
        #expect(clock.pairs.allSatisfy { $0.errorNanoseconds >= 4_000_000 })
        for name in ["monotonic_coarse", "realtime_coarse"] {
            #expect((100_000...20_000_000).contains(KernelClock.lag(ofClockNamed: name)))
        }
        for name in ["monotonic", "realtime", "boottime", "tai"] {
            #expect(KernelClock.lag(ofClockNamed: name) == 0)
        }
    }

    @Test("goes on with what slept: no timestamp from before the sleep is moved by it")
    func sleeps() {
        func reading(_ boot: Int64, asleep: Int64) -> ClockPair {
            ClockPair(
                deviceNanoseconds: boot - asleep,
                boottimeNanoseconds: boot,
                errorNanoseconds: 500
            )
        }
        var clock = DeviceClock(reading: reading(1_400_000_000, asleep: 0))
        let seen: Int64 = 90_000_000_000
        let asleep = seen - 1_600_000_000
        clock.note(reading(seen, asleep: asleep))
        for timestamp in stride(from: 1_410_000_000, to: 1_600_000_000, by: 10_000_000)
            as StrideTo<Int64>
        {
            #expect(clock.instant(of: timestamp, seen: seen, spacing: 10_000_000) == timestamp)
        }
        let later = seen + 1_000_000_000
        for timestamp in stride(from: 1_610_000_000, to: 2_600_000_000, by: 10_000_000)
            as StrideTo<Int64>
        {
            let time = clock.instant(of: timestamp, seen: later, spacing: 10_000_000)
            #expect(time == timestamp + asleep)
        }
    }

    @Test("tells each pair of a year, and each hour's step, and keeps none that was taken")
    func keepsNone() {
        let minutes = 365 * 24 * 60 as Int64
        var clock = DeviceClock(reading: Self.pair(0, set: 0))
        var shift: Int64 = 0
        var told = clock.takePairs()
        var most = 0
        for minute in 1...minutes {
            let boot = minute * 60_000_000_000
            if minute.isMultiple(of: 60) { shift += 500_000_000 }
            let reading = Self.pair(boot, set: shift)
            clock.note(reading)
            let time = clock.instant(of: reading.deviceNanoseconds, seen: boot, spacing: nil)
            #expect(time == boot)
            most = max(most, clock.pairs.capacity)
            told += clock.takePairs()
        }
        clock.end()
        told += clock.takePairs()
        #expect(told.count == Int(minutes) + 1)
        #expect(told.map(\.boottimeNanoseconds) == (0...minutes).map { $0 * 60_000_000_000 })
        #expect(told.count(where: \.beginsStretch) == 1 + Int(minutes) / 60)
        #expect(most <= 8 && clock.pairs.isEmpty)
    }

    @Test("keeps no pairs where timestamps are boot time, of which nobody takes any")
    func keepsNoneOfBoottime() {
        var clock = DeviceClock.boottime
        for number in 0..<1000 as Range<Int64> {
            // One that jumps to and fro all the time.
            let timestamp = number % 2 * 1_000_000_000_000
            _ = clock.instant(of: timestamp, seen: number, spacing: 10_000_000)
        }
        clock.end()
        #expect(clock.pairs.isEmpty && clock.pairs.capacity == 0)
    }

    @Test("never goes back, and survives any timestamps and readings", arguments: 0..<200)
    func survives(seed: Int) {
        var dice = Dice(state: UInt64(seed))
        var readable = DeviceClock(reading: Self.pair(1_000_000_000, set: 0))
        var arriving = DeviceClock(arrivals: [ClockArrival(timestamp: .min, seen: .max)])
        var last = (Int64.min, Int64.min)
        for _ in 0..<2000 {
            let any = {
                let number = Int64(bitPattern: dice.next())
                return [Int64.min, .max, 0, number][Int(dice.next() % 4)]
            }
            readable.note(
                ClockPair(
                    deviceNanoseconds: any(),
                    boottimeNanoseconds: any(),
                    errorNanoseconds: 0
                )
            )
            arriving.note(ClockArrival(timestamp: any(), seen: any()))
            let times = (
                readable.instant(of: any(), seen: any(), spacing: any()),
                arriving.instant(of: any(), seen: any(), spacing: nil)
            )
            #expect(times.0 >= last.0 && times.1 >= last.1)
            last = times
        }
    }
}
