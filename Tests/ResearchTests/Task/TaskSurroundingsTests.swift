import FoundationEssentials
import Research
import Testing
import Timebase

@Suite("What surrounds a task")
struct TaskSurroundingsTests {
    private func there<Value: Codable & Equatable>(_ type: Value.Type, _ json: String) throws {
        let factory = RSDFactory(writingDatesIn: .utc)
        let decoder = factory.createJSONDecoder()
        let value = try decoder.decode(type, from: Data(json.utf8))
        let again = try factory.createJSONEncoder().encode(value)
        #expect(try decoder.decode(type, from: again) == value)
        #expect(
            try decoder.decode(JSONValue.self, from: again)
                == decoder.decode(JSONValue.self, from: Data(json.utf8))
        )
    }

    @Test("is encoded as it was decoded")
    func roundTrips() throws {
        try there(
            RSDTaskGroupObject.self,
            """
            { "identifier": "gait", "title": "Gait", "icon": "shoe",
              "tasks": [ { "identifier": "Walk", "estimatedMinutes": 3 },
                         { "identifier": "Stand" } ] }
            """
        )
        try there(
            RSDWeeklyScheduleObject.self,
            #"{ "daysOfWeek": [2, 4], "timeOfDay": "08:05" }"#
        )
        let result = RSDTaskResultObject(
            identifier: "Walk",
            taskRunUUID: UUID(),
            startDate: SampleResults.begin,
            endDate: SampleResults.end
        )
        let file = RSDFileManifest(filename: "a.json", timestamp: SampleResults.begin)
        let metadata = RSDTaskMetadata(of: result, files: [file])
        let factory = RSDFactory()
        let bytes = try factory.createJSONEncoder().encode(metadata)
        let read = try factory.createJSONDecoder().decode(RSDTaskMetadata.self, from: bytes)
        #expect(read == metadata)
        #expect(read.schemaRevision == 1)
    }

    @Test("reminds on each of its days, or once for all seven")
    func triggers() throws {
        let twice = RSDWeeklyScheduleObject(daysOfWeek: [.friday, .monday], minuteOfDay: 605)
        #expect(twice.triggers.map(\.weekday) == [.monday, .friday])
        #expect(twice.triggers.map(\.minute) == [5, 5])
        #expect(RSDWeeklyScheduleObject(minuteOfDay: 0).triggers.map(\.weekday) == [nil])
        #expect(RSDWeeklyScheduleObject().triggers.isEmpty)
        let decoder = RSDFactory().createJSONDecoder()
        #expect(throws: RSDTaskFileError.self) {
            try decoder.decode(
                RSDWeeklyScheduleObject.self,
                from: Data(#"{ "timeOfDay": "24:00" }"#.utf8)
            )
        }
    }

    @Test(
        "shows the full instructions again after a while",
        arguments: [
            (RSDFrequencyType.daily, 1), (.weekly, 7), (.monthly, 31), (.quarterly, 90),
            (RSDFrequencyType(rawValue: "biannual"), 181),
            (RSDFrequencyType(rawValue: "annual"), 365),
        ]
    )
    func frequency(type: RSDFrequencyType, days: Int) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let noon = Date(timeIntervalSince1970: 1_767_268_800)
        let day = 86_400.0
        #expect(type.isDue(at: noon, last: nil, in: calendar))
        #expect(!type.isDue(at: noon + (Double(days) - 1) * day, last: noon, in: calendar))
        #expect(type.isDue(at: noon + Double(days) * day, last: noon, in: calendar))
        #expect(RSDFrequencyType(rawValue: "always").isDue(at: noon, last: noon, in: calendar))
    }
}
