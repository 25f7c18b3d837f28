// When the rows of a file were measured, where that is not plain: times that others contradict, dates, counters, and
// what is missing.

import Testing
import Timebase

@testable import LineRecorder

@Suite("The times of a file's rows")
struct TableTimesTests {
    @Test("stay right behind one row whose time is far ahead, and the report names that row's line")
    func farAhead() throws {
        var rows = (0..<50).map { "0.\(100 + $0),\($0)" }
        rows[20] = "5000,20"
        let taken = try TakenTable(rows.joined(separator: "\n"), "t_s,v")
        #expect(taken.words[20] == "119000000 20.0 estimated")
        #expect(taken.words[21] == "121000000 21.0" && taken.words[49] == "149000000 49.0")
        #expect(taken.taker.facts.firstBehind == 21 && taken.taker.times.behind == 1)
        #expect(
            taken.notes.contains {
                $0.hasSuffix(
                    "contradict, in line 21; the time of the row before replaces it, as an estimate"
                )
            },
            "\(taken.notes)"
        )
    }

    @Test("begin with the second row if the first is far ahead, unless the clock wraps there")
    func firstRow() throws {
        let ahead = try TakenTable("700,1\n1,2\n2,3\n3,4\n", "t_s,v").words
        #expect(
            ahead == [
                "1000000000 1.0 estimated", "1000000000 2.0", "2000000000 3.0", "3000000000 4.0",
            ]
        )
        let round = try TakenTable("4294967290,1\n4,2\n14,3\n24,4\n", "t_us,v").words
        #expect(round[0] == "4294967290000 1.0" && round[3] == "4294967320000 4.0", "\(round)")
    }

    @Test(
        "go on by the file's own steps where its clock was set back, and a note says so",
        arguments: [5.0, 100]
    )
    func setBack(seconds: Double) throws {
        let rows = (0..<60).map { "\(1_000 + Double($0) - ($0 < 55 ? 0 : seconds)),\($0)" }
        let taken = try TakenTable(rows.joined(separator: "\n"), "t_s,v")
        #expect(taken.words[54] == "1054000000000 54.0")
        #expect(
            taken.words[55...] == [
                "1055000000000 55.0 estimated", "1056000000000 56.0 estimated",
                "1057000000000 57.0 estimated", "1058000000000 58.0 estimated",
                "1059000000000 59.0 estimated",
            ]
        )
        #expect(taken.taker.times.behind == 0 && taken.taker.facts.firstSetBack == 56)
        #expect(
            taken.notes.contains {
                $0.hasPrefix("the file's clock goes back once, first in line 56")
            }
        )
        #expect(taken.obstacle == nil)
    }

    @Test("are refused if a row in ten is earlier than a row before it, though its clock goes on")
    func oftenSetBack() throws {
        let rows = (0..<200).map { "\($0 % 100),\($0)" }
        let taken = try TakenTable(rows.joined(separator: "\n"), "t_s,v")
        #expect(taken.contradicted == 99)
        guard case .timeGoesBack(line: 101, rows: 99, of: 200)? = taken.obstacle else {
            Issue.record("\(taken.words)")
            return
        }
    }

    @Test("are the file's own again once a clock that was set back is set right")
    func setRight() throws {
        let rows = (0..<90).map { "\(100 + $0 - ((50..<55).contains($0) ? 30 : 0)),\($0)" }
        let words = try TakenTable(rows.joined(separator: "\n"), "t_s,v").words
        #expect(words[50] == "150000000000 50.0 estimated")
        #expect(words[54] == "154000000000 54.0 estimated")
        #expect(words[55] == "155000000000 55.0" && words[89] == "189000000000 89.0")
    }

    @Test("keep their distances behind two wrong ones in succession")
    func twoFarAhead() throws {
        var rows = (0..<60).map { "0.\(100 + $0),\($0)" }
        (rows[55], rows[56]) = ("5000,55", "5000.001,56")
        let words = try TakenTable(rows.joined(separator: "\n"), "t_s,v").words
        #expect(words[57] == "5000002000000 57.0 estimated")
        #expect(words[59] == "5000004000000 59.0 estimated")
    }

    @Test("begin with the second row if the clock was not set at the first")
    func unsetClock() throws {
        let taken = try TakenTable("0,1\n1700000000,2\n1700000001,3\n1700000002,4\n", "t_s,v")
        #expect(taken.taker.times.firstOwn == 1_700_000_000_000_000_000)
        #expect(taken.words == ["0 1.0 estimated", "0 2.0", "1000000000 3.0", "2000000000 4.0"])
    }

    @Test("do not wrap around at a single zero, nor at a number that is not the end of 32 bits")
    func zero() throws {
        let late = try TakenTable("4294000000,1\n0,2\n4294000020,3\n4294000030,4\n", "t_us,v")
        #expect(late.words[1] == "4294000000000 2.0 estimated")
        #expect(late.words[3] == "4294000030000 4.0")
        let early = try TakenTable("1000000000,1\n1000000010,2\n5,3\n", "t_us,v")
        #expect(early.words[2] == "1000000010000 3.0 estimated")
    }

    @Test(
        "show by the rate which rows are missing",
        arguments: [
            ("0,1\n0.01,2\n0.03,4\n0.04,5\n", [1]), ("0,1\n0.01,2\n0.04,5\n0.05,6\n", [2]),
            ("0,1\n0.01,2\n0.0295,3\n0.03,4\n", []), ("0,1\n0.01,2\n0.0289,3\n", []),
            ("0,1\n0,2\n0,3\n0.03,4\n0.03,5\n0.03,6\n0.06,7\n", []),
            ("0,1\n0,2\n0,3\n0.04,5\n", [1]), ("0,1\n0.01,2\n9,3\n0.03,4\n0.04,5\n", []),
        ] as [(String, [Int])]
    )
    func missing(text: String, lost: [Int]) throws {
        let words = try TakenTable(text, "t_s,v", rate: 100).words
        let found = words.filter { $0.contains("lost") }
        #expect(found.count == lost.count, "\(words)")
        for (word, count) in zip(found, lost) { #expect(word.hasSuffix("lost \(count) estimated")) }
    }

    @Test("begin with a gap for unreadable rows before the first one")
    func leading() throws {
        let text = "n/a,n/a\nx,y\n5,1\n6,2\n"
        let own = try TakenTable(text, "t_s,v", layout: TableLayout(hasHeader: false))
        #expect(own.words == ["5000000000 lost 2 estimated", "5000000000 1.0", "6000000000 2.0"])
        let places = try TakenTable(
            "x\ny\n3\n",
            "v",
            layout: TableLayout(hasHeader: false),
            rate: 1
        )
        #expect(places.words == ["0 lost 2 estimated", "2000000000 3.0"])
        let counted = try TakenTable("0,x\n1,y\n2,3\n3,4\n", "n,v", rate: 1)
        #expect(counted.words == ["0 lost 2 estimated", "0 3.0", "1000000000 4.0"])
    }

    @Test("are numbers only, or texts only")
    func mixed() throws {
        let numbers = try TakenTable("1,1\n10:15:00,2\n3,3\n", "t_s,v").words
        #expect(numbers == ["1000000000 1.0", "2000000000 lost 1 estimated", "3000000000 3.0"])
        let texts = try TakenTable("00:00:01,1\n2,2\n00:00:03,3\n", "t_s,v").words
        #expect(texts == numbers)
    }

    @Test("are read as dates whatever the map's unit, and count from the first")
    func dates() throws {
        for map in ["t_s,v", "t_ns,v"] {
            let text = "2026-11-21T10:15:00.25+01:00,1\n2026-11-21T10:15:01+01:00,2\n"
            let taken = try TakenTable(text, map)
            #expect(taken.words == ["0 1.0", "750000000 2.0"])
            #expect(taken.taker.times.firstOwn == 1_795_252_500_250_000_000)
            #expect(taken.taker.facts.form == .date(secondsFromGMT: 3600))
        }
    }

    @Test("go on over midnight if they are times of day")
    func midnight() throws {
        let words = try TakenTable("23:59:59.5,1\n00:00:00.25,2\n00:00:01,3\n", "t_s,v").words
        #expect(words == ["86399500000000 1.0", "86400250000000 2.0", "86401000000000 3.0"])
    }

    @Test("stay as they are where a counter goes down, and a note says so")
    func counter() throws {
        let text = (0..<20).map { "\($0),\($0 % 16),1\n" }.joined()
        let notes = try TakenTable(text, "t_s,n,v").notes
        #expect(notes == ["the counter goes down once, first in line 17, from 15 to 0"])
    }
}

@Suite("A date in a file")
struct TableDateTests {
    @Test(
        "is read in the ISO 8601 forms that loggers write",
        arguments: [
            ("2026-11-21T10:15:00Z", 1_795_256_100_000_000_000),
            ("2026-11-21 10:15:00.5", 1_795_256_100_500_000_000),
            ("2026-11-21t10:15z", 1_795_256_100_000_000_000),
            ("2026-11-21T10:15:00,000000001-0130", 1_795_261_500_000_000_001),
            ("2026-11-21T10:15:00+05", 1_795_238_100_000_000_000), ("00:00:00.25", 250_000_000),
            ("23:59:59.9999999999", 86_399_999_999_999), ("1970-01-01T00:00:00Z", 0),
        ] as [(String, Int64)]
    )
    func read(text: String, nanoseconds: Int64) {
        var dates = TableDate()
        #expect(dates.read(ArraySlice(text.utf8))?.nanoseconds == nanoseconds)
    }

    @Test(
        "is refused if it is not in the calendar, or only looks like a date",
        arguments: [
            "", "2026-11-21", "2026-02-30T10:15:00Z", "2026-11-21T24:00:00", "21.11.2026 10:15:00",
            "10:15", "10:15:60", "10:15:00.", "2026-11-21T10:15:00+1", "2026-11-21T10:15:00Zulu",
            "1:15:00", "9999-01-01T00:00:00Z", "10:15:00Z",
        ]
    )
    func refused(text: String) {
        var dates = TableDate()
        #expect(dates.read(ArraySlice(text.utf8)) == nil)
    }
}

@Suite("The units of a file")
struct TableUnitsTests {
    private func notes(_ map: String, _ row: String, rows: Int = 100) throws -> [String] {
        let text = (0..<rows).map { "\(Double($0) / 100),\(row)\n" }.joined()
        return try TakenTable(text, map).notes
    }

    @Test("are doubted by the first hundred readings, like those of a device's lines")
    func doubted() throws {
        let gyro = try notes("t_s,gx,gy,gz", "200,0,0")
        #expect(gyro.count == 1 && gyro[0].contains("faster than anybody turns"), "\(gyro)")
        let gravity = try notes("t_s,ax,ay,az", "0,9.8,0")
        #expect(gravity.count == 1 && gravity[0].contains("if its numbers are m/s2"), "\(gravity)")
        #expect(try notes("t_s,ax,ay,az", "0,1,0").isEmpty)
        #expect(try notes("t_s,gx,gy,gz", "200,0,0", rows: 99).isEmpty)
    }

    /// The notes on rows whose times rise by a step.
    private func notes(
        _ map: String,
        from start: Double = 0,
        step: Double,
        rate: Double? = nil
    ) throws -> [String] {
        let end = map.hasSuffix("az") ? "0,1,0" : "60"
        let text = (0..<200).map { "\(start + Double($0) * step),\(end)\n" }.joined()
        return try TakenTable(text, map, rate: rate).notes
    }

    @Test(
        "are doubted for the time if they make a rate that no sensor on a body has",
        arguments: [
            ("t_ms", 0.01, "100000 rows a second", "t_s"), ("t_s", 10, "one row in 10 s", "t_ms"),
            ("t_us", 0.01, "100000000 rows a second", "t_s"),
            ("t_ns", 0.01, "100000000000 rows a second", "t_s"),
            ("t_ms", 10_000, "one row in 10 s", "t_us"),
        ] as [(String, Double, String, String)]
    )
    func rates(word: String, step: Double, rate: String, other: String) throws {
        let remedy =
            "as \(other) they make 100 rows a second: if that is right, import the file again with "
            + "\(other) in place of \(word)"
        let told = "taken as \(word), the times of the first rows make \(rate), where "
        #expect(
            try notes("\(word),ax,ay,az", step: step)
                == [told + "sensors on a body make 1 to 10000 rows a second; " + remedy]
        )
        // A value of the device's own may have any rate, unless the user gave one.
        #expect(try notes("\(word),pulse", step: step).isEmpty)
        #expect(
            try notes("\(word),pulse", step: step, rate: 100).contains(
                told + "--rate gives 100 rows a second; " + remedy
            )
        )
    }

    @Test("are doubted for the time without a proposal if no unit gives a usual rate")
    func noUnit() throws {
        let told = try notes("t_s,ax,ay,az", step: 200)
        #expect(told.count == 1 && told[0].hasSuffix("; check what their column counts"), "\(told)")
    }

    @Test("are not doubted for the time at the rates of slow and fast sensors, or if it is a date")
    func soundRates() throws {
        for step in [1, 0.2, 0.01, 0.0005] {
            #expect(try notes("t_s,ax,ay,az", step: step).isEmpty, "\(step)")
        }
        #expect(try notes("t_s,ax,ay,az", step: 10, rate: 0.1).isEmpty)
        #expect(try notes("t_s,ax,ay,az", from: 1_700_000_000, step: 60).isEmpty)
    }
}

@Suite("A quote that nobody closes")
struct TableQuoteTests {
    @Test("costs its own row alone, wherever the file ends behind it", arguments: [3, 300, 3000])
    func alone(rows: Int) throws {
        var lines = (0..<rows).map { "\($0),0.5" }
        lines[1] = "1,\"0.5"
        for end in ["\n", "\r\n"] {
            let taken = try TakenTable(lines.joined(separator: end) + end, "t_s,v", piece: 1000)
            #expect(taken.taker.facts.readings == Int64(rows - 1))
            #expect(taken.taker.facts.unread == 1)
            #expect(taken.taker.facts.firstFault?.line == 2)
            let lost = taken.words.filter { $0.contains("lost") }
            #expect(lost == ["1000000000 lost 1 estimated"])
        }
    }
}
