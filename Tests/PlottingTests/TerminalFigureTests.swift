import Plotting
import Testing

@Suite("A figure in a terminal")
struct TerminalFigureTests {
    private func figure(_ panel: Panel, _ moments: [Moment] = []) -> Figure {
        Figure(
            title: "walk",
            subtitle: "session",
            axis: "time [s]",
            scale: .time,
            range: 0...10,
            panels: [panel],
            moments: moments
        )
    }

    private let wave = Series(
        "x",
        (0...1000).map {
            let value = Double($0 % 100) - 50
            return SeriesPoint(at: Double($0) / 100, from: value, to: value)
        }
    )

    @Test(
        "is no wider than the terminal, in braille and in plain letters",
        arguments: [40, 80, 133]
    )
    func width(columns: Int) {
        for isPlain in [false, true] {
            var panel = Panel("accelerometer (lowBack, lowBack_motion.json)", unit: "g", [wave])
            panel.note = "12 samples missing, 200 foot contacts"
            panel.gaps = [Gap(2...3)]
            panel.contacts = [1]
            panel.events = [5]
            let fall = String(repeating: "fell and stood up ", count: 50)
            let lines = TerminalFigure(
                figure(panel, [Moment(.mark, at: 4, fall)]),
                columns: columns,
                isPlain: isPlain
            )
            .lines
            #expect(lines.allSatisfy { $0.count <= columns })
            let drawn = lines.joined().unicodeScalars.contains {
                (0x2801...0x28FF).contains($0.value)
            }
            #expect(drawn == !isPlain)
        }
    }

    @Test("consists of ASCII only if it is plain")
    func plain() {
        var panel = Panel("Bewegung µ − ²", unit: "µT", [wave])
        panel.gaps = [Gap(2...3)]
        panel.contacts = [1, 5]
        let lines = TerminalFigure(
            figure(panel, [Moment(.mark, at: 4, "größer")]),
            columns: 80,
            isPlain: true
        ).lines
        #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) })
        #expect(lines.contains { $0.contains("#####") })
        #expect(lines.contains { $0.contains("uT") })
    }

    @Test("distinguishes few missing samples from many, and an event from a step")
    func signs() throws {
        var panel = Panel("a", [wave])
        panel.gaps = [Gap(0...5, share: 0.1), Gap(6...10)]
        panel.contacts = [5.3]
        panel.events = [5.6]
        let lines = TerminalFigure(figure(panel), columns: 69, isPlain: true).lines
        let row = try #require(lines.first { $0.contains("##") })
        #expect(row.contains("-----") && row.contains("'") && row.contains("|"))
        #expect(lines.contains { $0.contains("' a foot came to the ground") })
        #expect(lines.contains { $0.contains("| an event") })
    }

    @Test("shows the lowest and the highest value, and what happened at which time")
    func says() {
        let lines = TerminalFigure(
            figure(Panel("gyro", unit: "rad/s", [wave]), [Moment(.step, at: 4, "turn")]),
            columns: 80,
            isPlain: false
        ).lines
        #expect(lines.contains { $0.hasPrefix("x") && $0.contains("49") })
        #expect(lines.contains { $0.contains("-50") })
        #expect(lines.contains("step 4.0  turn"))
        #expect(lines.contains("gyro [rad/s]"))
    }

    @Test("draws a rising line from the lower left to the upper right")
    func slope() {
        let slope = Series(
            "",
            (0...100).map {
                SeriesPoint(at: Double($0) / 10, from: Double($0), to: Double($0))
            }
        )
        let lines = TerminalFigure(figure(Panel("a", [slope])), columns: 60, isPlain: true).lines
        let strip = lines.filter { $0.contains("|") }
        #expect(strip.count == 3)
        let starts = strip.map { line in line.split(separator: "|")[1].prefix { $0 == " " }.count }
        #expect(starts[0] > starts[1] && starts[1] > starts[2])
    }

    @Test("is drawn even with the greatest values that a number can have")
    func survives() {
        let ends = Series(
            "x",
            [
                SeriesPoint(at: 0, from: -.greatestFiniteMagnitude, to: .greatestFiniteMagnitude),
                SeriesPoint(at: 10, from: 0, to: 0),
            ]
        )
        #expect(
            !TerminalFigure(figure(Panel("a", [ends])), columns: 1, isPlain: false).lines.isEmpty
        )
    }
}
