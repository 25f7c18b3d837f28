import FoundationEssentials
import Research
import Testing
import Timebase

/// Any result, by its `type`, at the root of a document.
struct AnyResult: Decodable {
    let value: any RSDResult

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeResult(from: decoder)
    }
}

@Suite("A result that is written and read again")
struct RoundTripTests {
    let factory = RSDFactory(writingDatesIn: .utc)

    @Test("is what it was", arguments: SampleResults.all.indices)
    func isWhatItWas(index: Int) throws {
        let result = SampleResults.all[index]
        let first = try factory.createJSONEncoder().encode(result)
        let decoded = try factory.createJSONDecoder().decode(AnyResult.self, from: first).value
        #expect(type(of: decoded) == type(of: result))
        #expect(try factory.createJSONEncoder().encode(decoded) == first)
    }

    @Test("has the fields it had")
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

    @Test("may be nested as deep as a document can be")
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

    @Test("of a type that nobody knows keeps its keys")
    func keepsUnknownKeys() throws {
        let data = try factory.createJSONEncoder().encode(SampleResults.unknown)
        let decoded = try factory.createJSONDecoder().decode(AnyResult.self, from: data).value
        #expect(decoded as? RSDUnknownResultObject == SampleResults.unknown)
    }

    @Test("does not tell where on this machine its file lies")
    func keepsPlaceToItself() throws {
        var file = SampleResults.file
        file.url = URL(filePath: "/somewhere/walk_motion.json")
        let text = String(decoding: try factory.createJSONEncoder().encode(file), as: UTF8.self)
        #expect(!text.contains("somewhere"))
    }

    @Test("has the field's keys, in the order of the alphabet, slashes as they are")
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

    @Test("always says what form a task's result has")
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
    @Test("are those of the zone that the factory is given")
    func areInZone() throws {
        let zone = UTCOffset(secondsFromGMT: 3600, identifier: "Europe/Berlin")
        let encoder = RSDFactory(writingDatesIn: zone).createJSONEncoder()
        let text = String(decoding: try encoder.encode(SampleResults.base), as: UTF8.self)
        #expect(text.contains("\"2026-11-21T10:15:00.123+01:00\""))
    }

    @Test("do not creep, however often they are written and read")
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

    @Test("are the nearest that can be written")
    func areNearest() throws {
        let date = Date(timeIntervalSince1970: 1_795_252_500.1236)
        let data = try RSDFactory(writingDatesIn: .utc).createJSONEncoder().encode([date])
        #expect(String(decoding: data, as: UTF8.self).contains("09:15:00.124Z"))
    }

    @Test("are those of the records that were written at the same instant")
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
        "are read back, whatever a clock shows",
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

    @Test("are refused when no clock can show them", arguments: [1e12, -1e12, .nan, .infinity])
    func areRefused(seconds: Double) throws {
        let encoder = RSDFactory().createJSONEncoder()
        #expect(throws: EncodingError.self) {
            try encoder.encode(
                RSDResultObject(identifier: "x", startDate: Date(timeIntervalSince1970: seconds))
            )
        }
    }
}
