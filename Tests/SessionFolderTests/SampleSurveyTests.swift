import SampleFile
import Testing

@testable import SessionFolder

@Suite("A survey of a file's records")
struct SampleSurveyTests {
    private func record(
        _ number: Int,
        uptime: Double? = nil,
        timestamp: Double? = nil,
        lost: Int64? = nil
    ) -> SampleSurvey.Record {
        SampleSurvey.Record(
            number: number,
            byteOffset: Int64(number * 100),
            uptime: uptime,
            timestamp: timestamp,
            lost: lost
        )
    }

    @Test("counts samples, gaps and markers separately")
    func countsApart() throws {
        var survey = SampleSurvey()
        survey.addMarker(record(1, uptime: 10))
        survey.add(record(2, uptime: 10), sensorType: "gyro", reason: nil)
        survey.add(record(3, uptime: 11, lost: 5), sensorType: "gyro", reason: "ring")
        survey.add(record(4, uptime: 12, lost: 2), sensorType: "gyro", reason: "device")
        survey.add(record(5, uptime: 13, lost: 1), sensorType: "gyro", reason: nil)
        let gyro = try #require(survey.sensors["gyro"])
        #expect(survey.records == 5)
        #expect(survey.markers == 1)
        #expect(gyro.samples == 1)
        #expect(gyro.lostByReason == ["ring": 5, "device": 2, "unknown": 1])
        #expect(survey.firstUptime == 10)
        #expect(survey.lastUptime == 13)
    }

    @Test("keeps a separate time for each sensor, and none for markers")
    func keepsTimesApart() {
        var survey = SampleSurvey()
        survey.add(record(1, uptime: 10, timestamp: 1), sensorType: "gyro", reason: nil)
        survey.add(record(2, uptime: 9, timestamp: 0), sensorType: "accelerometer", reason: nil)
        survey.addMarker(record(3, uptime: 1, timestamp: -9))
        survey.add(record(4, uptime: 10, timestamp: 1), sensorType: "gyro", reason: nil)
        #expect(survey.sensors.values.allSatisfy { $0.uptimeGoesBack == nil })
        #expect(survey.sensors.values.allSatisfy { $0.timestampGoesBack == nil })
    }

    @Test("finds the first record of a sensor that goes back in time, and counts all such records")
    func findsGoingBack() {
        var survey = SampleSurvey()
        for (index, uptime) in [1.0, 2, 1.5, 1.9, 3].enumerated() {
            survey.add(
                record(index + 1, uptime: uptime, timestamp: -uptime),
                sensorType: "gyro",
                reason: nil
            )
        }
        let gyro = survey.sensors["gyro"]
        #expect(
            gyro?.uptimeGoesBack == SampleSurvey.Fault(record: 3, byteOffset: 300, count: 2)
        )
        #expect(
            gyro?.timestampGoesBack == SampleSurvey.Fault(record: 2, byteOffset: 200, count: 4)
        )
    }

    @Test(
        "reports gaps of zero or less, and never overflows",
        arguments: [0, -1, Int64.min]
    )
    func distrustsGaps(lost: Int64) {
        var survey = SampleSurvey()
        survey.add(record(1, lost: lost), sensorType: "gyro", reason: "ring")
        survey.add(record(2, lost: .max), sensorType: "gyro", reason: "ring")
        survey.add(record(3, lost: .max), sensorType: "gyro", reason: "ring")
        #expect(survey.sensors["gyro"]?.emptyGap?.record == 1)
        #expect(survey.sensors["gyro"]?.lost == .max)
    }

    @Test("remembers a limited number of sensors and reasons")
    func isBounded() {
        var survey = SampleSurvey()
        for number in 1...1000 {
            survey.add(record(number), sensorType: "type \(number)", reason: nil)
            survey.add(record(number, lost: 1), sensorType: "gyro", reason: "reason \(number)")
        }
        #expect(survey.sensors.count <= 257)
        #expect(survey.sensors.values.map(\.samples).reduce(0, +) == 1000)
        #expect(survey.sensors["gyro"]?.lostByReason.count == 17)
        #expect(survey.sensors["gyro"]?.lost == 1000)
    }

    @Test("measures a rate over the samples in the file, as recorders do")
    func measuresRate() {
        var survey = SampleSurvey()
        survey.add(record(1, uptime: -1, lost: 5), sensorType: "gyro", reason: "ring")
        for index in 0...50 {
            survey.add(record(index, uptime: Double(index) / 100), sensorType: "gyro", reason: nil)
        }
        survey.add(record(51, uptime: 0.51, lost: 49), sensorType: "gyro", reason: "ring")
        survey.add(record(52, uptime: 1), sensorType: "gyro", reason: nil)
        survey.add(record(53, uptime: 1.01, lost: 7), sensorType: "gyro", reason: "ring")
        #expect(survey.sensors["gyro"]?.measuredRateInHertz == 51)
        #expect(SampleSurvey.Sensor().measuredRateInHertz == nil)
    }

    @Test("has no rate if the times are too close together", arguments: [0, 1])
    func hasNoRate(tiny: Int) throws {
        var survey = SampleSurvey()
        for uptime in [0, Double(tiny) * .leastNonzeroMagnitude] {
            survey.add(record(1, uptime: uptime), sensorType: "gyro", reason: nil)
        }
        #expect(try #require(survey.sensors["gyro"]).measuredRateInHertz == nil)
    }
}

@Suite("What a survey reads of a file")
struct SurveySchemaTests {
    @Test("is what all records have in common, whatever recorder wrote them")
    func common() {
        #expect(
            SurveySchema(for: Example.file("a.json")).schema.columns == RecordSchema.commonColumns
        )
    }

    @Test("are its own columns where rows have no names, and what a survey needs besides")
    func ownColumns() {
        var file = Example.file("a.csv", layout: .csvWithoutHeader)
        file.columns = ["uptime", "x", "lost"]
        let schema = SurveySchema(for: file).schema
        #expect(
            schema.columns.prefix(3) == [
                .init("uptime", .number), .init("x", .text), .init("lost", .integer),
            ]
        )
        #expect(
            Set(schema.columns.map(\.name)).isSuperset(of: RecordSchema.commonColumns.map(\.name))
        )
    }
}
