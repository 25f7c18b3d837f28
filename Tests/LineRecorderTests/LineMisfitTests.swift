import RecorderKinds
import SampleStream
import Testing

@testable import LineRecorder

@Suite("A mapping that does not match the lines")
struct LineMisfitTests {
    /// Returns the mismatch of lines that arrive at this interval, or nil.
    private func misfit(
        _ map: String,
        every milliseconds: Int64 = 10,
        isLive: Bool = true,
        isOver: Bool = true,
        _ lines: [String]
    ) throws -> String? {
        var taker = LineTaker(try LineMapping(map), isLive: isLive, openedAt: 0)
        var now: Int64 = 0
        for line in lines {
            now += milliseconds * 1_000_000
            taker.take(Array("\(line)\n".utf8).span, seen: now)
            if let due = taker.deadline, due <= now { taker.settle(at: now) }
            if let misfit = taker.misfit(at: now) { return "\(misfit)" }
        }
        guard isOver else { return nil }
        taker.finish(at: now, isWhole: true)
        return taker.misfit(at: now, isOver: true).map { "\($0)" }
    }

    @Test(
        "is reported with how a line differs from the map, and what to write instead",
        arguments: [
            (
                "t_us,ax,ay,az,gx,gy,gz", "1,2,3,4",
                "the last has 4 columns and the map 7: 1,2,3,4; give the map a word for each column of the lines, and _ for one that is not recorded"
            ),
            (
                "hr,spo,xor", "61*07",
                "the last has 2 columns and the map 3: 61*07; give the map a word for each column of the lines, and _ for one that is not recorded"
            ),
            (
                "hr", "1 2",
                "the last has 2 columns and the map 1: 1 2; give the map a word for each column of the lines, and _ for one that is not recorded"
            ),
            (
                "hr,crc8", "61",
                "the last has no checksum at its end: 61; leave the checksum out of the map, or have the device send it"
            ),
            (
                "hr,xor", "61*1F",
                "the last has the checksum 1F, and its bytes make 7: 61*1F; name the checksum that the device computes, or write _ in its place"
            ),
            (
                "hr,crc8", "61*07",
                "the last has the checksum 7, and its bytes make 10: 61*07; xor would agree: write that in its place"
            ),
            (
                "hr,sum_dec", "61*31",
                "the last has the checksum 31, and its bytes make 103: 61*31; name the checksum that the device computes, or write _ in its place"
            ),
            (
                "hr,spo", "61,6x",
                "in the last, column 2 is '6x', which is no number: 61,6x; compare the line with the map, and write _ for column 2 if it holds no number"
            ),
            (
                "hr,spo", "61;6,5",
                "in the last, column 2 is '6,5', which is no number: 61;6,5; have the device print a point in place of the comma"
            ),
            (
                "hr,spo", "0x61,65",
                "in the last, column 1 is '0x61', which is no number: 0x61,65; have the device print its numbers decimally"
            ),
            (
                "hr,spo", "61,nan",
                "in the last, column 2 is 'nan', which is no number: 61,nan; have the device leave a field empty that has no value"
            ),
            (
                "t_ms,hr,spo,xor", "$1,0.1,x*66",
                "in the last, column 3 is 'x', which is no number: $1,0.1,x*66; compare the line with the map, and write _ for column 3 if it holds no number"
            ),
            (
                "n,spo", "1.5,65",
                "in the last, column 1 is '1.5', which is no number: 1.5,65; a counter is a whole number: write _ for this column, or n for another"
            ),
            (
                "hr,spo", "61,65*04",
                "in the last, column 2 is '65*04', which is no number: 61,65*04; name the checksum that the line has behind a *, such as xor, as the last word of the map"
            ),
            (
                "n,hr", #"{"count":1,"hr":61}"#,
                #"the last has not all keys of the map: {"count":1,"hr":61}; compare the line's keys with the map; key=word gives the key where it is another"#
            ),
            (
                "hr", #"{"hr":61"#,
                #"the last is broken JSON: {"hr":61; have the device send one whole JSON object or list in each line"#
            ),
            (
                "hr", "\u{1}\u{2}",
                "the last is of bytes that are no text: \\x01\\x02; check the port's speed, as in @115200, and that the device sends text"
            ),
        ]
    )
    func first(_ map: String, _ line: String, _ words: String) throws {
        #expect(try misfit(map, [line, line]) == "none of 2 lines could be read: \(words)")
        #expect(try misfit(map, [line]) == "the only line could not be read: \(words)")
        #expect(try misfit(map, isOver: false, [line]) == nil)
    }

    @Test("is reported only after a minute of unreadable lines, since many devices greet first")
    func patience() throws {
        let greeting = (0..<90).map { "calibrating \($0) %" }
        let readings = (0..<20).map { "\($0),0" }
        #expect(try misfit("n,hr", every: 400, greeting + readings) == nil)
        #expect(
            try misfit("n,hr", every: 400, isOver: false, greeting + greeting)?.hasPrefix(
                "none of 151 lines could be read: the last"
            ) == true
        )
        // A slow device may send a single line a minute.
        #expect(try misfit("n,hr", every: 60_000, isOver: false, ["hello", "world!"]) == nil)
        #expect(try misfit("n,hr", every: 20_000, isOver: false, ["a", "b", "c!", "d"]) != nil)
    }

    @Test("is not reported if one of five lines is a reading, or if only comments came")
    func fits() throws {
        #expect(try misfit("n,hr", ["x", "1,60", "x", "x", "x"]) == nil)
        #expect(try misfit("n,hr", ["# ready", "# ready"]) == nil)
        #expect(try misfit("n,hr", []) == nil)
    }

    @Test("is reported if the device sends only column names")
    func names() throws {
        #expect(
            try misfit("n,hr", ["n,hr"])
                == "no reading has come, only names: n,hr; check that the device sends its readings too"
        )
    }

    @Test("is reported if the column of the counter does not count")
    func counter() throws {
        let wild =
            "what the map calls the counter does not count; write n for the column that is one "
            + "more in each line, and _ for this one"
        #expect(
            try misfit("n,hr", isOver: false, (0..<100).map { "7,\($0)" })
                == "what the map calls the counter is 7 in every line, so that all seem to be the "
                + "same; write n for the column that is one more in each line, and _ for this one"
        )
        #expect(try misfit("n,hr", isOver: false, (0..<400).map { "\($0 % 2),\($0)" }) == wild)
        #expect(
            try misfit("t_ms,n,hr", isOver: false, (0..<400).map { "\($0 * 10),\($0 % 2),\($0)" })
                == wild
        )
        #expect(
            try misfit("n,hr", isOver: false, (0..<400).map { "\($0 * 7919_000 % 1_000_003),60" })
                == wild
        )
    }

    @Test("is not reported if a network repeats each line, or if a narrow counter wraps around")
    func soundCounters() throws {
        #expect(try misfit("n,hr", (0..<900).map { "\($0 / 3),60" }) == nil)
        #expect(try misfit("n,hr", (0..<4000).map { "\($0 % 256),60" }) == nil)
        #expect(try misfit("t_ms,n,hr", (0..<4000).map { "\($0 * 10),\($0 % 256),60" }) == nil)
        #expect(try misfit("n,hr", ["7,60", "7,60"]) == nil)
    }

    @Test(
        "is reported if the device's time passes at a pace that no clock has",
        arguments: [
            ("t_us", 10, "1000 times slower than ours, taken as t_us; write t_ms instead"),
            ("t_ns", 10, "1000000 times slower than ours, taken as t_ns; write t_ms instead"),
            ("t_ms", 10_000, "1000 times as fast as ours, taken as t_ms; write t_us instead"),
            (
                "t_us", 0,
                "stands still, taken as t_us; check what the device counts, and write _ for a column that is no time"
            ),
            (
                "t_ms", 370,
                "37 times as fast as ours, taken as t_ms; check what the device counts, and write _ for a column that is no time"
            ),
        ] as [(String, Int64, String)]
    )
    func pace(_ word: String, _ step: Int64, _ words: String) throws {
        let lines = (0..<Int64(400)).map { "\(5000 + $0 * step),60" }
        let told = "the device's time \(step == 0 ? "" : "passes ")\(words)"
        #expect(try misfit("\(word),hr", isOver: false, lines) == told)
        #expect(try misfit("\(word),hr", isOver: false, Array(lines.prefix(250))) == nil)
        #expect(try misfit("\(word),hr", Array(lines.prefix(250))) == told)
    }

    @Test("is reported if no line ends")
    func unended() throws {
        var taker = LineTaker(try LineMapping("hr"), beginsWithin: true, openedAt: 0)
        var notes: [String] = []
        for read in 0..<Int64(1200) {
            let now = read * 10_000_000
            taker.take(Array("60 61 62 ".utf8).span, seen: now)
            if let note = taker.takeNote(at: now) { notes.append(note) }
        }
        let words =
            "bytes have come, and no line has ended; check the port's speed, and have the device "
            + "end its lines by a line feed"
        #expect(notes == [words])
        #expect(taker.misfit(at: 12_000_000_000).map { "\($0)" } == nil)
        taker.finish(at: 12_000_000_000, isWhole: false)
        #expect(taker.misfit(at: 12_000_000_000, isOver: true).map { "\($0)" } == words)
        var short = LineTaker(try LineMapping("hr"), openedAt: 0)
        short.take(Array("60 61 62 ".utf8).span, seen: 0)
        short.finish(at: 1, isWhole: false)
        #expect(short.misfit(at: 1, isOver: true).map { "\($0)" } == words)
    }

    @Test("is reported if no line has a key of the map; a missing custom value is only noted")
    func missing() throws {
        let line = #"{"ms":1,"acc":{"x":0.1,"y":0.2,"z":0.9}}"#
        let words =
            "no line has had acc.Z: \(line); compare the map with a line; key=word gives the key "
            + "where it is another"
        #expect(
            try misfit("acc.x=ax,acc.y=ay,acc.Z=az", Array(repeating: line, count: 5)) == words
        )
        #expect(try misfit("acc.x=ax,acc.y=ay,acc.z=az", [line]) == nil)
        // A custom value that is always missing is noted; it is no failure.
        #expect(try misfit("hr,spo", ["61,", "61,"]) == nil)
        var taker = LineTaker(try LineMapping("hr,spo"), openedAt: 0)
        for _ in 0..<100 { taker.take(Array("61,\n".utf8).span, seen: 0) }
        #expect(taker.takeNote(at: 0)?.hasPrefix("no line has had spo: 61,;") == true)
        #expect(taker.takeNote(at: 0) == nil)
        #expect(taker.tally.notes.contains { $0.hasPrefix("no line has had spo: 61,;") })
        taker.take(Array("61,97\n".utf8).span, seen: 0)
        #expect(taker.tally.notes.isEmpty)
    }

    @Test("is reported if the counter rises by more than one from line to line")
    func stride() throws {
        #expect(
            try misfit("n,t_ms,hr", isOver: false, (0..<200).map { "\($0 * 10),\($0 * 10),60" })
                == "what the map calls the counter goes up by 10 in each line; is it the time? swap "
                + "the two words; write _ for a counter of something else than lines"
        )
        // A radio that starts to lose every second line, and a device that sends two kinds of lines.
        let late = (0..<400).map { "\($0 < 200 ? $0 : 2 * $0 - 200),60" }
        #expect(try misfit("n,hr", late) == nil)
        let mixed = (0..<400).map { $0.isMultiple(of: 2) ? "\($0),60" : "\($0),battery,80" }
        #expect(try misfit("n,hr", mixed) == nil)
        // A bad network that loses every third line: steps of one and two alternate.
        #expect(try misfit("n,hr", (0..<400).filter { $0 % 3 > 0 }.map { "\($0),60" }) == nil)
    }

    @Test("is reported if 98 % of the lines are unreadable, and not at 80 %")
    func chance() throws {
        let lines = (0..<400).map { $0.isMultiple(of: 50) ? "61*67" : "61*07" }
        #expect(
            try misfit("hr,sum", lines)?.hasPrefix(
                "392 of 400 lines could not be read: the last has the checksum 7, and its bytes "
                    + "make 67: 61*07; xor would agree"
            ) == true
        )
        let some = (0..<400).map { $0.isMultiple(of: 5) ? "61*67" : "61*07" }
        #expect(try misfit("hr,sum", some) == nil)
    }

    @Test("is reported if the column of the device's time jumps at random")
    func wildClock() throws {
        var dice = Dice(seed: 3)
        let lines = (0..<600).map { _ in "\(Int.random(in: 0..<1_000_000, using: &dice)),60" }
        #expect(
            try misfit("t_ms,hr", isOver: false, lines)
                == "what the map calls the device's time goes back again and again; write _ for a "
                + "column that is no time"
        )
    }

    @Test("is not reported for a file that is sent through a pipe, or for a clock that was set")
    func soundPaces() throws {
        let file = (0..<Int64(400)).map { "\($0 * 10_000),60" }
        #expect(try misfit("t_ms,hr", isLive: false, file) == nil)
        let set = (0..<Int64(400)).map { "\($0 * 10 + ($0 < 200 ? 0 : 300_000_000_000)),60" }
        #expect(try misfit("t_ms,hr", set) == nil)
        // A device sends at once what it stored during an outage.
        let kept = (0..<Int64(700)).map { "\($0 < 200 ? $0 * 10 : $0 * 300),60" }
        #expect(try misfit("t_ms,hr", kept) == nil)
        let back = (0..<Int64(400)).map { "\($0 * 10 + ($0 < 200 ? 300_000_000_000 : 0)),60" }
        #expect(try misfit("t_ms,hr", back) == nil)
    }
}

@Suite("Notes on lines")
struct LineNoteTests {
    /// Returns the note on a resting sensor whose third axis always reads `gravity`.
    private func note(_ gravity: Double, _ map: String = "ax,ay,az") throws -> String? {
        var taker = LineTaker(try LineMapping(map), openedAt: 0)
        var note: String?
        for line in 0..<Int64(150) {
            taker.take(Array("0,0,\(gravity)\n".utf8).span, seen: line * 10_000_000)
            if let told = taker.takeNote(at: line * 10_000_000) {
                #expect(note == nil)
                note = told
            }
        }
        return note
    }

    @Test(
        "doubt the unit of an accelerometer that does not show about 1 g",
        arguments: [
            (981, "981.0 g", "if its numbers are mg, give that as its unit"),
            (9.81, "9.8 g", "if its numbers are m/s2, give that as its unit"),
            (0.001, "0.001 g", "if its numbers are g, give g as its unit"),
            (
                16_384, "16384.0 g",
                "check its unit (for raw numbers how many make one g, as in g/16384) and that these are its columns"
            ),
            (
                0.25, "0.25 g",
                "check its unit and how many raw numbers are one g, unless the device takes gravity off"
            ),
        ] as [(Double, String, String)]
    )
    func gravity(_ value: Double, _ mean: String, _ doubt: String) throws {
        #expect(
            try note(value)
                == "the accelerometer shows \(mean) on the average of its first 100 readings, "
                + "where one that is worn shows about 1; \(doubt)"
        )
        #expect(try note(value, "mx,my,mz") == nil)
    }

    @Test("doubt units at the end if the lines came all at once, and do not repeat what was told")
    func atOnce() throws {
        var taker = LineTaker(try LineMapping("ax,ay,az,gx,gy,gz"), openedAt: 0)
        let lines = String(repeating: "0,0,9.81,500,0,0\n", count: 300)
        taker.take(Array(lines.utf8).span, seen: 0)
        taker.finish(at: 0, isWhole: true)
        let notes = taker.tally.notes
        #expect(notes.count == 2, "\(notes)")
        #expect(notes.first?.hasPrefix("the accelerometer shows 9.8 g") == true)
        #expect(notes.last?.hasPrefix("the gyro shows 500.0 rad/s") == true)
        let told = taker.takeNote(at: 0)
        #expect(told == notes.first)
        #expect(taker.tally.notes == Array(notes.dropFirst()))
    }

    @Test("doubt a gyro that shows hundreds of radians a second")
    func rotation() throws {
        #expect(
            try note(500, "gx,gy,gz")
                == "the gyro shows 500.0 rad/s on the average of its first 100 readings, which is "
                + "faster than anybody turns; are its numbers degrees a second (dps), or are these "
                + "other columns?"
        )
        #expect(try note(30, "gx,gy,gz") == nil)
    }

    @Test("say that the device's clock runs faster or slower than ours, which may be right")
    func pace() throws {
        func note(_ step: Int64, isLive: Bool = true) throws -> String? {
            var taker = LineTaker(try LineMapping("t_ms,hr"), isLive: isLive, openedAt: 0)
            var notes: [String] = []
            for line in 0..<Int64(800) {
                let now = line * 10_000_000
                taker.take(Array("\(line * step),60\n".utf8).span, seen: now)
                if let told = taker.takeNote(at: now) { notes.append(told) }
            }
            #expect(notes.count <= 1)
            return notes.first
        }
        #expect(
            try note(100)
                == "the device's time passes 10 times as fast as ours, taken as t_ms; check what the "
                + "device counts, and write _ for a column that is no time, unless this is a "
                + "recording that is sent again"
        )
        #expect(try note(5)?.hasPrefix("the device's time passes 2 times slower than ours") == true)
        #expect(try note(10_000, isLive: false)?.contains("write t_us instead, unless") == true)
        #expect(try note(10) == nil && note(11) == nil)
    }

    @Test("say that no line can be read any more, and for how long")
    func unread() throws {
        var taker = LineTaker(try LineMapping("n,hr"), openedAt: 0)
        var notes: [String] = []
        for line in 0..<Int64(1000) {
            let now = line * 10_000_000
            let text = line < 300 ? "\(line),60\n" : "ERR,sensor,fail\n"
            taker.take(Array(text.utf8).span, seen: now)
            if let due = taker.deadline, due <= now { taker.settle(at: now) }
            if let note = taker.takeNote(at: now) { notes.append(note) }
        }
        #expect(notes == ["no line could be read for 3 s: ERR,sensor,fail"])
        taker.finish(at: 10_000_000_000, isWhole: false)
        let gaps = taker.ready.compactMap { sample -> Int64? in
            guard case .gap(let lost, .source, true) = sample.role else { return nil }
            return lost
        }
        #expect(gaps == [700])
        #expect(taker.misfit(at: 10_000_000_000, isOver: true) == nil)
    }

    @Test("say after three seconds that no line matches the map")
    func early() throws {
        var taker = LineTaker(try LineMapping("n,hr"), openedAt: 0)
        var note: String?
        for line in 0..<Int64(310) where note == nil {
            taker.take(Array("\(line)\n".utf8).span, seen: line * 10_000_000)
            note = taker.takeNote(at: line * 10_000_000)
        }
        #expect(
            note?.hasPrefix(
                "none of 301 lines could be read: the last has 1 column and the map 2: "
            ) == true
        )
    }

    @Test("accept an accelerometer that somebody wears, or one that removes gravity")
    func soundGravity() throws {
        for value in [1, 0.7, 3.2, 0.05, 0] { #expect(try note(value) == nil) }
    }

    @Test("say that the counter wraps around earlier than the map says")
    func turns() throws {
        func notes(_ map: String, _ modulus: Int) throws -> [String] {
            var taker = LineTaker(try LineMapping(map), openedAt: 0)
            for line in 0..<2000 {
                taker.take(
                    Array("\(line % modulus),60\n".utf8).span,
                    seen: Int64(line) * 10_000_000
                )
            }
            return taker.tally.notes
        }
        let words =
            "the counter wraps after 8 bits, which is no start of the device and no loss: "
            + "write n8 for it"
        #expect(try notes("n,hr", 256).contains(words))
        #expect(try notes("n16,hr", 256).contains(words))
        #expect(try notes("n8,hr", 256).isEmpty)
        #expect(try !notes("n,hr", 500).contains { $0.contains("wraps after") })
    }
}
