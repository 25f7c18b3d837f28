// A device's clock against simulated devices, of which the truth is known: clocks that are set while
// batches wait, and clocks that drift and cannot be read.

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
            var taken: [(stamp: Int64, at: Int64)] = []
            for sample in 0..<20 {
                boot += Self.period
                for step in steps where step.batch == batch && step.sample == sample {
                    shift += step.by
                }
                taken.append((Self.wall + boot + shift, boot))
            }
            clock.note(Self.pair(boot, set: shift))
            for (stamp, at) in taken {
                let time = clock.instant(of: stamp, seen: boot, spacing: Self.period)
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

    @Test("keeps the distances of its stamps to the nanosecond, whatever the readings tremble")
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

    @Test("says of the stamps of a coarse clock how coarse they are")
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

    @Test("goes on with what slept: no stamp from before the sleep is moved by it")
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
        for stamp in stride(from: 1_410_000_000, to: 1_600_000_000, by: 10_000_000)
            as StrideTo<Int64>
        {
            #expect(clock.instant(of: stamp, seen: seen, spacing: 10_000_000) == stamp)
        }
        let later = seen + 1_000_000_000
        for stamp in stride(from: 1_610_000_000, to: 2_600_000_000, by: 10_000_000)
            as StrideTo<Int64>
        {
            let time = clock.instant(of: stamp, seen: later, spacing: 10_000_000)
            #expect(time == stamp + asleep)
        }
    }

    @Test("never goes back, and survives any stamps and readings", arguments: 0..<20)
    func survives(seed: Int) {
        var dice = Dice(state: UInt64(seed))
        var readable = DeviceClock(reading: Self.pair(1_000_000_000, set: 0))
        var arriving = DeviceClock(arrivals: [ClockArrival(stamp: .min, seen: .max)])
        var last = (Int64.min, Int64.min)
        for _ in 0..<2000 {
            let any = { [Int64.min, .max, 0, Int64(bitPattern: dice.next())].randomElement() ?? 0 }
            readable.note(
                ClockPair(
                    deviceNanoseconds: any(),
                    boottimeNanoseconds: any(),
                    errorNanoseconds: 0
                )
            )
            arriving.note(ClockArrival(stamp: any(), seen: any()))
            let times = (
                readable.instant(of: any(), seen: any(), spacing: any()),
                arriving.instant(of: any(), seen: any(), spacing: nil)
            )
            #expect(times.0 >= last.0 && times.1 >= last.1)
            last = times
        }
    }
}

@Suite("The clock of a device that is known by its arrivals")
struct ArrivingDeviceClockTests {
    private static let batchesPerSecond = 20

    /// A device whose drift varies within ±100 ppm; its batches come late by chance, and in stalls.
    private struct Simulation {
        var dice: Dice
        var phase: Double
        var minutesOfDrift: Double
        var skew = 0.0
        var busyUntil = 0.0
        var first: [ClockArrival] = []
        var clock: DeviceClock?

        init(seed: UInt64) {
            dice = Dice(state: seed)
            phase = Double.random(in: 0..<(2 * .pi), using: &dice)
            minutesOfDrift = Double.random(in: 10...40, using: &dice)
        }

        /// How wrong the instant of the next batch is, in nanoseconds.
        mutating func next(_ number: Int) -> Int64? {
            let seconds = Double(number) / Double(batchesPerSecond)
            let drift =
                60e-6 * sin(phase + seconds / 60 / minutesOfDrift)
                + 40e-6 * sin(3 * phase + seconds / 211)
            skew += drift / Double(batchesPerSecond)
            let taken = 1_000_000_000_000 + Int64(seconds * 1e9)
            let stamp = 7_000_000 + Int64((seconds + skew) * 1e9)
            var delay = -log(Double.random(in: 1e-12..<1, using: &dice)) * 0.001
            if Int.random(in: 0..<2000, using: &dice) == 0 {
                busyUntil = seconds + Double.random(in: 0...3, using: &dice)
            }
            if seconds < busyUntil { delay += min(busyUntil - seconds, 0.4) }
            let arrival = ClockArrival(stamp: stamp, seen: taken + Int64(delay * 1e9))
            guard var known = clock else {
                first.append(arrival)
                if first.count == 6 { clock = DeviceClock(arrivals: first) }
                return nil
            }
            clock = nil
            let time = known.instant(of: stamp, seen: arrival.seen, spacing: 10_000_000)
            known.note(arrival)
            clock = known
            return time - taken
        }
    }

    @Test("agrees with another's within a millisecond for eight hours, and states its error")
    func agrees() throws {
        var (one, other) = (Simulation(seed: 1), Simulation(seed: 2))
        var apart: Int64 = 0
        var minutes: [(actual: Int64, stated: Int64)] = []
        var actual: Int64 = 0
        let perMinute = 60 * Self.batchesPerSecond
        for number in 0..<(8 * 60 * perMinute) {
            guard let error = one.next(number), let otherError = other.next(number) else {
                continue
            }
            apart = max(apart, abs(error - otherError))
            actual = max(actual, abs(error))
            if number % perMinute == perMinute - 1 {
                minutes.append((actual, try #require(one.clock).errorNanoseconds))
                actual = 0
            }
        }
        #expect(apart < 1_000_000, "\(apart) ns")
        let held = minutes.count { $0.actual <= $0.stated }
        #expect(Double(held) >= 0.95 * Double(minutes.count), "\(held) of \(minutes.count)")
        let middle = minutes.count / 2
        let stated = minutes.map(\.stated).sorted()[middle]
        let real = minutes.map(\.actual).sorted()[middle]
        #expect(stated <= 2 * real, "\(stated) ns stated, \(real) ns actual")
        let clock = try #require(one.clock)
        #expect((465...483).contains(clock.pairs.count), "\(clock.pairs.count) pairs")
        #expect(clock.pairs.filter(\.beginsStretch).count == 1)
    }

    @Test("goes on where the other machine's clock is set", arguments: [3600.0, -3600, 0.5, -0.5])
    func isSet(seconds: Double) {
        var clock = DeviceClock(arrivals: [ClockArrival(stamp: 0, seen: 5_001_000_000)])
        var farthest: Int64 = 0
        for number in 1..<4000 as Range<Int64> {
            let taken = number * 10_000_000
            let stamp = taken + (number >= 2000 ? Int64(seconds * 1e9) : 0)
            let seen = taken + 5_001_000_000
            let time = clock.instant(of: stamp, seen: seen, spacing: 10_000_000)
            farthest = max(farthest, abs(time - (taken + 5_001_000_000)))
            clock.note(ClockArrival(stamp: stamp, seen: seen))
        }
        #expect(farthest < 5_000_000, "\(farthest)")
        #expect(clock.pairs.filter(\.beginsStretch).count == 2)
    }

    @Test("counts the first arrivals once, though the recording begins with them again")
    func countsOnce() {
        var dice = Dice(state: 5)
        let arrivals = (0..<40).map { number in
            let taken = Int64(number) * 20_000_000
            return ClockArrival(
                stamp: taken,
                seen: taken + 7_000_000 + Int64.random(in: 0...2_000_000, using: &dice)
            )
        }
        var once = DeviceClock(arrivals: Array(arrivals.prefix(6)))
        var twice = once
        for arrival in arrivals.prefix(6) { twice.note(arrival) }
        #expect(twice.errorNanoseconds == once.errorNanoseconds)
        for arrival in arrivals.dropFirst(6) {
            once.note(arrival)
            twice.note(arrival)
        }
        #expect(twice.errorNanoseconds == once.errorNanoseconds)
        #expect(twice.pairs == once.pairs)
    }

    @Test("tells its first pair again, with its real error, where a busy start had brought it late")
    func correctsFirstPair() throws {
        func arrival(_ number: Int64, late: Int64) -> ClockArrival {
            let taken = number * 20_000_000
            return ClockArrival(stamp: taken, seen: taken + 1_000_000_000 + late)
        }
        var clock = DeviceClock(arrivals: (0..<6).map { arrival($0, late: 42_000_000) })
        let first = try #require(clock.pairs.first)
        #expect(first.errorNanoseconds < 10_000_000)
        var farthest: [Int64] = []
        for number in 6..<1000 as Range<Int64> {
            // The delays become shorter little by little.
            let late = max(0, 42_000_000 - (number - 6) * 3_000_000)
            let next = arrival(number, late: late)
            clock.expect(next, count: 2, spacing: 10_000_000)
            let time = clock.instant(of: next.stamp, seen: next.seen, spacing: 10_000_000)
            farthest.append(time - next.stamp - 1_000_000_000)
            clock.note(next)
        }
        let told = clock.pairs.filter {
            $0.deviceNanoseconds == first.deviceNanoseconds
                && $0.boottimeNanoseconds == first.boottimeNanoseconds
        }
        #expect(try #require(told.last).errorNanoseconds >= 41_900_000)
        #expect(told.last?.beginsStretch == false)
        // What comes later does not carry the first one's error.
        #expect(try #require(clock.pairs.last).errorNanoseconds < 3_000_000)
        #expect(try abs(#require(farthest.last)) < 1_000_000)
        #expect(clock.pairs.count < 40)
    }

    @Test(
        "comes back evenly where the first batches were late, by however much, and begins no stretch",
        arguments: [40, 99, 101, 300, 2000]
    )
    func comesBackEvenly(milliseconds: Int64) throws {
        func arrival(_ number: Int64, late: Int64) -> ClockArrival {
            let taken = number * 20_000_000
            return ClockArrival(stamp: taken, seen: taken + 1_000_000_000 + late)
        }
        let late = milliseconds * 1_000_000
        var clock = DeviceClock(arrivals: (0..<6).map { arrival($0, late: late) })
        var before: Int64?
        var last: Int64 = 0
        for number in 6..<30_000 as Range<Int64> {
            let next = arrival(number, late: 0)
            clock.expect(next, count: 2, spacing: 10_000_000)
            for stamp in [next.stamp - 10_000_000, next.stamp] {
                let time = clock.instant(of: stamp, seen: next.seen, spacing: 10_000_000)
                if let before {
                    #expect(abs(time - before - 10_000_000) <= 10_000_000 / 150, "sample \(number)")
                }
                before = time
                last = time - stamp - 1_000_000_000
            }
            clock.note(next)
        }
        #expect(abs(last) < 100_000)
        #expect(clock.pairs.count(where: \.beginsStretch) == 1)
        // The first pair is told again with what it was really off by.
        let first = try #require(clock.pairs.first)
        let again = clock.pairs.last { $0.deviceNanoseconds == first.deviceNanoseconds }
        #expect(try #require(again).errorNanoseconds >= late - 1_000_000)
    }

    @Test("gives each pair once, and a last one at its end")
    func givesPairs() {
        var clock = DeviceClock(arrivals: [ClockArrival(stamp: 0, seen: 1000)])
        #expect(clock.takePairs().count == 1 && clock.takePairs().isEmpty)
        _ = clock.instant(of: 30_000_000_000, seen: 30_000_001_000, spacing: nil)
        clock.end()
        #expect(clock.takePairs().map(\.deviceNanoseconds) == [30_000_000_000])
    }
}
