import FoundationEssentials
import Research
import Testing
import Timebase

/// A result of any type at the root of a document.
struct AnyResult: Decodable {
    let value: any RSDResult

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeResult(from: decoder)
    }
}

@Suite("Encoding and decoding a result")
struct RoundTripTests {
    let factory = RSDFactory(writingDatesIn: .utc)

    @Test("keeps the result", arguments: SampleResults.all.indices)
    func isWhatItWas(index: Int) throws {
        let result = SampleResults.all[index]
        let first = try factory.createJSONEncoder().encode(result)
        let decoded = try factory.createJSONDecoder().decode(AnyResult.self, from: first).value
        #expect(type(of: decoded) == type(of: result))
        #expect(try factory.createJSONEncoder().encode(decoded) == first)
    }

    @Test("keeps the fields")
    func hasFields() throws {
        let data = try factory.createJSONEncoder().encode(SampleResults.task)
        let task = try factory.createJSONDecoder().decode(RSDTaskResultObject.self, from: data)
        let walk = try #require(task.asyncResults?.first as? RSDCollectionResultObject)
        #expect(walk.inputResults.first as? RSDFileResultObject == SampleResults.file)
        #expect(
            walk.findResult(with: "walk_error") as? RSDErrorResultObject == SampleResults.failure
        )
        #expect(task.stepHistory.last as? RSDResultObject == SampleResults.skipping)
        #expect(task.taskRunUUID == SampleResults.task.taskRunUUID)
        #expect(task.asyncResults?.map(\.identifier) == ["walk", "walk_error", "walk_audio"])
        let section = try #require(task.stepHistory[1] as? RSDTaskResultObject)
        #expect(section.schemaInfo == RSDSchemaInfoObject(identifier: "left", revision: 1))
    }

    @Test("works for 250 nested levels")
    func nestsDeep() throws {
        var result: any RSDResult = SampleResults.file
        for level in 0..<250 {
            result = RSDCollectionResultObject(
                identifier: "level\(level)",
                startDate: SampleResults.begin,
                inputResults: [result]
            )
        }
        let first = try factory.createJSONEncoder().encode(result)
        let decoded = try factory.createJSONDecoder().decode(AnyResult.self, from: first).value
        #expect(try factory.createJSONEncoder().encode(decoded) == first)
    }

    @Test("keeps the keys of an unknown type")
    func keepsUnknownKeys() throws {
        let data = try factory.createJSONEncoder().encode(SampleResults.unknown)
        let decoded = try factory.createJSONDecoder().decode(AnyResult.self, from: data).value
        #expect(decoded as? RSDUnknownResultObject == SampleResults.unknown)
    }

    @Test("leaves out the path of the file on this machine")
    func keepsPlaceToItself() throws {
        var file = SampleResults.file
        file.url = URL(filePath: "/somewhere/walk_motion.json")
        let text = String(decoding: try factory.createJSONEncoder().encode(file), as: UTF8.self)
        #expect(!text.contains("somewhere"))
    }

    @Test("uses the known keys in alphabetical order, with plain slashes")
    func hasFieldsKeys() throws {
        let data = try factory.createJSONEncoder().encode(SampleResults.file)
        #expect(
            String(decoding: data, as: UTF8.self) == """
                {
                  "contentType" : "application/json",
                  "endDate" : "2026-11-21T09:15:30.500Z",
                  "identifier" : "walk_motion",
                  "relativePath" : "left/walk_motion.json",
                  "startDate" : "2026-11-21T09:15:00.123Z",
                  "startUptime" : 123456.789012345,
                  "type" : "file"
                }
                """
        )
    }

    @Test("always writes the schema of a task's result")
    func alwaysHasSchema() throws {
        let task = RSDTaskResultObject(
            identifier: "Gait",
            taskRunUUID: SampleResults.task.taskRunUUID,
            startDate: SampleResults.begin
        )
        let data = try factory.createJSONEncoder().encode(task)
        let keys = try JSONDecoder().decode([String: JSONValue].self, from: data)
        let schema: [String: JSONValue] = ["identifier": .string("Gait"), "revision": .integer(1)]
        #expect(keys["schemaInfo"] == .object(schema))
        #expect(keys["stepHistory"] == .array([]))
        #expect(keys["asyncResults"] == nil)
    }
}

@Suite("The dates of a result")
struct ResultDateTests {
    @Test("are in the factory's time zone")
    func areInZone() throws {
        let zone = UTCOffset(secondsFromGMT: 3600, identifier: "Europe/Berlin")
        let encoder = RSDFactory(writingDatesIn: zone).createJSONEncoder()
        let text = String(decoding: try encoder.encode(SampleResults.base), as: UTF8.self)
        #expect(text.contains("\"2026-11-21T10:15:00.123+01:00\""))
    }

    @Test("do not drift when they are encoded and decoded again")
    func doNotCreep() throws {
        let factory = RSDFactory(writingDatesIn: .utc)
        for millisecond in 0..<1000 {
            let seconds = 1_795_252_500 + Double(millisecond) / 1000
            let first = try factory.createJSONEncoder().encode(
                [Date(timeIntervalSince1970: seconds)]
            )
            let read = try factory.createJSONDecoder().decode([Date].self, from: first)
            let second = try factory.createJSONEncoder().encode(read)
            #expect(first == second)
            let text = String(decoding: second, as: UTF8.self)
            #expect(text.contains(".\(String(millisecond + 1000).dropFirst())Z"))
        }
    }

    @Test("are rounded to the nearest millisecond")
    func areNearest() throws {
        let date = Date(timeIntervalSince1970: 1_795_252_500.1236)
        let data = try RSDFactory(writingDatesIn: .utc).createJSONEncoder().encode([date])
        #expect(String(decoding: data, as: UTF8.self).contains("09:15:00.124Z"))
    }

    @Test("equal the timestamps of records of the same instant")
    func agreeWithRecords() throws {
        let factory = RSDFactory(writingDatesIn: .utc)
        for nanoseconds: Int64 in [0, 1, 499_999, 500_000, 999_999] {
            let instant = WallInstant(nanosecondsSince1970: 1_795_252_500_122_000_000 + nanoseconds)
            let data = try factory.createJSONEncoder().encode([Date(instant)])
            let text = String(decoding: data, as: UTF8.self)
            #expect(text.contains(TimestampText.format(instant)))
        }
    }

    @Test(
        "are decoded for every possible clock reading",
        arguments: [
            Int64.min + 1_000_000, 0, 7_270_000_000_000_000_000, 8_277_292_036_000_000_000, .max,
        ]
    )
    func areReadBack(nanoseconds: Int64) throws {
        let factory = RSDFactory(
            writingDatesIn: UTCOffset(secondsFromGMT: 50_400, identifier: "far")
        )
        let date = Date(WallInstant(nanosecondsSince1970: nanoseconds))
        let data = try factory.createJSONEncoder().encode([date])
        #expect(try factory.createJSONDecoder().decode([Date].self, from: data) == [date])
    }

    @Test("are refused outside the range of clocks", arguments: [1e12, -1e12, .nan, .infinity])
    func areRefused(seconds: Double) throws {
        let encoder = RSDFactory().createJSONEncoder()
        #expect(throws: EncodingError.self) {
            try encoder.encode(
                RSDResultObject(identifier: "x", startDate: Date(timeIntervalSince1970: seconds))
            )
        }
    }
}
