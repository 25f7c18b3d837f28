import Plotting
import Testing

@Suite("The numbers and times of a plot")
struct NumberTextTests {
    /// Numbers on both sides of each border at which rounding gives another digit or the next power of ten.
    private static func numbers(ofPower power: Int) -> [Double] {
        let texts = [
            "1", "1.004", "1.006", "2.5", "9.984", "9.994", "9.996", "9.9996", "9.999999",
        ]
        let one = Double("1e\(power)") ?? 0
        return texts.compactMap { Double("\($0)e\(power)") } + [one.nextDown, one, one.nextUp]
    }

    // Still smaller numbers are further apart than their third digits.
    @Test("are written in one form, which the number that is shown decides", arguments: -319...307)
    func oneForm(power: Int) throws {
        for value in Self.numbers(ofPower: power) {
            let text = NumberText.short(value)
            let shown = try #require(Double(text), "\(value): \(text)")
            // The number that is shown has the same text itself.
            #expect(NumberText.short(shown) == text, "\(value)")
            #expect(NumberText.short(-value) == "-\(text)")
            #expect(text.contains("e") == (shown < 0.001 || shown >= 100_000), "\(value): \(text)")
            #expect((shown - value).magnitude <= value * 0.005_01, "\(value): \(text)")
        }
    }

    @Test(
        "have few digits at the borders of the two forms, and where `Double` ends",
        arguments: [
            (99_999.4, "99999"), (99_999.5, "1e5"), (99_999.6, "1e5"), (100_000, "1e5"),
            (-99_999.6, "-1e5"), (0.000_999_4, "9.99e-4"), (0.000_999_6, "0.001"),
            (0.001, "0.001"), (999.6, "1000"), (.leastNonzeroMagnitude, "4.94e-324"),
            (.leastNonzeroMagnitude * 2024, "1e-320"), (.leastNormalMagnitude, "2.23e-308"),
            (-.greatestFiniteMagnitude, "-1.8e308"),
        ] as [(Double, String)]
    )
    func borders(value: Double, text: String) {
        #expect(NumberText.short(value) == text)
    }

    @Test(
        "have the form that the unit beside them says",
        arguments: [
            (0, 1), (119.9, 1), (120, 2), (3599, 2), (3600, 3), (999_999_999, 3), (1e9, 1),
            (4e9, 1), (1e300, 1), (.infinity, 1), (.nan, 1),
        ] as [(Double, Int)]
    )
    func unit(greatest: Double, parts: Int) {
        #expect(TimeText.unit(greatest: greatest).split(separator: ":").count == parts)
        for seconds in [0, 59.9, greatest / 2, greatest, -greatest] {
            let text = TimeText.label(seconds, step: 10, greatest: greatest)
            #expect(text.split(separator: ":").count == parts, "\(text)")
        }
    }

    @Test(
        "are no crash where a time is none of the axis",
        arguments: [Double.nan, .infinity, 1e300, -1e18, 1e12]
    )
    func foreignTime(seconds: Double) {
        let text = TimeText.label(seconds, step: 1e-6, greatest: 7200)
        #expect(text == NumberText.fixed(seconds, decimals: 6))
    }
}
