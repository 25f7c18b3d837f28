import Testing

@testable import LineRecorder

@Suite("A mapping that does not fit the lines")
struct LineMisfitTests {
    /// What is wrong with lines of which one comes every so many milliseconds.
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
        "is told with how the first line differs from the map, and what to write",
        arguments: [
            (
                "t_us,ax,ay,az,gx,gy,gz", "1,2,3,4",
                "the first has 4 columns and the map 7: 1,2,3,4; give the map a word for each column of the lines, and _ for one that is not recorded"
            ),
            (
                "hr,spo,xor", "61*07",
                "the first has 2 columns and the map 3: 61*07; give the map a word for each column of the lines, and _ for one that is not recorded"
            ),
            (
                "hr", "1 2",
                "the first has 2 columns and the map 1: 1 2; give the map a word for each column of the lines, and _ for one that is not recorded"
            ),
            (
                "hr,crc8", "61",
                "the first has no checksum at its end: 61; leave the checksum out of the map, or have the device send it"
            ),
            (
                "hr,xor", "61*1F",
                "the first has the checksum 1F, and its bytes make 7: 61*1F; name the checksum that the device computes, or write _ in its place"
            ),
            (
                "hr,sum_dec", "61*31",
                "the first has the checksum 31, and its bytes make 103: 61*31; name the checksum that the device computes, or write _ in its place"
            ),
            (
                "hr,spo", "61,6x",
                "the first has no number in a column of numbers: 61,6x; compare the line with the map, and write _ for a column that holds no number"
            ),
            (
                "n,hr", #"{"count":1,"hr":61}"#,
                #"the first has not all keys of the map: {"count":1,"hr":61}; compare the line's keys with the map; key=word gives the key where it is another"#
            ),
            (
                "hr", #"{"hr":61"#,
                #"the first is broken JSON: {"hr":61; have the device send one whole JSON object or list in each line"#
            ),
            (
                "hr", "\u{1}\u{2}",
                "the first is of bytes that are no text: \\x01\\x02; check the port's speed, as in @115200, and that the device sends text"
            ),
        ]
    )
    func first(_ map: String, _ line: String, _ words: String) throws {
        #expect(try misfit(map, [line, line]) == "none of 2 lines could be read: \(words)")
        #expect(try misfit(map, [line]) == "the only line could not be read: \(words)")
        #expect(try misfit(map, isOver: false, [line]) == nil)
    }

    @Test("ends a recording after ten seconds of lines, since many devices greet first")
    func patience() throws {
        let greeting = (0..<90).map { "calibrating \($0) %" }
        let readings = (0..<20).map { "\($0),0" }
        #expect(try misfit("n,hr", every: 100, greeting + readings) == nil)
        #expect(
            try misfit("n,hr", every: 100, isOver: false, greeting + greeting)?.hasPrefix(
                "none of 101 lines could be read: the first"
            ) == true
        )
        // Ten seconds of a slow device may be one line.
        #expect(try misfit("n,hr", every: 20_000, isOver: false, ["hello", "world!"]) == nil)
        #expect(try misfit("n,hr", every: 20_000, isOver: false, ["a", "b", "c!", "d"]) != nil)
    }

    @Test("is none where a single line was a reading, or nothing but remarks came")
    func fits() throws {
        #expect(try misfit("n,hr", ["x", "1,60", "x", "x", "x"]) == nil)
        #expect(try misfit("n,hr", ["# ready", "# ready"]) == nil)
        #expect(try misfit("n,hr", []) == nil)
    }

    @Test("is told where only names come")
    func names() throws {
        #expect(
            try misfit("n,hr", ["n,hr"])
                == "no reading has come, only names: n,hr; check that the device sends its readings too"
        )
    }

    @Test("is told where the counter is none")
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

    @Test("is none where a network sends each line three times, or a narrow counter comes round")
    func soundCounters() throws {
        #expect(try misfit("n,hr", (0..<900).map { "\($0 / 3),60" }) == nil)
        #expect(try misfit("n,hr", (0..<4000).map { "\($0 % 256),60" }) == nil)
        #expect(try misfit("t_ms,n,hr", (0..<4000).map { "\($0 * 10),\($0 % 256),60" }) == nil)
        #expect(try misfit("n,hr", ["7,60", "7,60"]) == nil)
    }

    @Test(
        "is told where the device's time passes as no clock does",
        arguments: [
            ("t_us", 10, "1000 times slower than ours, taken as t_us; write t_ms instead"),
            ("t_ns", 10, "1000000 times slower than ours, taken as t_ns; write t_ms instead"),
            ("t_ms", 10_000, "1000 times as fast as ours, taken as t_ms; write t_us instead"),
            (
                "t_us", 0,
                "not at all beside ours, taken as t_us; write _ for a column that is no time"
            ),
            (
                "t_ms", 370,
                "37 times as fast as ours, taken as t_ms; write _ for a column that is no time"
            ),
        ] as [(String, Int64, String)]
    )
    func pace(_ word: String, _ step: Int64, _ words: String) throws {
        let lines = (0..<Int64(400)).map { "\(5000 + $0 * step),60" }
        let told = "the device's time passes \(words)"
        #expect(try misfit("\(word),hr", isOver: false, lines) == told)
        #expect(try misfit("\(word),hr", isOver: false, Array(lines.prefix(250))) == nil)
        #expect(try misfit("\(word),hr", Array(lines.prefix(150))) == told)
    }

    @Test("takes the time of a file that is sent through a pipe, and of a clock that was set")
    func soundPaces() throws {
        let file = (0..<Int64(400)).map { "\($0 * 10_000),60" }
        #expect(try misfit("t_ms,hr", isLive: false, file) == nil)
        let set = (0..<Int64(400)).map { "\($0 * 10 + ($0 < 200 ? 0 : 300_000_000_000)),60" }
        #expect(try misfit("t_ms,hr", set) == nil)
        let back = (0..<Int64(400)).map { "\($0 * 10 + ($0 < 200 ? 300_000_000_000 : 0)),60" }
        #expect(try misfit("t_ms,hr", back) == nil)
    }
}

@Suite("What is told while lines come")
struct LineNoteTests {
    /// What is told of a device that is at rest, by what it shows of one g.
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
        "is that an accelerometer's unit is another",
        arguments: [
            (981, "981.0 g", "its numbers look like mg: give that as its unit"),
            (9.81, "9.8 g", "its numbers look like m/s2: give that as its unit"),
            (0.001, "0.001 g", "its numbers look like g: give g as its unit"),
            (
                16_384, "16384.0 g",
                "give its unit; of raw numbers how many are one g, as in g/16384"
            ),
        ] as [(Double, String, String)]
    )
    func gravity(_ value: Double, _ mean: String, _ doubt: String) throws {
        #expect(
            try note(value)
                == "the accelerometer shows \(mean) on the average of its first 100 readings, "
                + "where one is worn or at rest it is about 1; \(doubt)"
        )
        #expect(try note(value, "gx,gy,gz") == nil)
    }

    @Test("is nothing of an accelerometer that is worn, or of one without gravity")
    func soundGravity() throws {
        for value in [1, 0.7, 3.2, 0.05, 0] { #expect(try note(value) == nil) }
    }

    @Test("is that the counter is narrower than was said")
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
            "the counter begins anew behind 8 bits, which is no start of the device: write n8 for it"
        #expect(try notes("n,hr", 256).contains(words))
        #expect(try notes("n16,hr", 256).contains(words))
        #expect(try notes("n8,hr", 256).isEmpty)
        #expect(try !notes("n,hr", 500).contains { $0.contains("begins anew behind") })
    }
}
