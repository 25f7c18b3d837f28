import FoundationEssentials
import Research
import Testing

@Suite("A fraction")
struct FractionTests {
    @Test(
        "is read from a text as people write it, and is the smallest whole numbers",
        arguments: [
            ("3/4", "3/4"), ("6/8", "3/4"), ("1 1/2", "3/2"), ("½", "1/2"), ("-1/3", "-1/3"),
            ("0.125", "1/8"), ("2", "2"), ("1/125", "1/125"), ("0", "0"), ("1/3600", "1/3600"),
            ("+1/4", "1/4"), ("+1 1/2", "3/2"), ("-½", "-1/2"),
        ]
    )
    func text(text: String, expected: String) throws {
        #expect(try #require(RSDFraction(text)).stringValue == expected)
    }

    @Test("is none of another text", arguments: ["", "1/0", "a", "1/2/3", "/2", "--1/4", "-+1/4"])
    func none(text: String) {
        #expect(RSDFraction(text) == nil)
    }

    @Test(
        "is the number that it is made of, to the last digit",
        arguments: [
            0.1, 1.0 / 3, -2.75, 3.141_592_653_589_793, 1e-6, 123_456.789, -0.000_123, 0,
            9_007_199_254_740_992, 1e18,
        ]
    )
    func number(value: Double) {
        var fraction = RSDFraction(value)
        let whole = Double(fraction.numerator) / Double(fraction.denominator)
        #expect(abs(whole - value) <= abs(value) * 1e-9)
        #expect(fraction.doubleValue == value)
        fraction.denominator = 7
        #expect(fraction.doubleValue == Double(fraction.numerator) / 7)
    }

    @Test("of nothing is infinite, or no number, and a number that is too large is the largest")
    func limits() {
        #expect(RSDFraction(numerator: 1, denominator: 0).stringValue == "inf")
        #expect(RSDFraction(-.infinity).stringValue == "-inf")
        #expect(RSDFraction(.nan).stringValue == "NaN")
        #expect(RSDFraction(.nan).doubleValue.isNaN)
        #expect(RSDFraction(1e300).numerator == .max)
    }

    @Test("is written as its number, and read from a number or a text")
    func codable() throws {
        let fractions: [RSDFraction] = ["3/4", 1.5]
        let bytes = try JSONEncoder().encode(fractions)
        #expect(String(decoding: bytes, as: UTF8.self) == "[0.75,1.5]")
        let long = try JSONEncoder().encode([RSDFraction(3.141_592_653_589_793)])
        #expect(String(decoding: long, as: UTF8.self) == "[3.141592653589793]")
        let read = try JSONDecoder().decode(
            [RSDFraction].self,
            from: Data(#"[0.75, "1 1/2", 2]"#.utf8)
        )
        #expect(read.map(\.description) == ["3/4", "3/2", "2"])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([RSDFraction].self, from: Data(#"["a half"]"#.utf8))
        }
    }
}
