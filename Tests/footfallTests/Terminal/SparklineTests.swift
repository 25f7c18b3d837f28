import Testing

@testable import footfall

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
        "shows what is missing as dots",
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

    @Test("condenses values to columns by their means, and keeps a gap a gap")
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

@Suite("Fitting text into columns")
struct DisplayWidthTests {
    @Test(
        "counts the columns of letters that take two, and of marks that take none",
        arguments: [
            ("walk", 4), ("Füße", 4), ("u\u{308}", 1), ("足", 2), ("🚶", 2), ("한글", 4), ("▁█", 2),
            ("", 0),
        ]
    )
    func columns(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(
        "cuts with an ellipsis and never takes a column too many",
        arguments: [
            ("walk", 4, "walk"), ("walking", 4, "wal…"), ("足足足", 4, "足…"), ("足足", 4, "足足"),
            ("abc", 1, "…"), ("abc", 0, ""),
        ]
    )
    func fits(text: String, width: Int, fitted: String) {
        #expect(text.fitted(to: width) == fitted)
    }

    @Test("pads to the column")
    func pads() {
        #expect("足".padded(to: 4) == "足  ")
        #expect("walking".padded(to: 4) == "wal…")
    }
}

@Suite("Writing quantities for people")
struct QuantityTests {
    @Test(
        "groups digits",
        arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")]
    )
    func groups(number: Int, text: String) {
        #expect(Quantity.grouped(number) == text)
    }

    @Test(
        "writes time as a clock",
        arguments: [
            (0, "0:00.0"), (42_149, "0:42.1"), (60_000, "1:00.0"), (3_723_400, "1:02:03.4"),
            (-5, "0:00.0"),
        ]
    )
    func clock(milliseconds: Int, text: String) {
        #expect(Quantity.clock(.milliseconds(milliseconds)) == text)
    }

    @Test(
        "writes sizes with the unit that suits",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_234_567, "1.2 MB"),
            (5_000_000_000, "5.0 GB"), (Int64.max, "9,223,372.0 TB"),
        ] as [(Int64, String)]
    )
    func bytes(count: Int64, text: String) {
        #expect(Quantity.bytes(count) == text)
    }
}
