import Testing

import PlainWords

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
        "rounds the length of what is over, which a clock that runs does not",
        arguments: [(12_449, "0:12.4"), (12_450, "0:12.5"), (59_950, "1:00.0"), (0, "0:00.0")]
    )
    func length(milliseconds: Int, text: String) {
        #expect(Quantity.length(.milliseconds(milliseconds)) == text)
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
