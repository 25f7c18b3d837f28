import SampleFile
import Testing

@Suite("Reading any bytes, through any window")
struct ReadingAnyBytesTests {
    static let forms = KnownDocument.Form.allCases

    @Test("gives the same records through a window of any size", arguments: forms)
    func windows(form: KnownDocument.Form) throws {
        let document = KnownDocument(form, count: 40)
        for size in 1...200 {
            let limits = ReadingLimits(windowBytes: size, lineBytes: 100)
            let reading = Reading(known: document.bytes, limits: limits)
            try #require(reading.error == nil, "\(size)")
            try #require(reading.records == 40 && reading.isAsKnown, "\(size)")
        }
    }

    @Test("finds the same damage through a window of any size", arguments: forms)
    func damage(form: KnownDocument.Form) throws {
        let document = KnownDocument(form, count: 40)
        var bytes = document.bytes
        bytes[document.recordEnds[20] + 9] = 0xC3
        for size in stride(from: 1, to: 400, by: 3) {
            let limits = ReadingLimits(windowBytes: size, lineBytes: 100)
            let reading = Reading(known: bytes, limits: limits)
            let error = try #require(reading.error, "\(size)")
            try #require(error.record == 22 && error.what == "the line is not UTF-8", "\(size)")
            try #require(reading.records == 21 && reading.isAsKnown, "\(size)")
        }
    }

    @Test("survives garbage", arguments: UInt64(1)...UInt64(8))
    func garbage(seed: UInt64) {
        var numbers = FixedNumbers(seed: seed)
        for _ in 0..<150 {
            let bytes = (0..<Int.random(in: 0...900, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            let reading = Reading(Array("[\n".utf8) + bytes)
            #expect(reading.error != nil)
        }
    }

    @Test("survives the signs of JSON in any order", arguments: UInt64(1)...UInt64(8))
    func soup(seed: UInt64) throws {
        let words = [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "\"t\":", "\"n\":", "1", "-", "0.5",
            "1e5", "true", "null", "{\"t\":1},\n", "\"s\":\"a\"", "\u{0}", " ", "é", "\\u12",
        ].map { Array($0.utf8) }
        var numbers = FixedNumbers(seed: seed)
        for round in 0..<200 {
            var bytes = Array(round % 3 == 0 ? "t,n,s,b\n".utf8 : "[\n".utf8)
            for _ in 0..<Int.random(in: 0...150, using: &numbers) {
                bytes += words[Int.random(in: words.indices, using: &numbers)]
            }
            let reading = Reading(bytes)
            // Whatever it is: what recovery finds whole is what the reader gives, if it is whole.
            let found = try? SampleFileRecovery.examine(
                bytes,
                as: "soup.json",
                schema: KnownDocument.schema,
                limits: KnownDocument.limits
            )
            #expect((found?.isComplete ?? false) == (reading.error == nil))
            #expect((found?.intactRecords ?? 0) >= reading.records)
        }
    }

    @Test(
        "survives several flips at once, and repairs what it can",
        arguments: UInt64(1)...UInt64(6)
    )
    func storm(seed: UInt64) throws {
        var numbers = FixedNumbers(seed: seed)
        let form = Self.forms[Int(seed % 3)]
        let document = KnownDocument(form)
        for _ in 0..<60 {
            var bytes = document.bytes
            for _ in 0..<Int.random(in: 1...12, using: &numbers) {
                let place = Int.random(in: document.headerBytes..<bytes.count, using: &numbers)
                bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            }
            let found = try SampleFileRecovery.examine(
                bytes,
                as: document.name,
                schema: KnownDocument.schema,
                limits: KnownDocument.limits
            )
            #expect(found.intactRecords >= 200 - 2 * 12)
            let repaired = try SampleFileRecovery.repaired(
                bytes,
                as: document.name,
                schema: KnownDocument.schema,
                limits: KnownDocument.limits
            )
            let again = Reading(repaired)
            #expect(again.error == nil)
            #expect(again.records == found.intactRecords)
        }
    }
}
