import SampleFile
import Testing

@Suite("The text of a number")
struct NumberTextTests {
    /// The texts of values, one a line.
    static func texts(
        _ count: Int,
        _ write: (inout RecordEncoder, Int) -> Void
    ) -> [Substring] {
        var encoder = RecordEncoder(
            schema: RecordSchema([.init("value", .number)]),
            layout: .csv(header: false)
        )
        for index in 0..<count {
            encoder.beginRecord()
            write(&encoder, index)
            expect(encoder.endRecord())
        }
        return String(decoding: encoder.document(), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
    }

    static func text(_ value: Double) -> String {
        String(texts(1) { encoder, _ in encoder.number(0, value) }[0])
    }

    /// The digits that carry the value, without zeros at either end.
    static func digits(_ text: some StringProtocol) -> [UInt8] {
        let zero = UInt8(ascii: "0")
        let mantissa = text.utf8.prefix { $0 != UInt8(ascii: "e") }.filter { $0 >= zero }
        let withoutLeading = mantissa.drop { $0 == zero }
        guard let last = withoutLeading.lastIndex(where: { $0 != zero }) else { return [] }
        return Array(withoutLeading[...last])
    }

    @Test(
        "stands as a person would write it, with an exponent only far from one",
        arguments: [
            (0.0, "0"), (-0.0, "-0.0"), (1, "1"), (-1, "-1"), (10, "10"), (100, "100"),
            (0.1, "0.1"), (-0.5, "-0.5"), (123.25, "123.25"), (0.001, "0.001"),
            (1e-5, "0.00001"), (1e-6, "0.000001"), (9.9e-7, "9.9e-7"), (1e-7, "1e-7"),
            (1234567.5, "1234567.5"), (12345678.5, "12345678.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (123456789.0625, "123456789.0625"), (9007199254740992, "9007199254740992"),
            (1e20, "100000000000000000000"), (1.2345678901234567e20, "123456789012345670000"),
            (1e21, "1e21"), (-1.5e21, "-1.5e21"), (.leastNonzeroMagnitude, "5e-324"),
            (.greatestFiniteMagnitude, "1.7976931348623157e308"),
            (1_234_567_890_123_456, "1234567890123456"), (99999999.5, "99999999.5"),
            (0.000001234567890123456, "0.000001234567890123456"),
        ] as [(Double, String)]
    )
    func layout(value: Double, expected: String) {
        #expect(Self.text(value) == expected)
    }

    enum Kind: CaseIterable {
        case anyBits, ordinary, fewDecimals, powersOfTwo

        func value(_ index: Int, _ generator: inout some RandomNumberGenerator) -> Double {
            switch self {
            case .anyBits:
                let value = Double(bitPattern: .random(in: 0...UInt64.max, using: &generator))
                return value.isFinite ? value : 1
            case .ordinary:
                return .random(in: -40...40, using: &generator)
                    * [1e-6, 1e-3, 1, 1e3, 1e6][index % 5]
            case .fewDecimals:
                return Double(Int64.random(in: -1_000_000_000...1_000_000_000, using: &generator))
                    / [1, 10, 1000, 1_000_000][index % 4]
            case .powersOfTwo:
                return .init(sign: .plus, exponent: index % 2098 - 1074, significand: 1)
            }
        }
    }

    @Test("reads back as the same double and is as short as Swift's own", arguments: Kind.allCases)
    func roundTrip(kind: Kind) {
        var generator = SystemRandomNumberGenerator()
        let count = kind == .anyBits ? 100_000 : 20_000
        let values = (0..<count).map { kind.value($0, &generator) }
        let texts = Self.texts(values.count) { $0.number(0, values[$1]) }
        #expect(texts.count == values.count)
        let wrong = zip(values, texts).filter { value, text in
            Double(text)?.bitPattern != value.bitPattern
                || Self.digits(text) != Self.digits(value.description)
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test(
        "is the same for nanoseconds as for the seconds they are",
        arguments: [1_000, 1_000_000, 1_000_000_000_000, 1_000_000_000_000_000, .max] as [Int64]
    )
    func nanoseconds(bound: Int64) {
        var generator = SystemRandomNumberGenerator()
        let edges: [Int64] = [
            0, 1, -1, 999, 1_000, -1_000, 999_999_999, 1_000_000_000, 100_000_000, 120_000_000,
            999_999_999_999_999, 1_000_000_000_000_000, 8_388_607_999_999_999,
            8_388_608_000_000_000, 8_388_608_000_000_001, .min, .max,
        ]
        let values =
            edges + (0..<50_000).map { _ in Int64.random(in: -bound...bound, using: &generator) }
        let exact = Self.texts(values.count) { $0.nanosecondsAsSeconds(0, values[$1]) }
        let byDouble = Self.texts(values.count) { $0.number(0, Self.seconds(values[$1])) }
        let wrong = zip(values, zip(exact, byDouble)).filter { $1.0 != $1.1 }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    /// The double that `Timebase` has for nanoseconds: its own way back depends on it.
    private static func seconds(_ nanoseconds: Int64) -> Double {
        if nanoseconds.magnitude < 8_388_608_000_000_000 { return Double(nanoseconds) / 1e9 }
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Double(whole) + Double(rest) / 1e9
    }

    @Test("of a whole number is its decimal digits")
    func integers() {
        let powers = (0..<63).map { Int64(1) << $0 }
        let tens = (0..<19).map { (0..<$0).reduce(Int64(1)) { ten, _ in ten * 10 } }
        let values =
            [0, .min, .max] + (powers + tens).flatMap { [$0 - 1, $0, $0 + 1, -$0] }
        let texts = Self.texts(values.count) { $0.integer(0, values[$1]) }
        #expect(texts.map(String.init) == values.map(\.description))
    }
}
