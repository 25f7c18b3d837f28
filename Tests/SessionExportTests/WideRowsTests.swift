// How records become rows.

import SampleFile
import Testing

@testable import SessionExport

@Suite("Rows of an instant each")
struct WideRowsTests {
    /// Rows of two sensors with a column each, behind one that is of rows.
    private func rows() -> WideRows { WideRows(columns: 3, ofRows: 1) }

    private func texts(_ rows: [WideRow]) -> [[String]] { rows.map { ["\($0.uptime)"] + $0.cells } }

    @Test("have what was measured at an instant, however far apart the file has it")
    func joined() {
        var rows = rows()
        for time in [1.0, 2, 3] { rows.add([(1, "a\(time)")], of: "a", uptime: time, timestamp: 0) }
        #expect(texts(rows.takeReady()).count == 2, "of one sensor, all but the newest are done")
        var other = self.rows()
        for time in [1.0, 2, 3] {
            other.add([(1, "a\(time)")], of: "a", uptime: time, timestamp: 0)
        }
        for time in [1.0, 2, 3] {
            other.add([(2, "b\(time)")], of: "b", uptime: time, timestamp: 0)
        }
        #expect(
            texts(other.takeAll()) == [
                ["1.0", "", "a1.0", "b1.0"], ["2.0", "", "a2.0", "b2.0"],
                ["3.0", "", "a3.0", "b3.0"],
            ]
        )
    }

    @Test("wait for a sensor that is behind, and are in the order of time")
    func waits() {
        var rows = rows()
        rows.add([(1, "a")], of: "a", uptime: 5, timestamp: nil)
        rows.add([(2, "b")], of: "b", uptime: 1, timestamp: nil)
        #expect(rows.takeReady().isEmpty)
        rows.add([(2, "c")], of: "b", uptime: 4, timestamp: nil)
        #expect(texts(rows.takeReady()) == [["1.0", "", "", "b"]])
        rows.add([(2, "d")], of: "b", uptime: 6, timestamp: nil)
        #expect(texts(rows.takeReady()) == [["4.0", "", "", "c"]])
        #expect(texts(rows.takeAll()) == [["5.0", "", "a", ""], ["6.0", "", "", "d"]])
    }

    @Test("are two of two readings of one sensor at one instant, and lose neither")
    func duplicates() {
        var rows = rows()
        rows.add([(1, "first")], of: "a", uptime: 1, timestamp: 0)
        rows.add([(1, "second")], of: "a", uptime: 1, timestamp: 0)
        rows.add([(2, "b")], of: "b", uptime: 1, timestamp: 0)
        #expect(texts(rows.takeAll()) == [["1.0", "", "first", "b"], ["1.0", "", "second", ""]])
    }

    @Test("join where both say the same of the row, and not where they differ")
    func ofRows() {
        var rows = rows()
        rows.add([(0, "step"), (1, "a")], of: "a", uptime: 1, timestamp: 0)
        rows.add([(0, "step"), (2, "b")], of: "b", uptime: 1, timestamp: 0)
        rows.add([(0, "other"), (2, "c")], of: "b", uptime: 1, timestamp: 0)
        #expect(
            texts(rows.takeAll()) == [["1.0", "step", "a", "b"], ["1.0", "other", "", "c"]]
        )
    }

    @Test("do not wait without an end for a sensor that is over")
    func flat() {
        var rows = rows()
        rows.add([(2, "b")], of: "b", uptime: 0, timestamp: nil)
        var taken: [WideRow] = []
        var longest = 0
        for time in 1...20_000 {
            rows.add([(1, "a")], of: "a", uptime: Double(time), timestamp: nil)
            let ready = rows.takeReady()
            longest = max(longest, ready.count)
            taken += ready
        }
        #expect(taken.count > 15_000)
        #expect(longest <= WideRows.mostWaiting)
        taken += rows.takeAll()
        #expect(taken.map(\.uptime) == (0...20_000).map(Double.init))
    }

    @Test("are lines of CSV, whatever a text has in it")
    func quotes() {
        #expect(
            WideFile.line(["a", "b,c", "d\"e", "f\ng", ""]) == "a,\"b,c\",\"d\"\"e\",\"f\ng\",\n"
        )
    }

    @Test("have the columns of rows first, and then each sensor's by the columns of its records")
    func columns() {
        var columns = WideColumns()
        for (sensor, name) in [("b", "y"), ("a", "lost"), ("b", "x"), (nil, "marker"), ("a", "x")] {
            columns.note(WideColumns.Channel(sensor: sensor, name: name))
        }
        let names = ["uptime", "marker", "x", "y", "lost"]
        columns.sort(by: RecordSchema(names.map { RecordSchema.Column($0, .text) }))
        #expect(
            columns.headings == ["uptime", "timestamp", "marker", "b_x", "b_y", "a_x", "a_lost"]
        )
        #expect(columns.place(of: .init(sensor: "a", name: "x")) == 3)
    }
}
