import Testing

@testable import TerminalHost

@Suite("Drawing a sparkline")
struct SparklineTests {
    @Test(
        "scales to the range of its window",
        arguments: [
            ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"),
            ([-100, 100], "▁█"),
            ([1e-9, 2e-9], "▁█"),
            ([0, 0.5, 1], "▁▅█"),
            ([-1.7e308, 0, 1.7e308], "▁▅█"),
            ([5, 5, 5], "▄▄▄"),
        ] as [([Double], String)]
    )
    func scales(values: [Double], row: String) {
        #expect(Sparkline.draw(values, width: values.count) == row)
    }

    @Test(
        "shows missing values as dots",
        arguments: [
            ([0, nil, 1], "▁·█"), ([nil, nil], "··"), ([0, .nan, .infinity, 1], "▁··█"),
            ([nil, 3], "·▄"),
        ] as [([Double?], String)]
    )
    func gaps(values: [Double?], row: String) {
        #expect(Sparkline.draw(values, width: values.count) == row)
    }

    @Test("leaves the columns before the first value empty")
    func fillsFromTheRight() {
        #expect(Sparkline.draw([0, 1], width: 5) == "   ▁█")
        #expect(Sparkline.draw([], width: 3) == "   ")
    }

    @Test("condenses values to the mean of each column, and keeps gaps")
    func condenses() {
        #expect(Sparkline.draw([0, 0, 7, 7], width: 2) == "▁█")
        #expect(Sparkline.draw([0, 2, 4, 10, 7, 7], width: 3) == "▁██")
        #expect(Sparkline.draw([0, 0, nil, 4, 7, 7], width: 3) == "▁·█")
    }

    @Test("is exactly as wide as asked", arguments: 0...40)
    func width(width: Int) {
        let values = (0..<17).map { Double($0 * $0) }
        #expect(Sparkline.draw(values, width: width).count == width)
    }
}
