// Files of columns as others write them: what becomes of their rows, and what is refused.

import Glibc
import RecorderKinds
import SampleStream
import Scratch
import SystemCalls
import Testing
import Timebase

@testable import LineRecorder

@Suite("A file of columns")
struct TableTests {
    @Test(
        "is read with any separator, line end and quoting",
        arguments: [
            "t,v\n1,0.5\n2,-3e2\n", "t,v\r\n1,0.5\r\n2,-3e2\r\n", "t,v\r1,0.5\r2,-3e2",
            "\u{FEFF}t,v\n1,0.5\n2,-3e2", "\"t\",\"v\"\n\"1\",\"0.5\"\n\"2\",\"-3e2\"\n",
            "t;v\n1;0,5\n2;-3e2\n", "t\tv\n1\t0,5\n2\t-3e2\n", "t;v;;\n1;0,5;;\n2;-3e2;\n",
            "# by a logger\n\n1,0.5\n\n  \n2,-3e2\n", "1 0.5 \n 2  -3e2",
            "\"t\",\"the \"\"v\"\",\nin g\"\n1,0.5\n2,-3e2",
        ]
    )
    func forms(text: String) throws {
        for piece in [1, 5, 1000] {
            let taken = try TakenTable(text, "t_s,v", piece: piece)
            let (words, taker) = (taken.words, taken.taker)
            #expect(words == ["1000000000 0.5", "2000000000 -300.0"], "\(text) \(piece)")
            #expect(taker.facts.tally.unreadable == 0)
        }
    }

    @Test("keeps duplicate rows, each at its time")
    func duplicates() throws {
        let text = "0,1\n0.007531643,2\n0.007531643,2\n0.010042191,3\n"
        let words = try TakenTable(text, "t_s,v").words
        #expect(words == ["0 1.0", "7531643 2.0", "7531643 2.0", "10042191 3.0"])
    }

    @Test("gives rows without a time one by the rate, also behind an unreadable row")
    func rate() throws {
        let taken = try TakenTable("1\n2\nx\n4\n", "v", rate: 3)
        let (words, taker) = (taken.words, taken.taker)
        #expect(
            words == ["0 1.0", "333333333 2.0", "666666666 lost 1 estimated", "1000000000 4.0"]
        )
        #expect(taker.facts.tally.unreadable == 1)
        #expect(taker.facts.firstFault?.line == 3)
    }

    @Test("counts missing rows by its counter, which also gives the time")
    func counter() throws {
        let words = try TakenTable("254,1\n255,2\n2,3\n3,4\n", "n8,v", rate: 10).words
        #expect(
            words == [
                "0 1.0", "100000000 2.0", "200000000 lost 2", "400000000 3.0", "500000000 4.0",
            ]
        )
    }

    @Test("has an estimated gap at a pause only if the rate is given")
    func pause() throws {
        let text = "0,1\n0.01,2\n1.01,3\n"
        #expect(try TakenTable(text, "t_s,v").words.count == 3)
        let words = try TakenTable(text, "t_s,v", rate: 100).words
        #expect(words[2] == "20000000 lost 99 estimated")
    }

    @Test("gives a row whose time goes back the previous row's time, as an estimate")
    func backward() throws {
        let taken = try TakenTable("1,1\n3,2\n2,3\n4,4\n", "t_s,v")
        let (words, taker) = (taken.words, taken.taker)
        #expect(words[2] == "3000000000 3.0 estimated" && words[3] == "4000000000 4.0")
        #expect(taker.facts.firstBehind == 3 && taker.times.behind == 1)
    }

    @Test("goes on where 32 bits of microseconds wrap around")
    func turn() throws {
        let words = try TakenTable("4294967290,1\n4,2\n", "t_us,v").words
        #expect(words == ["4294967290000 1.0", "4294967300000 2.0"])
    }

    @Test("takes a time that goes back for no wraparound of 32 bits that it has exceeded")
    func noTurn() throws {
        let text = "1700000000000,1\n1700000000010,2\n0,3\n1700000000030,4\n"
        let taken = try TakenTable(text, "t_ms,v")
        let (words, taker) = (taken.words, taken.taker)
        #expect(
            words == [
                "0 1.0", "10000000 2.0", "10000000 3.0 estimated", "30000000 4.0",
            ]
        )
        #expect(taker.times.behind == 1)
    }

    @Test("counts an unreadable row as one missing row, also if a counter counts the rows")
    func counted() throws {
        let words = try TakenTable("0,1\n1,x\n2,3\n3,4\n", "n,v", rate: 10).words
        #expect(
            words == ["0 1.0", "100000000 lost 1", "200000000 3.0", "300000000 4.0"]
        )
    }

    @Test("starts at its first row if its time is a date, and keeps the date")
    func date() throws {
        let taken = try TakenTable("1700000000.25,1\n1700000000.5,2\n", "t_s,v")
        let (words, taker) = (taken.words, taken.taker)
        #expect(words == ["0 1.0", "250000000 2.0"])
        #expect(taker.times.firstOwn == 1_700_000_000_250_000_000)
    }

    @Test("loses one row to a quote that nobody closes, or to a row of a megabyte")
    func longRows() throws {
        let open = "1,0.5\n2,\"" + String(repeating: "7", count: 5000) + "\n3,0.5\n"
        let long = "1,0.5\n" + String(repeating: "8", count: 1 << 20) + "\n3,0.5\n"
        for text in [open, long] {
            let taken = try TakenTable(text, "t_s,v", piece: 4096)
            let (words, taker) = (taken.words, taken.taker)
            #expect(words.count == 3 && words[1].hasSuffix("lost 1 estimated"))
            #expect(taker.facts.tally[.tooLong] == 1)
        }
    }

    @Test("counts each line that a misplaced quote swallows, and reads on behind it")
    func openQuote() throws {
        let open = "1,0.5\n\"2,0.5\n3,0.5\n4\",0.5,\"\"\n5,0.5\n"
        let words = try TakenTable(open, "t_s,v").words
        #expect(words.count == 3 && words[1].hasSuffix("lost 3 estimated"), "\(words)")
    }

    @Test("skips as many lines as asked, and the names of its columns")
    func layout() throws {
        let text = "Logger 7\nserial,12\n5,6\n1,2\n"
        let layout = TableLayout(hasHeader: true, skippedLines: 2)
        #expect(try TakenTable(text, "t_s,v", layout: layout).words == ["1000000000 2.0"])
    }
}

@Suite("A file that cannot be imported")
struct TableRefusalTests {
    private func refusal(
        _ bytes: some Collection<UInt8>,
        _ map: String?,
        units: String = "",
        layout: TableLayout = TableLayout(),
        rate: Double? = nil
    ) throws -> String {
        let folder = try Scratch()
        let path = "\(folder.path)/walk.csv"
        try OpenFile.create(path).writeAll(Array(bytes), at: 0)
        let mapping = try map.map { try LineMapping($0, units: units) }
        do {
            let file = try TableFile(path, mapping, layout, rateInHertz: rate)
            return "taken: \(file.samples)"
        } catch {
            return "\(error)".replacing(folder.path + "/", with: "")
        }
    }

    @Test(
        "is refused with the line, the field and the remedy",
        arguments: [
            ("", "t_s,v", "walk.csv: there is no row in it"),
            ("t,v\n", "t_s,v", "walk.csv: it has names of columns, and no row below them"),
            (
                "1,2,3\n1,2,3\n", "t_s,v",
                "walk.csv: line 1: it has 3 columns and the map 2: 1,2,3, and 2 rows could not be read; give --map a word"
            ),
            ("1,2\n", "t_s,v,w", "line 1: it has 2 columns and the map 3: 1,2; give"),
            ("t,v\n1,x\n2,y\n", "t_s,v", "line 2: column 2 is 'x', which is no number: 1,x"),
            (
                "9,1\n8,1\n7,1\n6,1\n", "t_s,v",
                "walk.csv: line 2: the time goes back there, and in 3 of 4 rows"
            ),
            ("1\n2\n", "v", "walk.csv: nothing says when its rows were measured"),
            ("a\0b\n\u{1}\u{2}\n", "t_s,v", "it is of bytes that are no text"),
            ("1,2,33\n", "t_s,v,xor", "walk.csv: 'xor' is a checksum"),
            (
                "21.11.2026 10:15,1\n", "t_s,v",
                "line 1: column 1 is '21.11.2026 10:15', which is neither a number nor a date; write the times as numbers, as 2026-11-21T10:15:00.250+01:00 or"
            ),
            (
                "1700000000000,1\n", "t_s,v",
                "column 1 is '1700000000000', which is too far away for a time in t_s; name the unit that it counts"
            ),
        ]
    )
    func refused(text: String, map: String, told: String) throws {
        let shown = try refusal(text.utf8, map)
        #expect(shown.contains(told), "\(shown)")
    }

    @Test(
        "is refused if its counter goes down, with the word that the map needs instead",
        arguments: [
            (250..<258, 256, "line 7: the counter goes down there from 255 to 0; write n8 for"),
            (65530..<65538, 65536, "from 65535 to 0; write n16 for a counter that wraps"),
            (
                0..<30, 10,
                "line 11: the counter goes down there from 9 to 0, and 2 times in all; write _"
            ),
        ]
    )
    func counter(counts: Range<Int>, turn: Int, told: String) throws {
        let text = counts.map { "\($0 % turn),1\n" }.joined()
        let shown = try refusal(text.utf8, "n,v", rate: 100)
        #expect(shown.contains(told), "\(shown)")
    }

    @Test("is refused if the given separator is not the file's")
    func separator() throws {
        let layout = TableLayout(separator: .semicolon)
        let shown = try refusal("1,2,3\n4,5,6\n".utf8, "t_s,v,w", layout: layout)
        #expect(shown.contains("it has 1 column and the map 3: 4,5,6; give --map"), "\(shown)")
    }

    @Test(
        "leads to a proposed map, with the unit of its time if the first rows show it",
        arguments: [
            ("timestamp,ax,ay,az\n0,1,2,3\n10,1,2,3\n20,1,2,3\n", "t_ms,ax,ay,az"),
            ("t,ax,ay,az\n0,1,2,3\n0.01,1,2,3\n", "t_s,ax,ay,az"),
            ("t,ax,ay,az\n73228683844138,1,2,3\n73228693844138,1,2,3\n", "t_ns,ax,ay,az"),
            ("epoch,ax,ay,az\n1700000000000,1,2,3\n1700000001000,1,2,3\n", "t_?,ax,ay,az"),
            ("epoch,ax,ay,az\n1700000000,1,2,3\n1700000001,1,2,3\n", "t_?,ax,ay,az"),
            ("t,ax,ay,az\n0,1,2,3\n1,1,2,3\n2,1,2,3\n", "t_?,ax,ay,az"),
            ("Date,Time,ax,ay,az\n21.11.26,10:15:00.5,1,2,3\n", "_,t_s,ax,ay,az"),
            ("Zeit;ax;ay;az\n0,98;1;2;3\n0,99;1;2;3\n", "t_s,ax,ay,az"),
        ]
    )
    func units(text: String, map: String) throws {
        let shown = try refusal(text.utf8, nil)
        #expect(shown.contains("the names of its columns fit --map \(map)"), "\(shown)")
        #expect(shown.contains("write t_s, t_ms, t_us or t_ns for t_?") == map.contains("?"))
    }

    @Test(
        "leads to a proposed map with a counter beside the time, if the first rows count",
        arguments: ["n", "counter", "Count", "index", "packet", "seq", "sequence", "Sample"]
    )
    func counters(name: String) throws {
        func told(_ counts: [Int], _ map: String?) throws -> String {
            let rows = counts.enumerated().map { "\($0.offset * 10),\($0.element),1,2,3\n" }
            return try refusal("t_ms,\(name),ax,ay,az\n\(rows.joined())x\n".utf8, map)
        }
        for map in [nil, "t_ms,_,gx,gy,gz"] {
            let counted = try told([0, 1, 2, 5, 6], map)
            #expect(counted.contains("fit --map t_ms,n,ax,ay,az"), "\(counted)")
            for others in [[7, 7, 8, 8, 9], [3, 40, 12, 13, 5], [0, 20, 40, 60, 80]] {
                let shown = try told(others, map)
                #expect(shown.contains("fit --map t_ms,_,ax,ay,az"), "\(shown)")
            }
        }
    }

    @Test("is refused if a column's name or unit contradicts the map")
    func contradicted() throws {
        let text = "Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s)\n1,2,3,4\n"
        let fit = "the names fit --map t_s,gx,gy,gz --units deg/s"
        let axes = try refusal(text.utf8, "t_s,ax,ay,az")
        #expect(axes.contains("column 2 is called 'Gyroscope X (deg/s)', and the map says ax"))
        #expect(axes.contains(fit), "\(axes)")
        let units = try refusal(text.utf8, "t_s,gx,gy,gz")
        #expect(units.contains("the map takes it for another unit than deg/s"), "\(units)")
        #expect(try refusal(text.utf8, "t_s,gx,gy,gz", units: "dps") == "taken: 1")
        for name in ["t_ms", "Time (ms)", "timestampMs"] {
            let time = try refusal("\(name),v\n1,2\n".utf8, "t_s,v")
            #expect(time.contains("column 1 is called '\(name)', and the map says t_s"), "\(time)")
            #expect(try refusal("\(name),v\n1,2\n".utf8, "t_ms,v") == "taken: 1")
        }
    }

    @Test(
        "leads to a proposed map if nobody gave one and it knows the names",
        arguments: [
            (
                ["samples", "acc_x", "acc_y", "acc_z", "gyr_x", "gyr_y", "gyr_z"],
                "n,ax,ay,az,gx,gy,gz", ""
            ),
            (["timestamp", "AccX(g)", "AccY(g)", "AccZ(g)", "Label"], "t_?,ax,ay,az,_", "g"),
            (["time_us", "ax", "ay", "az"], "t_us,ax,ay,az", ""),
            (["timestampMs", "ax", "ay", "az"], "t_ms,ax,ay,az", ""),
            (["Zeit", "ax", "ay", "az"], "t_?,ax,ay,az", ""),
            (["date", "time (s)", "ax", "ay", "az"], "_,t_s,ax,ay,az", ""),
            (
                ["time [ms]", "Mag X [uT]", "Mag Y [uT]", "Mag Z [uT]", "acc_x"], "t_ms,mx,my,mz,_",
                "uT"
            ),
            (
                ["Acceleration x (m/s^2)", "Acceleration y (m/s^2)", "Acceleration z (m/s^2)"],
                "ax,ay,az", "m/s^2"
            ),
        ]
    )
    func proposed(names: [String], map: String, units: String) throws {
        let proposal = try #require(TableHeader(names).proposal)
        #expect(proposal.map == map && proposal.units == units)
        let shown = try refusal((names.joined(separator: ",") + "\n").utf8, nil)
        #expect(shown.contains("the names of its columns fit --map \(map)"), "\(shown)")
    }

    @Test("is refused if it is a folder, a device, a pipe or missing")
    func places() throws {
        let folder = try Scratch()
        let map = try LineMapping("t_s,v")
        // Nobody writes into the pipe, so whoever waited for a writer would wait for ever.
        let pipe = "\(folder.path)/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        for (place, told) in [
            (folder.path, "this is a folder; name the files in it"),
            ("/dev/null", "this is no plain file"), (pipe, "this is no plain file"),
            ("\(folder.path)/no", "there is no such file"),
        ] {
            let error = #expect(throws: TableError.self) {
                try TableFile(place, map, TableLayout(), rateInHertz: nil)
            }
            #expect(error?.description.contains(told) == true, "\(place)")
        }
    }

    @Test("is reported if it changes between its two readings")
    func changed() throws {
        let folder = try Scratch()
        let path = "\(folder.path)/walk.csv"
        let handle = try OpenFile.create(path)
        try handle.writeAll(Array("1,2\n3,4\n".utf8), at: 0)
        let file = try TableFile(path, try LineMapping("t_s,v"), TableLayout(), rateInHertz: nil)
        try file.readAgain { _ in true }
        try handle.writeAll(Array("9".utf8), at: 6)
        let error = #expect(throws: TableError.self) { try file.readAgain { _ in true } }
        #expect(error?.description.contains("it was changed while it was read") == true)
    }
}
