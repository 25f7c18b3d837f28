import Testing

@testable import Plotting

@Suite("The layout of a figure")
struct FigureLayoutTests {
    private func figure(
        _ panels: [Panel],
        _ moments: [Moment] = []
    ) -> Figure {
        Figure(
            title: "walk",
            subtitle: "session",
            axis: "time",
            scale: .time,
            range: 0...10,
            panels: panels,
            moments: moments
        )
    }

    private func lines(_ drawing: Drawing, _ ink: Ink) -> [[PicturePoint]] {
        drawing.elements.compactMap { element in
            guard case .line(let points, _, ink, _) = element else { return nil }
            return points
        }
    }

    private func texts(_ drawing: Drawing) -> [String] {
        drawing.elements.compactMap { element in
            guard case .text(let text, _, _, _, _, _) = element else { return nil }
            return text
        }
    }

    private let slope = Series(
        "x",
        (0...10).map {
            SeriesPoint(at: Double($0), from: Double($0), to: Double($0))
        }
    )

    @Test("draws a curve from left to right, with greater values higher")
    func curve() throws {
        let drawing = FigureLayout(figure([Panel("a", unit: "g", [slope])])).drawing
        // The legend has a line in the same colour; the curve is the line with the most points.
        let curve = try #require(lines(drawing, .series(0)).max { $0.count < $1.count })
        #expect(curve.count == 11)
        #expect(curve.first?.x == FigureLayout.left)
        #expect(abs((curve.last?.x ?? 0) - (1200 - FigureLayout.right)) < 1e-9)
        #expect(zip(curve, curve.dropFirst()).allSatisfy { $0.y > $1.y })
        #expect(texts(drawing).contains("a [g]"))
    }

    @Test("interrupts a curve where readings are missing, and shades the gap")
    func gap() {
        var points = slope.points
        points[5].followsBreak = true
        var panel = Panel("a", [Series("x", points)])
        panel.gaps = [Gap(4.2...4.8)]
        let drawing = FigureLayout(figure([panel])).drawing
        let curves = lines(drawing, .series(0)).filter { $0.count > 2 }
        #expect(curves.map(\.count) == [5, 6])
        let shades = drawing.elements.filter {
            guard case .rectangle(_, _, _, _, .gap) = $0 else { return false }
            return true
        }
        #expect(shades.count == 1)
        #expect(texts(drawing).contains { $0.contains("samples missing") })
    }

    @Test("shows gaps shorter than a microsecond, and merges a thousand within one pixel")
    func smallGaps() {
        var panel = Panel("a", [slope])
        panel.gaps = (0..<1000).map { Gap(5 + Double($0) * 1e-6...5 + Double($0) * 1e-6 + 1e-7) }
        let drawing = FigureLayout(figure([panel])).drawing
        let widths = drawing.elements.compactMap { element -> Double? in
            guard case .rectangle(_, _, let width, _, .gap) = element else { return nil }
            return width
        }
        #expect(widths.count == 1)
        #expect(widths.allSatisfy { $0 >= 1.5 })
    }

    @Test("shades a pixel column up to the missing share: a tenth if a tenth is missing")
    func share() {
        var panel = Panel("a", [slope])
        panel.gaps = (0..<10_000).map { Gap(Double($0) / 1000...Double($0) / 1000 + 1e-4) }
        let layout = FigureLayout(figure([panel]))
        let heights = layout.drawing.elements.compactMap { element -> Double? in
            guard case .rectangle(_, _, _, let height, .gap) = element else { return nil }
            return height / layout.plotHeight
        }
        #expect(heights.count > 1000)
        #expect(heights.filter { $0 < 0.2 }.count > heights.count * 9 / 10)
    }

    @Test("keeps the value axis narrow for a walk of a few metres in degrees")
    func smallOnLarge() throws {
        let widened = try #require(PanelLayout.widened(122.419_40...122.419_44))
        #expect(widened.upperBound - widened.lowerBound < 1e-4)
    }

    @Test("draws at most two points per pixel column, however many points there are")
    func columns() {
        let points = (0..<100_000).map {
            SeriesPoint(at: Double($0) / 10_000, from: Double($0 % 7), to: Double($0 % 7))
        }
        let drawing = FigureLayout(figure([Panel("a", [Series("x", points)])])).drawing
        let drawn = lines(drawing, .series(0)).reduce(0) { $0 + $1.count }
        #expect(drawn <= 2 * 1200 + 10)
        #expect(drawn > 1000)
    }

    @Test("keeps the peak of a pixel column")
    func peak() throws {
        var points = (0..<100_000).map { SeriesPoint(at: Double($0) / 10_000, from: 0, to: 0) }
        points[54_321] = SeriesPoint(at: 5.4321, from: 0, to: 1)
        let layout = FigureLayout(figure([Panel("a", [Series("x", points)])]))
        let curve = try #require(lines(layout.drawing, .series(0)).max { $0.count < $1.count })
        let top = try #require(curve.map(\.y).min())
        let bottom = try #require(curve.map(\.y).max())
        #expect(bottom - top > layout.plotHeight * 0.8)
        #expect(curve.contains { $0.y == top && abs($0.x - layout.x(5.4321)) <= 1 })
    }

    @Test("names the moments that have room, and draws a line for each within the range")
    func moments() {
        let moments = [
            Moment(.step, at: 1, "stand"), Moment(.step, at: 1.01, "crowded"),
            Moment(.mark, at: 5, "stumbled"), Moment(.mark, at: 50, "elsewhere"),
        ]
        let drawing = FigureLayout(figure([Panel("a", [slope])], moments)).drawing
        #expect(lines(drawing, .step).count == 2)
        #expect(lines(drawing, .mark).count == 1)
        let texts = texts(drawing)
        #expect(texts.contains("stand") && texts.contains("stumbled"))
        #expect(!texts.contains("crowded") && !texts.contains("elsewhere"))
    }

    @Test(
        "stays within the picture, whatever the values are",
        arguments: [
            [0], [.greatestFiniteMagnitude, -.greatestFiniteMagnitude],
            [.leastNonzeroMagnitude, 0], [1e300, 1],
            [1e15, 1e15 + 1], [-1, -1],
        ] as [[Double]]
    )
    func anyValues(values: [Double]) {
        let points = values.enumerated().map {
            SeriesPoint(at: Double($0.offset), from: $0.element, to: $0.element)
        }
        let drawing = FigureLayout(figure([Panel("a", [Series("x", points)])])).drawing
        for element in drawing.elements {
            guard case .line(let points, _, _, _) = element else { continue }
            #expect(
                points.allSatisfy {
                    $0.x >= -1 && $0.x <= drawing.width + 1 && $0.y >= -1
                        && $0.y <= drawing.height + 1
                }
            )
        }
    }

    @Test("has the requested height, or the height that its panels need")
    func height() {
        let figure = figure([Panel("a", [slope]), Panel("b", [slope])])
        #expect(FigureLayout(figure, height: 900).height == 900)
        let least = FigureLayout(figure, height: 10)
        #expect(least.plotHeight == FigureLayout.leastPlotHeight)
        #expect(FigureLayout(figure).plotHeight == FigureLayout.usualPlotHeight)
    }

    @Test("has exactly the requested height with any number of panels")
    func exactHeight() {
        for count in 1...60 {
            let figure = figure(Array(repeating: Panel("a", [slope]), count: count))
            for height in stride(from: 4000.0, through: 4100, by: 1) {
                #expect(FigureLayout(figure, height: height).height == height)
            }
        }
    }

    @Test("shortens a text that does not fit")
    func shortens() {
        let long = String(repeating: "walk ", count: 200)
        let short = TextRoom.shortened(long, to: 100, size: 12)
        #expect(short.hasSuffix("…"))
        #expect(TextRoom.width(of: short, size: 12) <= 112)
        #expect(TextRoom.shortened("walk", to: 100, size: 12) == "walk")
    }

    @Test("breaks long notes into lines that fit, and keeps every word", arguments: [320.0, 1200])
    func longNotes(width: Double) {
        let words = (0..<80).map { "word\($0)" } + [String(repeating: "x", count: 400)]
        var figure = figure([Panel("a", [slope])])
        let plain = FigureLayout(figure, width: width)
        figure.notes = [words.joined(separator: " ")]
        let layout = FigureLayout(figure, width: width)
        let lines = FigureLayout.footLines(of: figure, width: width)
        #expect(lines.count > 3)
        #expect(lines.allSatisfy { TextRoom.width(of: $0, size: 13) <= width - 48 })
        #expect(lines.joined().filter { $0 != " " } == words.joined())
        #expect(texts(layout.drawing).suffix(lines.count) == lines[...])
        #expect(layout.plotHeight == plain.plotHeight && layout.height > plain.height + 50)
    }

    @Test("has a panel's note beside its title, or below all panels if it has no room there")
    func panelNote() {
        var panel = Panel("accelerometer (lowBack, lowBack_motion.json)", unit: "g", [slope])
        panel.note = "12 samples missing, 105 foot contacts"
        let wide = texts(FigureLayout(figure([panel])).drawing)
        #expect(wide.contains("\(panel.title) [g]   12 samples missing, 105 foot contacts"))
        let narrow = texts(FigureLayout(figure([panel]), width: 700).drawing)
        #expect(narrow.contains("\(panel.title) [g]"))
        #expect(narrow.contains("\(panel.title): 12 samples missing, 105 foot contacts"))
    }

    @Test("has colours that can be told apart in greyscale")
    func greys() {
        let lights = Palette.series.map { Colour($0).luminance }.sorted()
        #expect(zip(lights, lights.dropFirst()).allSatisfy { $1 > $0 + 0.04 })
    }
}
