import SampleFile
import Testing

@Suite("Reading numbers")
struct ReadingNumbersTests {
    private static let schema = RecordSchema([.init("value", .number)])

    /// What the reader makes of numbers, each the only value of its record.
    private func read(_ texts: [String]) -> (seen: [Double?], error: SampleFileError?) {
        let lines = texts.map { "{\"value\":\($0)}" }.joined(separator: ",\n")
        var seen: [Double?] = []
        let reading = Reading(Array("[\n\(lines)\n]".utf8), schema: Self.schema) { batch, row in
            seen.append(batch.number(row, 0))
        }
        return (seen, reading.error)
    }

    /// Decimals with this many digits, the point anywhere, and an exponent in every other one.
    private func decimals(digits: Int) -> [String] {
        var numbers = FixedNumbers(seed: UInt64(digits))
        return (0..<2000).map { index in
            var text = String(Int.random(in: 1...9, using: &numbers))
            for _ in 1..<digits { text += String(Int.random(in: 0...9, using: &numbers)) }
            let place = Int.random(in: 0..<digits, using: &numbers)
            let whole = place == 0 ? "0" : String(text.prefix(place))
            let sign = index % 3 == 0 ? "-" : ""
            let power = index % 2 == 0 ? "" : "e\(Int.random(in: -40...40, using: &numbers))"
            return "\(sign)\(whole).\(text.dropFirst(place))\(power)"
        }
    }

    @Test("gives the nearest double, however many digits there are", arguments: 1...25)
    func nearest(digits: Int) throws {
        let texts = decimals(digits: digits)
        let (seen, error) = read(texts)
        #expect(error == nil)
        try #require(seen.count == texts.count)
        for (text, value) in zip(texts, seen) { try #require(value == Double(text), "\(text)") }
    }

    @Test("gives the even one of two doubles that are equally near")
    func ties() throws {
        // Above 2^52 a half lies in the middle between two doubles.
        let halves = (0..<500).map { 4_503_599_627_370_496 + $0 * 7 }
        let texts = halves.map { "\($0).5" } + halves.map { "\($0)5e-1" }
        let (seen, error) = read(texts)
        #expect(error == nil)
        try #require(seen.count == texts.count)
        for (text, value) in zip(texts, seen) { try #require(value == Double(text), "\(text)") }
    }

    @Test(
        "refuses what is no number in JSON, near and far from a double's range",
        arguments: ["01", "-01", "01e400", "1.e5", ".5", "1e", "1e+", "+1", "--1", "1.5.5", "0x1"]
    )
    func refused(text: String) {
        #expect(read([text]).error != nil)
    }
}
