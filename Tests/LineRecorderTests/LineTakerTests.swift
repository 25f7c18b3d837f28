import RecorderKinds
import SampleStream
import Testing
import Timebase

@testable import LineRecorder

/// What a taker made of lines, in short words.
private func words(_ samples: [ValueSample]) -> [String] {
    samples.map { sample in
        let place = "\(sample.channel)@\(sample.time.nanoseconds / 1_000_000)"
        switch sample.role {
        case .gap(let lost, let reason, let isEstimated):
            return "\(place) -\(lost) \(reason)" + (isEstimated ? "?" : "")
        case .mark(let number): return "\(place) mark \(number)"
        case .reading: return "\(place) \(sample.x)" + (sample.isEstimated ? "?" : "")
        }
    }
}

@Suite("Samples made from lines")
struct LineTakerTests {
    private let second: Int64 = 1_000_000_000

    private func take(
        _ map: String,
        rate: Double? = nil,
        _ reads: (Int64, String)...
    ) throws -> (samples: [ValueSample], tally: LineTally) {
        var taker = LineTaker(try LineMapping(map), rateInHertz: rate, openedAt: 0)
        for (milliseconds, text) in reads {
            taker.take(Array(text.utf8).span, seen: milliseconds * 1_000_000)
        }
        taker.finish(at: (reads.last?.0 ?? 0) * 1_000_000, isWhole: true)
        return (taker.ready, taker.tally)
    }

    @Test("come one for each kind of reading, with the components that the line has")
    func kinds() throws {
        let (samples, tally) = try take(
            "ax,ay,az,hr,qw,qx,qy,qz",
            (5, "1,2,3,60,0.5,0.1,0.2,0.3\n,2,,,,,,\n")
        )
        #expect(samples.map(\.channel) == [0, 1, 2, 0])
        let first = samples[0]
        #expect(first.x == 1 && first.y == 2 && first.z == 3)
        #expect(first.hasX && first.hasY && first.hasZ && !first.hasW)
        #expect(samples[1].x == 60 && samples[1].hasX && !samples[1].hasY)
        #expect(samples[2].w == 0.5 && samples[2].x == 0.1 && samples[2].hasW)
        #expect(!samples[3].hasX && samples[3].hasY && samples[3].y == 2 && samples[3].x == 0)
        #expect(tally.notes.isEmpty)
    }

    @Test("take the arrival time if the device sends none, estimated if more lines came with it")
    func arrival() throws {
        let (samples, _) = try take("hr", (10, "60\n61"), (20, "\n62\n63\n"), (15, "64\n"))
        #expect(
            words(samples) == ["0@10 60.0", "0@20 61.0?", "0@20 62.0?", "0@20 63.0", "0@20 64.0"]
        )
    }

    @Test("have exact gaps where the device's counter shows lost lines")
    func gaps() throws {
        let (samples, tally) = try take(
            "n,hr",
            (0, "0,60\n"),
            (10, "1,61\n"),
            (40, "4,64\n"),
            (50, "3,63\n"),
            (60, "3,63\n5,65\n")
        )
        #expect(
            words(samples) == [
                "0@0 60.0", "0@10 61.0", "0@30 -1 source", "0@50 63.0", "0@50 64.0", "0@60 65.0",
            ]
        )
        #expect(tally.lost == 1 && tally.repeated == 1 && tally.reordered == 1)
        #expect(
            tally.notes == [
                "1 line lost, by the device's counter", "1 line left out that had come before",
                "1 line put in order that came too early",
            ]
        )
    }

    @Test("have an estimated gap for unreadable lines, and an exact one if there is a counter")
    func unreadable() throws {
        let (samples, tally) = try take(
            "hr",
            (0, "rubbish-\n"),
            (10, "60\n"),
            (20, "6x\n# note\n\n"),
            (30, "?\n"),
            (40, "63\n")
        )
        #expect(words(samples) == ["0@10 60.0", "0@20 -2 source?", "0@40 63.0"])
        #expect(tally.unreadable == 2 && tally[.number] == 2)
        #expect(tally.headers.count == 1 && tally.comments.count == 1)
        let counted = try take("n,hr", (10, "0,60\n1,\u{1}\n2,62\n"))
        #expect(words(counted.samples) == ["0@10 60.0", "0@10 -1 source", "0@10 62.0"])
    }

    @Test("come with a note for each kind of unreadable line, which quotes the first one")
    func notes() throws {
        let long = String(repeating: "1", count: 5000)
        let (_, tally) = try take(
            "n,hr,sum",
            (0, "0,60,\(sum("0,60"))\n1,61,00\n1,61\u{7}*00\nx\n"),
            (10, long + "\n"),
            (20, "1,6x*\(sum("1,6x"))\n2*\(sum("2"))\n5,6*\(sum("5,6"))\n5,6*\(sum("5,6"))\n")
        )
        #expect(
            tally.notes == [
                "1 line with a wrong number of columns, the first: 2*32",
                "1 line with something else than a number in a column of numbers, the first: 1,6x*\(sum("1,6x"))",
                "2 lines with a wrong checksum, or without one, the first: 1,61,00",
                "1 line of more than 4096 bytes, the first: \(long.prefix(80))…",
                "1 line of bytes that are no text, the first: 1,61\\x07*00",
                "4 lines lost, by the device's counter, those among them that could not be read",
                "1 line left out that had come before",
            ]
        )
    }

    @Test("come with notes that quote unprintable bytes by their numbers, and shorten long lines")
    func shown() {
        #expect(
            LineTally.shown([0x41, 0x00, 0x1F, 0x7E, 0x7F, 0xC3, 0xFF].span)
                == "A\\x00\\x1F~\\x7F\\xC3\\xFF"
        )
        #expect(LineTally.shown(Array(repeating: 0x42, count: 81).span).hasSuffix("B…"))
    }

    private func sum(_ text: String) -> String {
        String(text.utf8.reduce(UInt8(0), &+), radix: 16, uppercase: true)
    }

    /// A device of a thousand lines a second, ten of which come at once, two milliseconds late.
    private func device(
        _ taker: inout LineTaker,
        from start: Int64,
        bootsAt boot: Int64,
        lines: Range<Int64>,
        without missing: Set<Int64> = [],
        now: inout Int64
    ) {
        for first in stride(from: lines.lowerBound, to: lines.upperBound, by: 10) {
            var text = ""
            for count in first..<min(first + 10, lines.upperBound) where !missing.contains(count) {
                text += "\(start + count * 1000),\(count),\(count)\n"
            }
            now = boot + (first + 9) * 1_000_000 + 2_000_000
            if !text.isEmpty { taker.take(Array(text.utf8).span, seen: now) }
        }
    }

    @Test("follow the device's clock, which keeps the spacing of the lines")
    func clock() throws {
        var taker = LineTaker(try LineMapping("t_us,n,v"), openedAt: 0)
        var now: Int64 = 0
        device(
            &taker,
            from: 77_000_000,
            bootsAt: 50 * second,
            lines: 0..<5000,
            without: [100, 101, 2500],
            now: &now
        )
        taker.finish(at: now, isWhole: true)
        let samples = taker.ready
        #expect(samples.count == 4997 + 2)
        for sample in samples.dropFirst(3000) where sample.role == .reading {
            let wanted = 50 * second + Int64(sample.x) * 1_000_000 + 2_000_000
            #expect((sample.time.nanoseconds - wanted).magnitude < 100_000)
        }
        let gaps = words(samples.filter { $0.role != .reading })
        #expect(gaps.count == 2 && gaps[0].hasSuffix("-2 source") && gaps[1].hasSuffix("-1 source"))
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
        let pairs = taker.takePairs()
        #expect(
            pairs.first?.beginsStretch == true && pairs.dropFirst().allSatisfy { !$0.beginsStretch }
        )
        let more = taker.takePairs()
        #expect(more.isEmpty)
    }

    @Test("follow a device whose clock runs fast")
    func drift() throws {
        var taker = LineTaker(try LineMapping("t_us,n,v"), openedAt: 0)
        for count in 0..<Int64(6000) {
            // A hundred millionths: six milliseconds in a minute.
            let line = "\(count * 10_001),\(count),\(count)\n"
            // How late a line comes differs, by up to a millisecond.
            let late = count * 7919 % 1000 * 1000
            taker.take(Array(line.utf8).span, seen: second + count * 10_000_000 + late)
        }
        taker.finish(at: 70 * second, isWhole: true)
        for sample in taker.ready.dropFirst(3000) {
            let wanted = second + Int64(sample.x) * 10_000_000
            #expect((sample.time.nanoseconds - wanted).magnitude < 500_000)
        }
    }

    @Test("begin a new stretch of clock readings where the device restarts, with an estimated gap")
    func restart() throws {
        var taker = LineTaker(try LineMapping("t_us,n,v"), openedAt: 0)
        var now: Int64 = 0
        device(&taker, from: 9_000_000, bootsAt: 50 * second, lines: 0..<3000, now: &now)
        device(&taker, from: 100_000, bootsAt: 54 * second, lines: 0..<3000, now: &now)
        taker.finish(at: now, isWhole: true)
        let samples = taker.ready
        #expect(samples.count == 6001)
        let gap = try #require(samples.first { $0.role != .reading })
        guard case .gap(let lost, .source, true) = gap.role else {
            Issue.record("\(gap.role)")
            return
        }
        // A second without a line; arrival times give its length to within two reads.
        #expect((lost - 1000).magnitude <= 20)
        for sample in samples.dropFirst(3500) {
            let wanted = 54 * second + Int64(sample.x) * 1_000_000 + 2_000_000
            #expect((sample.time.nanoseconds - wanted).magnitude < 3_000_000)
        }
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(taker.tally.restarts == 1 && taker.tally.lost == 0)
        #expect(taker.tally.notes == ["the device restarted once"])
        let pairs = taker.takePairs()
        #expect(pairs.filter(\.beginsStretch).count == 2)
    }

    @Test("begin a new stretch of clock readings also if the device restarts in its first second")
    func earlyRestart() throws {
        var taker = LineTaker(try LineMapping("t_us,n,v"), openedAt: 0)
        var now: Int64 = 0
        device(&taker, from: 0, bootsAt: 50 * second, lines: 0..<900, now: &now)
        device(&taker, from: 0, bootsAt: 52 * second, lines: 0..<900, now: &now)
        taker.finish(at: now, isWhole: true)
        #expect(taker.tally.restarts == 1)
        #expect(taker.takePairs().filter(\.beginsStretch).count == 2)
        #expect(taker.misfit(at: now, isOver: true).map { "\($0)" } == nil)
        let readings = taker.ready.filter { $0.role == .reading }
        #expect(readings.count == 1800)
        let errors = readings.dropFirst(900).map { sample in
            sample.time.nanoseconds - (52 * second + Int64(sample.x) * 1_000_000 + 2_000_000)
        }
        #expect(errors.allSatisfy { $0.magnitude < 3_000_000 })
    }

    @Test("show a restart by the device's time alone where there is no counter")
    func uncountedRestart() throws {
        let before = (0..<100).map { "\($0 * 10_000 + 9_000_000),\($0)\n" }
        let after = (0..<10).map { "\($0 * 10_000),\($0)\n" }
        var taker = LineTaker(try LineMapping("t_us,v"), openedAt: 0)
        for (place, line) in before.enumerated() {
            taker.take(Array(line.utf8).span, seen: second + Int64(place) * 10_000_000)
        }
        for (place, line) in after.enumerated() {
            taker.take(Array(line.utf8).span, seen: 3 * second + Int64(place) * 10_000_000)
        }
        let gaps = words(taker.ready.filter { $0.role != .reading })
        #expect(gaps.count == 1 && gaps[0].hasSuffix("-100 source?"), "\(gaps)")
        #expect(taker.tally.restarts == 1)
    }

    @Test("have a gap for unreadable lines before a restart, though the spacing is not known yet")
    func unreadBeforeRestart() throws {
        let (samples, tally) = try take(
            "t_us,v",
            (1000, "9000000,1\n"),
            (1010, "9010000,2\n"),
            (1020, "x\nx\n"),
            (1030, "0,3\n")
        )
        let gaps = words(samples.filter { $0.role != .reading })
        #expect(gaps.count == 1 && gaps[0].hasSuffix("-2 source?"), "\(gaps)")
        #expect(samples.count == 4 && tally.restarts == 1 && tally.unreadable == 2)
    }

    @Test("tell a clock that was set from a restart if the counter goes on")
    func clockSet() throws {
        var taker = LineTaker(try LineMapping("t_s,n8,v"), openedAt: 0)
        for count in 0..<Int64(600) {
            // An hour back, and then ten years ahead.
            let set: Int64 = count < 200 ? 0 : count < 400 ? -3600 : 315_000_000
            let line = "\(1_700_000_000_000 + count * 10 + set * 1000)e-3,\(count % 256),\(count)\n"
            taker.take(Array(line.utf8).span, seen: second + count * 10_000_000)
        }
        taker.finish(at: 9 * second, isWhole: true)
        #expect(taker.ready.count == 600)
        #expect(taker.ready.allSatisfy { $0.role == .reading })
        let last = try #require(taker.ready.last)
        #expect((last.time.nanoseconds - second - 5_990_000_000).magnitude < 200_000_000)
        #expect(taker.tally.notes == ["the device's clock was set back once"])
        #expect((taker.spacing ?? 0) == 10_000_000)
    }

    @Test("count the wraps of a narrow counter by the device's time")
    func narrow() throws {
        var taker = LineTaker(try LineMapping("t_us,n8,v"), openedAt: 0)
        for count in 0..<Int64(2000) where !(600..<1200).contains(count) {
            let line = "\(count * 1000),\(count % 256),\(count)\n"
            taker.take(Array(line.utf8).span, seen: second + count * 1_000_000)
            if let deadline = taker.deadline, deadline <= second + count * 1_000_000 {
                taker.settle(at: second + count * 1_000_000)
            }
        }
        taker.finish(at: 4 * second, isWhole: true)
        let gaps = words(taker.ready.filter { $0.role != .reading })
        #expect(gaps == ["0@1600 -600 source?"])
        #expect(taker.ready.count == 1401)
    }

    @Test("go on where the device's 32 bits of microseconds wrap around")
    func turn() throws {
        var taker = LineTaker(try LineMapping("t_us,n,v"), openedAt: 0)
        let turn: Int64 = 4_294_967_296
        for count in 0..<Int64(2000) {
            let line = "\((turn - 1_000_000 + count * 1000) % turn),\(count),\(count)\n"
            taker.take(Array(line.utf8).span, seen: second + count * 1_000_000)
        }
        taker.finish(at: 4 * second, isWhole: true)
        #expect(taker.ready.count == 2000 && taker.tally.restarts == 0)
        let times = taker.ready.map(\.time.nanoseconds)
        #expect(
            zip(times, times.dropFirst()).allSatisfy { ($1 - $0 - 1_000_000).magnitude < 10_000 }
        )
    }

    @Test("wait at most a quarter of a second for a missing line")
    func deadline() throws {
        var taker = LineTaker(try LineMapping("n,v"), openedAt: 0)
        taker.take(Array("0,0\n1,1\n3,3\n".utf8).span, seen: 0)
        #expect(taker.ready.count == 2 && taker.deadline == 250_000_000)
        taker.settle(at: 249_999_999)
        #expect(taker.ready.count == 2)
        taker.settle(at: 250_000_000)
        #expect(
            words(taker.ready).suffix(2) == ["0@0 -1 source", "0@0 3.0"] && taker.deadline == nil
        )
    }

    /// What a taker makes of bytes that came at one instant, in reads of these lengths.
    private func made(
        _ bytes: [UInt8],
        _ map: String,
        in lengths: [Int]
    ) throws -> (values: [String], times: [BootInstant]) {
        var taker = LineTaker(try LineMapping(map), openedAt: 0)
        var (values, times) = ([String](), [BootInstant]())
        var rest = bytes[...]
        func collect() {
            for sample in taker.ready {
                times.append(sample.time)
                switch sample.role {
                case .gap(let lost, _, _): values.append("\(sample.channel) -\(lost)")
                case .reading, .mark: values.append("\(sample.channel) \(sample.x)")
                }
            }
            taker.clear()
        }
        for length in lengths where !rest.isEmpty {
            taker.take(Array(rest.prefix(length)).span, seen: second)
            rest = rest.dropFirst(length)
            collect()
        }
        taker.finish(at: 2 * second, isWhole: true)
        collect()
        return (values, times)
    }

    @Test("have the same values wherever a read ends, and times in order, for any bytes")
    func anyBytes() throws {
        var dice = Dice(seed: 7)
        let ends = [
            "0", "1", "65537", "1152921504606846975", "1152921504606846976", "4611686018427387904",
            "9223372036854775806", "9223372036854775807", "-9223372036854775808", "1e300",
        ]
        for map in ["t_us,n,ax,ay,az", "n8,v", "v", "t_ms,v", "n,v", "t_s,n32,v", "t_ms,v,crc8"] {
            for _ in 0..<300 {
                var text = ""
                for _ in 0..<Int.random(in: 0..<40, using: &dice) {
                    let isEdge = Int.random(in: 0..<8, using: &dice) == 0
                    text +=
                        isEdge
                        ? ends.randomElement(using: &dice) ?? ""
                        : String(
                            "0123456789,,,,\n\n{}\"n:.-e\u{0}\u{1}".randomElement(using: &dice)
                                ?? "0"
                        )
                }
                let bytes = Array(text.utf8)
                let lengths = (0...bytes.count).map { _ in Int.random(in: 1..<9, using: &dice) }
                let whole = try made(bytes, map, in: [bytes.count])
                let parts = try made(bytes, map, in: lengths)
                #expect(whole.values == parts.values, "\(map): \(text.debugDescription)")
                for times in [whole.times, parts.times] {
                    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
                }
            }
        }
    }

    @Test(
        "survive counters near the largest number",
        arguments: [
            ["9223372036854775806,0", "9223372036854775807,0", "5,0", "6,0"],
            ["1152921504606846975,0", "1152921504606846976,0", "5,0", "6,0", "7,0"],
            [
                "100,0", "101,0", "1152921504606846974,0", "1152921504606846975,0", "100,0",
                "101,0",
                "1152921504606846974,0", "1152921504606846975,0",
            ],
        ]
    )
    func greatCounters(lines: [String]) throws {
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        #expect(try !made(bytes, "n,v", in: [bytes.count]).values.isEmpty)
    }

    @Test("end with a gap for the last lines if nobody could read them")
    func unreadAtTheEnd() throws {
        let bytes = Array("1\n2\nrubbish here\n3;4\n".utf8)
        #expect(try made(bytes, "v", in: [bytes.count]).values == ["0 1.0", "0 2.0", "0 -2"])
    }

    @Test(
        "come with at most 30 clock readings in 10 s although the device's clock keeps going back"
    )
    func erraticClock() throws {
        var taker = LineTaker(try LineMapping("t_ms,v"), openedAt: 0)
        var pairs: [ClockPair] = []
        for index in 0..<1000 {
            let time = index.isMultiple(of: 2) ? 0 : 10_000
            taker.take(Array("\(time),\(index)\n".utf8).span, seen: Int64(index) * 10_000_000)
            pairs += taker.takePairs()
            taker.clear()
        }
        taker.finish(at: 10 * second, isWhole: true)
        pairs += taker.takePairs()
        #expect(pairs.count <= 30)
        // Otherwise a reader would interpolate over the steps of the clock.
        #expect(pairs.count(where: \.beginsStretch) > 1)
        #expect(taker.tally.notes.contains { $0.contains("clock was set back") })
    }
}
