import Testing

@testable import LineRecorder

@Suite("A number of a device's text")
struct DecimalTextTests {
    private func read(_ text: String) -> (value: Double, rest: Int)? {
        let bytes = Array(text.utf8)
        var place = 0
        guard let number = DecimalText.scan(bytes.span, from: &place) else { return nil }
        return (number.double(in: bytes.span), bytes.count - place)
    }

    @Test(
        "is what the standard library reads",
        arguments: [
            "0", "-0", "1", "-1", "+7", "12.5", "-0.001", ".5", "5.", "1e3", "1E-3", "2.5e+2",
            "9007199254740993", "9007199254740992.5", "18446744073709551615",
            "18446744073709551616", "0.1234567890123456789", "123456.78901234567",
            "0.30000000000000004", "3.141592653589793238462643383279", "1e308", "1e-308",
            "4.9406564584124654e-324", "2.2250738585072014e-308", "1.7976931348623157e308",
            "0.000000000000000000000000001", "9999999999999999999e-27", "1e-27", "1e22", "1e23",
            "8.5e22", "00000000000000000000000012.50", "0.00000000000000000000000000001",
            "1000000000000000000000", "179.99999999999997", "4503599627370496.5",
            "4503599627370497.5", "9007199254740993.0",
        ]
    )
    func examples(_ text: String) throws {
        let number = try #require(read(text))
        let bare = text.hasPrefix(".") ? "0" + text : text.hasSuffix(".") ? text + "0" : text
        let wanted = try #require(Double(bare))
        #expect(number.value.bitPattern == wanted.bitPattern, "\(number.value)")
        #expect(number.rest == 0)
    }

    @Test("is what the standard library reads, of a hundred thousand by chance")
    func chance() {
        var dice = Dice(seed: 11)
        for _ in 0..<100_000 {
            let digits = Int.random(in: 1...21, using: &dice)
            var text = (0..<digits).map { _ in "\(Int.random(in: 0...9, using: &dice))" }.joined()
            let point = Int.random(in: 0...digits, using: &dice)
            text.insert(".", at: text.index(text.startIndex, offsetBy: point))
            if Bool.random(using: &dice) {
                text += "e\(Int.random(in: -30...30, using: &dice))"
            }
            let bare = "0" + text.replacing(".e", with: ".0e")
            let wanted = Double(bare.hasSuffix(".") ? bare + "0" : bare)
            #expect(read(text)?.value == wanted, "\(text)")
        }
        for _ in 0..<100_000 {
            let value = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &dice))
            guard value.isFinite else { continue }
            #expect(read("\(value)")?.value == value)
            let small = Double.random(in: -1000...1000, using: &dice)
            #expect(read("\(small)")?.value == small)
        }
    }

    @Test("ends where it ends, and is none without a digit")
    func ends() {
        #expect(read("12,5")?.rest == 2)
        #expect(read("1.2.3")?.rest == 2)
        for text in ["", "-", "+", ".", "e5", "-.", "abc", "1e", "1e+", "nan", "inf", " 1"] {
            #expect(read(text) == nil, "\(text)")
        }
    }

    private func scan(_ text: String) -> DecimalText? {
        let bytes = Array(text.utf8)
        var place = 0
        return DecimalText.scan(bytes.span, from: &place)
    }

    @Test("is whole, and rounded, where it can be")
    func whole() {
        for (text, whole) in [
            ("0", 0), ("42", 42), ("-3", -3), ("12.0", 12), ("1.5e1", 15), ("1.5", nil),
            ("9223372036854775807", Int64.max), ("9223372036854775808", nil), ("1e30", nil),
            ("0.000000000000000000000001", nil), ("4294967295", 4_294_967_295), ("2e3", 2000),
        ] as [(String, Int64?)] {
            #expect(scan(text)?.whole == whole, "\(text)")
        }
        for (text, power, rounded) in [
            ("1.5", 9, 1_500_000_000), ("0.0000000005", 9, 1), ("0.0000000004", 9, 0),
            ("-1.25", 1, -13), ("123456789", 3, 123_456_789_000), ("1e-40", 9, 0),
            ("9223372036854775807", 3, nil), ("0e99", 9, 0),
            ("1732612345.123456789", 9, 1_732_612_345_123_456_789),
        ] as [(String, Int, Int64?)] {
            #expect(scan(text)?.rounded(timesTenTo: power) == rounded, "\(text)")
        }
    }
}
