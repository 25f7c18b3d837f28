// Joins records into rows.

import SampleFile
import Testing

@testable import SessionExport

@Suite("The rows of a table")
struct WideRowsTests {
    /// Rows with a common column, followed by one column for each of at most two sensors.
    private func rows(sensors: Int = 2) -> WideRows {
        WideRows(columns: 3, ofRows: 1, sensors: sensors)
    }

    private func texts(_ rows: [WideRow]) -> [[String]] {
        rows.map { row in
            ["\(row.uptime)"]
                + row.cells.map { cell in
                    var bytes: [UInt8] = []
                    bytes.append(csv: cell)
                    return String(decoding: bytes, as: UTF8.self)
                }
        }
    }

    @Test("join what was measured at one instant, however far apart it is in the file")
    func joined() {
        var rows = rows(sensors: 1)
        for time in [1.0, 2, 3] { rows.add([(1, "a\(time)")], of: 0, uptime: time, timestamp: 0) }
        #expect(texts(rows.takeReady()).count == 2, "all rows but the newest are complete")
        var other = self.rows()
        for time in [1.0, 2, 3] {
            other.add([(1, "a\(time)")], of: 0, uptime: time, timestamp: 0)
        }
        for time in [1.0, 2, 3] {
            other.add([(2, "b\(time)")], of: 1, uptime: time, timestamp: 0)
        }
        #expect(
            texts(other.takeAll()) == [
                ["1.0", "", "a1.0", "b1.0"], ["2.0", "", "a2.0", "b2.0"],
                ["3.0", "", "a3.0", "b3.0"],
            ]
        )
    }

    @Test("wait for a sensor that lags behind, and are in order of time")
    func waits() {
        var rows = rows()
        rows.add([(1, "a")], of: 0, uptime: 5, timestamp: nil)
        rows.add([(2, "b")], of: 1, uptime: 1, timestamp: nil)
        #expect(rows.takeReady().isEmpty)
        rows.add([(2, "c")], of: 1, uptime: 4, timestamp: nil)
        #expect(texts(rows.takeReady()) == [["1.0", "", "", "b"]])
        rows.add([(2, "d")], of: 1, uptime: 6, timestamp: nil)
        #expect(texts(rows.takeReady()) == [["4.0", "", "", "c"]])
        #expect(texts(rows.takeAll()) == [["5.0", "", "a", ""], ["6.0", "", "", "d"]])
    }

    @Test("wait for a sensor whose first record comes later in the file")
    func waitsForFirst() {
        var rows = rows()
        for time in [1.0, 2, 3] { rows.add([(1, "a")], of: 0, uptime: time, timestamp: 0) }
        #expect(rows.takeReady().isEmpty)
        for time in [1.0, 2] { rows.add([(2, "b")], of: 1, uptime: time, timestamp: 0) }
        #expect(texts(rows.takeReady()) == [["1.0", "", "a", "b"]])
        #expect(texts(rows.takeAll()) == [["2.0", "", "a", "b"], ["3.0", "", "a", ""]])
    }

    @Test("do not wait forever for a sensor whose first record comes late")
    func lateFirst() {
        var rows = rows()
        var taken: [WideRow] = []
        for time in 1...20_000 {
            rows.add([(1, "a")], of: 0, uptime: Double(time), timestamp: nil)
            taken += rows.takeReady()
        }
        #expect(taken.count >= 20_000 - WideRows.mostWaiting)
        taken += rows.takeAll()
        #expect(taken.map(\.uptime) == (1...20_000).map(Double.init))
    }

    @Test("keep both of two readings of one sensor at one instant")
    func duplicates() {
        var rows = rows()
        rows.add([(1, "first")], of: 0, uptime: 1, timestamp: 0)
        rows.add([(1, "second")], of: 0, uptime: 1, timestamp: 0)
        rows.add([(2, "b")], of: 1, uptime: 1, timestamp: 0)
        #expect(texts(rows.takeAll()) == [["1.0", "", "first", "b"], ["1.0", "", "second", ""]])
    }

    @Test("join readings only if their common columns agree")
    func ofRows() {
        var rows = rows()
        rows.add([(0, "step"), (1, "a")], of: 0, uptime: 1, timestamp: 0)
        rows.add([(0, "step"), (2, "b")], of: 1, uptime: 1, timestamp: 0)
        rows.add([(0, "other"), (2, "c")], of: 1, uptime: 1, timestamp: 0)
        #expect(
            texts(rows.takeAll()) == [["1.0", "step", "a", "b"], ["1.0", "other", "", "c"]]
        )
    }

    @Test("do not wait forever for a sensor that has ended")
    func flat() {
        var rows = rows()
        rows.add([(2, "b")], of: 1, uptime: 0, timestamp: nil)
        var taken: [WideRow] = []
        var longest = 0
        for time in 1...20_000 {
            rows.add([(1, "a")], of: 0, uptime: Double(time), timestamp: nil)
            let ready = rows.takeReady()
            longest = max(longest, ready.count)
            taken += ready
        }
        #expect(taken.count > 15_000)
        #expect(longest <= WideRows.mostWaiting)
        taken += rows.takeAll()
        #expect(taken.map(\.uptime) == (0...20_000).map(Double.init))
    }

    @Test("wait up to the stated number and no more, however many records a batch has")
    func full() {
        var rows = rows()
        for time in 1...WideRows.mostWaiting {
            #expect(!rows.isFull)
            rows.add([(1, "a")], of: 0, uptime: Double(time), timestamp: nil)
        }
        #expect(rows.isFull)
        #expect(!rows.takeReady().isEmpty)
        #expect(!rows.isFull)
    }

    @Test("are valid lines of CSV, whatever a text contains")
    func quotes() {
        #expect(
            String(decoding: WideFile.line(["a", "b,c", "d\"e", "f\ng", ""]), as: UTF8.self)
                == "a,\"b,c\",\"d\"\"e\",\"f\ng\",\n"
        )
    }

    @Test("have the common columns first, and then each sensor's, in the order of the schema")
    func columns() {
        var columns = WideColumns()
        for (sensor, name) in [("b", "y"), ("a", "lost"), ("b", "x"), (nil, "marker"), ("a", "x")] {
            columns.note(WideColumns.Channel(name, of: sensor))
        }
        let names = ["uptime", "marker", "x", "y", "lost"]
        columns.sort(by: RecordSchema(names.map { RecordSchema.Column($0, .text) }))
        #expect(
            columns.headings == ["uptime", "timestamp", "marker", "b_x", "b_y", "a_x", "a_lost"]
        )
        #expect(columns.place(of: .init("x", of: "a")) == 3)
    }

    @Test("have distinct headings")
    func headings() {
        var columns = WideColumns()
        for (sensor, name) in [("a_b", "c"), ("a", "b_c"), (nil, "marker")] {
            columns.note(WideColumns.Channel(name, of: sensor))
        }
        #expect(
            columns.headings == ["uptime", "timestamp", "a_b_c", "a_b_c_2", "marker"]
        )
        #expect(
            columns.places(of: ["b_c", "c"], ["a_b", "a"]) == [[nil, nil], [nil, 0], [1, nil]]
        )
    }

    @Test("have every number with the digits that Swift writes")
    func digits() {
        var random = SystemRandomNumberGenerator()
        var numbers = [0, -0.0, 1, -1, 1e-4, 9.999e-5, 9e15, 9007199254740992, 1e16, 1e22, .pi]
        for power in -330...308 { numbers.append(Double("1e\(power)") ?? 0) }
        for _ in 0..<20_000 {
            let number = Double(bitPattern: random.next())
            if number.isFinite { numbers.append(number) }
            numbers.append(Double.random(in: -1000...1000, using: &random))
            numbers.append(Double(Int.random(in: -100_000...100_000, using: &random)) / 1000)
        }
        let wrong = numbers.filter { number in
            var bytes: [UInt8] = []
            bytes.append(csv: number)
            return bytes != Array(number.description.utf8)
        }
        #expect(wrong.isEmpty)
    }
}

extension WideRows {
    fileprivate mutating func add(
        _ texts: [(place: Int, text: String)],
        of sensor: Int?,
        uptime: Double,
        timestamp: Double?
    ) {
        add(
            texts.map { (place: $0.place, value: WideCell.text(Array($0.text.utf8))) },
            of: sensor,
            uptime: uptime,
            timestamp: timestamp
        )
    }
}
