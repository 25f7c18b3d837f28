import SessionRuns
import TerminalHost
import Testing

@testable import footfall

@Suite("Showing progress")
struct ProgressTests {
    static let frame = ProgressFrame(
        elapsed: .milliseconds(12_345),
        planned: .seconds(110),
        samplesPerSecond: 192.04,
        timesLife: 1.02,
        samples: 2370,
        losses: 0,
        streams: [
            stream("ankle accelerometer"), stream("thigh accelerometer"),
            stream("trunk accelerometer"),
        ]
    )

    static func stream(_ name: String) -> ProgressFrame.Stream {
        ProgressFrame.Stream(
            name: name,
            axes: [
                ProgressFrame.Axis(name: "x", values: [0, 1, 2, 3, 4, 5, 6, 7]),
                ProgressFrame.Axis(name: "y", values: [7, nil, 0]),
                ProgressFrame.Axis(name: "z", values: [1, 1]),
            ]
        )
    }

    static func text(_ frame: ProgressFrame, columns: Int, rows: Int = 24) -> [String] {
        ProgressLayout.picture(of: frame, columns: columns, rows: rows).map {
            $0.rendered(width: columns, inColour: false)
        }
    }

    @Test("draws a status line, and a line for each sensor with a sparkline for each axis")
    func picture() {
        #expect(
            Self.text(Self.frame, columns: 80) == [
                "0:12.3 of 1:50.0  192 samples/s  2,370 samples  0 lost",
                "ankle accelerometer  x         ▁▂▃▄▅▆▇█  y              █·▁  z               ▄▄",
                "thigh accelerometer  x         ▁▂▃▄▅▆▇█  y              █·▁  z               ▄▄",
                "trunk accelerometer  x         ▁▂▃▄▅▆▇█  y              █·▁  z               ▄▄",
            ]
        )
    }

    @Test("gives each axis a line of its own where the terminal is narrow")
    func narrow() {
        #expect(
            Self.text(Self.frame, columns: 40).prefix(5) == [
                "0:12.3 of 1:50.0  192 samples/s  2,370 …",
                "ankle accelerometer",
                "  x                             ▁▂▃▄▅▆▇█",
                "  y                                  █·▁",
                "  z                                   ▄▄",
            ]
        )
    }

    @Test("is never wider than the terminal", arguments: [0, 1, 2, 5, 13, 29, 30, 51, 80, 200])
    func neverTooWide(columns: Int) {
        var frame = Self.frame
        frame.streams.append(Self.stream("足首のとても長い名前 accelerometer of a distant kind"))
        for line in Self.text(frame, columns: columns) { #expect(line.columns <= columns) }
    }

    @Test("is never higher than the terminal, and says what it leaves out", arguments: 1...12)
    func neverTooHigh(rows: Int) {
        for columns in [40, 80] {
            let lines = Self.text(Self.frame, columns: columns, rows: rows)
            #expect(lines.count <= max(1, rows - 1))
            let drawn = lines.filter { $0.contains("accelerometer") }.count
            let left = 3 - drawn
            #expect(lines.contains { $0.hasPrefix("and ") } == (left > 0 && rows > 2))
        }
    }

    @Test("tells in words what is not drawn, on a line of its own")
    func words() {
        var frame = Self.frame
        frame.streams = [
            ProgressFrame.Stream(name: "input key", axes: [], words: "12 events"),
            ProgressFrame.Stream(name: "input touch", axes: [], words: "1 event\u{1B}[31m"),
        ]
        #expect(
            Self.text(frame, columns: 80).dropFirst() == [
                "input key    12 events", "input touch  1 event\\u{1b}[31m",
            ]
        )
    }

    @Test("writes a plain line for a log")
    func plainLine() {
        #expect(
            ProgressLayout.plainLine(of: Self.frame)
                == "0:12.3 of 1:50.0  192 samples/s  2,370 samples  0 lost"
        )
    }

    @Test(
        "writes a rate as fits its size",
        arguments: [(0, "0.0"), (12.34, "12.3"), (1234.5, "1,235"), (.infinity, "–"), (.nan, "–")]
            as [(Double, String)]
    )
    func rates(rate: Double, text: String) {
        var frame = Self.frame
        frame.samplesPerSecond = rate
        #expect(ProgressLayout.plainLine(of: frame).contains("  \(text) samples/s"))
    }

    @Test(
        "says how many times as fast as real time it goes, unless that is once",
        arguments: [(1, nil), (0.97, nil), (10.02, " at 10.0x"), (0.5, " at 0.5x"), (nil, nil)]
            as [(Double?, String?)]
    )
    func speeds(timesLife: Double?, text: String?) {
        var frame = Self.frame
        frame.timesLife = timesLife
        let expected = "192 samples/s\(text ?? "")  2,370 samples"
        #expect(ProgressLayout.plainLine(of: frame).contains(expected))
    }

    @Test("warns of losses in colour, and without it has no code in it")
    func colours() throws {
        var frame = Self.frame
        frame.losses = 12
        let line = try #require(ProgressLayout.picture(of: frame, columns: 80, rows: 24).first)
        #expect(line.rendered(width: 80, inColour: true).contains("\u{1B}[1;31m  12 lost\u{1B}[0m"))
        #expect(!line.rendered(width: 80, inColour: false).contains("\u{1B}"))
    }

    @Test("shows no code that a name from outside carries")
    func hostileNames() {
        var frame = Self.frame
        frame.streams = [Self.stream("\u{1B}[31mankle\n")]
        #expect(!Self.text(frame, columns: 80).joined().contains("\u{1B}"))
        #expect(!Self.text(frame, columns: 80).joined().contains("\n"))
    }
}
