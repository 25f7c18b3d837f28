import Testing

@testable import TerminalHost

@Suite("The scale of a plot in text")
struct PlotScaleTests {
    @Test(
        "has few digits or the whole part, in the form that the rounded number decides",
        arguments: [
            ([-0.984, 1.016], "-0.98…1.02 g"), ([0, -0.001], "0…0 g"),
            ([9.996, 99.96], "10…100 g"), ([12.34, 123.4], "12.3…123 g"),
            ([101_325, 101_327.4], "101325…101327 g"),
            ([999_999.4, 999_999.6], "999999…1000000 g"),
            ([1e6, 1_234_567.8], "1000000…1234568 g"),
            ([-1e6, -999_999.6], "-1000000…-1000000 g"),
            ([1e15, 1e300], "1000000000000000…1e+300 g"),
            ([nil, .nan, .infinity], "g"), ([nil, 3], "3…3 g"),
        ] as [([Double?], String)]
    )
    func text(values: [Double?], text: String) {
        #expect(PlotScale(values, unit: "g").text == text)
    }

    @Test("has no space for a unit that is unknown")
    func withoutUnit() {
        #expect(PlotScale([1, 2], unit: nil).text == "1…2")
    }
}
