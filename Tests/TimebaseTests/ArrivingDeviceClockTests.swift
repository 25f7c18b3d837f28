// A device's clock that cannot be read, and drifts: only when its batches arrive tells of it.

import Glibc
import Testing
import Timebase

@Suite("The clock of a device that is known by its arrivals")
struct ArrivingDeviceClockTests {
    /// A device whose drift varies within ±100 ppm; its batches come late by chance, and in stalls.
    private struct Simulation {
        var dice: Dice
        let batchesPerSecond: Double
        var phase: Double
        var minutesOfDrift: Double
        var skew = 0.0
        var busyUntil = 0.0
        var first: [ClockArrival] = []
        var clock: DeviceClock?

        init(seed: UInt64, batchesPerSecond: Double = 20) {
            dice = Dice(state: seed)
            self.batchesPerSecond = batchesPerSecond
            phase = Double.random(in: 0..<(2 * .pi), using: &dice)
            minutesOfDrift = Double.random(in: 10...40, using: &dice)
        }

        /// How wrong the instant of the next batch is, in nanoseconds.
        mutating func next(_ number: Int) -> Int64? {
            let seconds = Double(number) / batchesPerSecond
            let drift =
                60e-6 * sin(phase + seconds / 60 / minutesOfDrift)
                + 40e-6 * sin(3 * phase + seconds / 211)
            skew += drift / batchesPerSecond
            let taken = 1_000_000_000_000 + Int64(seconds * 1e9)
            let timestamp = 7_000_000 + Int64((seconds + skew) * 1e9)
            var delay = -log(Double.random(in: 1e-12..<1, using: &dice)) * 0.001
            if Int.random(in: 0..<2000, using: &dice) == 0 {
                busyUntil = seconds + Double.random(in: 0...3, using: &dice)
            }
            if seconds < busyUntil { delay += min(busyUntil - seconds, 0.4) }
            let arrival = ClockArrival(timestamp: timestamp, seen: taken + Int64(delay * 1e9))
            guard var known = clock else {
                first.append(arrival)
                if first.count == 6 { clock = DeviceClock(arrivals: first) }
                return nil
            }
            clock = nil
            let time = known.instant(of: timestamp, seen: arrival.seen, spacing: 10_000_000)
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
        let perMinute = 60 * Int(one.batchesPerSecond)
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

    @Test(
        "is followed to a millisecond, and states its error, where batches are rare",
        arguments: [2, 1, 0.5, 0.2]
    )
    func isFollowed(batchesPerSecond: Double) throws {
        for seed in 1...4 as ClosedRange<UInt64> {
            var simulation = Simulation(seed: seed, batchesPerSecond: batchesPerSecond)
            var errors: [(actual: Int64, stated: Int64)] = []
            for number in 0..<Int(4 * 3600 * batchesPerSecond) {
                guard let error = simulation.next(number) else { continue }
                errors.append((abs(error), try #require(simulation.clock).errorNanoseconds))
            }
            let middle = errors.map(\.actual).sorted()[errors.count / 2]
            #expect(middle < 1_000_000, "seed \(seed): \(middle) ns")
            let held = errors.count { $0.actual <= $0.stated }
            #expect(Double(held) >= 0.95 * Double(errors.count), "\(held) of \(errors.count)")
        }
    }

    @Test(
        "is young for six seconds and 96 batches, or, where that is longer, half a minute and twelve",
        arguments: [50, 20, 10, 4, 2, 1, 0.5, 0.2]
    )
    func isYoung(batchesPerSecond: Double) {
        let apart = 1e9 / batchesPerSecond
        let end = min(
            max(6e9, 96 * apart),
            max(24e9, 12 * apart)
        )
        /// How many stretches there are where the clock is set ahead by 0.05 s at an instant.
        func stretches(setAt step: Double) -> Int {
            var dice = Dice(state: 3)
            func arrival(_ number: Int) -> ClockArrival {
                let taken = Int64(Double(number) * apart)
                return ClockArrival(
                    timestamp: taken + (Double(taken) >= step ? 50_000_000 : 0),
                    seen: taken + 1_000_000_000 + Int64.random(in: 0...500_000, using: &dice)
                )
            }
            var clock = DeviceClock(arrivals: [arrival(0)])
            for number in 1...Int((step / apart).rounded(.up)) + 2 {
                let next = arrival(number)
                clock.expect(next, count: 2, spacing: Int64(apart / 2))
                for timestamp in [next.timestamp - Int64(apart / 2), next.timestamp] {
                    _ = clock.instant(of: timestamp, seen: next.seen, spacing: Int64(apart / 2))
                }
                clock.note(next)
            }
            return clock.pairs.count(where: \.beginsStretch)
        }
        #expect(stretches(setAt: 0.6 * end) == 1)
        // A block ends with a batch, and the next one begins with the next.
        #expect(stretches(setAt: end + 4 * apart) == 2)
    }

    @Test("goes on where the other machine's clock is set", arguments: [3600.0, -3600, 0.5, -0.5])
    func isSet(seconds: Double) {
        var clock = DeviceClock(arrivals: [ClockArrival(timestamp: 0, seen: 5_001_000_000)])
        var farthest: Int64 = 0
        for number in 1..<4000 as Range<Int64> {
            let taken = number * 10_000_000
            let timestamp = taken + (number >= 2000 ? Int64(seconds * 1e9) : 0)
            let seen = taken + 5_001_000_000
            let time = clock.instant(of: timestamp, seen: seen, spacing: 10_000_000)
            farthest = max(farthest, abs(time - (taken + 5_001_000_000)))
            clock.note(ClockArrival(timestamp: timestamp, seen: seen))
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
                timestamp: taken,
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
            return ClockArrival(timestamp: taken, seen: taken + 1_000_000_000 + late)
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
            let time = clock.instant(of: next.timestamp, seen: next.seen, spacing: 10_000_000)
            farthest.append(time - next.timestamp - 1_000_000_000)
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
            return ClockArrival(timestamp: taken, seen: taken + 1_000_000_000 + late)
        }
        let late = milliseconds * 1_000_000
        var clock = DeviceClock(arrivals: (0..<6).map { arrival($0, late: late) })
        var before: Int64?
        var last: Int64 = 0
        for number in 6..<30_000 as Range<Int64> {
            let next = arrival(number, late: 0)
            clock.expect(next, count: 2, spacing: 10_000_000)
            for timestamp in [next.timestamp - 10_000_000, next.timestamp] {
                let time = clock.instant(of: timestamp, seen: next.seen, spacing: 10_000_000)
                if let before {
                    #expect(abs(time - before - 10_000_000) <= 10_000_000 / 150, "sample \(number)")
                }
                before = time
                last = time - timestamp - 1_000_000_000
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

    @Test("tells a pair of each minute of a year, and keeps none that was taken")
    func keepsNone() {
        let minutes = 365 * 24 * 60 as Int64
        var clock = DeviceClock(arrivals: [ClockArrival(timestamp: 0, seen: 1000)])
        var told = clock.takePairs()
        var most = 0
        for minute in 1...minutes {
            let next = ClockArrival(
                timestamp: minute * 60_000_000_000,
                seen: minute * 60_000_000_000 + 1000
            )
            clock.expect(next, count: 1, spacing: 60_000_000_000)
            _ = clock.instant(of: next.timestamp, seen: next.seen, spacing: 60_000_000_000)
            clock.note(next)
            most = max(most, clock.pairs.capacity)
            told += clock.takePairs()
        }
        // While it is young, and each fourth minute, when a block ends, something is learned that is worth a pair.
        #expect(told.count >= Int(minutes) / 4, "\(told.count)")
        let apart = zip(told.dropFirst(), told).map {
            $0.boottimeNanoseconds - $1.boottimeNanoseconds
        }
        #expect(apart.allSatisfy { $0 <= 5 * 60_000_000_000 })
        #expect(most <= 8 && clock.pairs.isEmpty)
    }

    @Test("gives each pair once, and a last one at its end")
    func givesPairs() {
        var clock = DeviceClock(arrivals: [ClockArrival(timestamp: 0, seen: 1000)])
        #expect(clock.takePairs().count == 1 && clock.takePairs().isEmpty)
        _ = clock.instant(of: 30_000_000_000, seen: 30_000_001_000, spacing: nil)
        clock.end()
        #expect(clock.takePairs().map(\.deviceNanoseconds) == [30_000_000_000])
    }
}
