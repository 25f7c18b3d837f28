import InputRecorder
import MotionRecorder
import SampleFile
import SessionFolder
import Testing
import Timebase

@testable import ReplaySource

@Suite("The kind of a recorded file")
struct RecordedKindTests {
    private func file(columns: [String]?, sensors: [String] = []) -> SessionManifest.File {
        SessionManifest.File(
            path: "a.json",
            identifier: "a",
            contentType: "application/json",
            layout: .array,
            startDate: DateStamp(WallInstant(nanosecondsSince1970: 0), .utc),
            startUptime: BootInstant(nanoseconds: 0),
            columns: columns,
            sensors: sensors.map { .init(sensorType: $0, samples: 1) }
        )
    }

    @Test("is told by its columns, in whatever order, with whatever else")
    func byColumns() {
        for (schema, kind) in [
            (MotionFormat.schema, RecordedKind.motion), (InputFormat.schema, .input),
            (TouchFormat.schema, .touch),
            (RecordSchema(RecordSchema.commonColumns + [.init("lux", .number)]), .unknown),
        ] {
            let names = schema.columns.map(\.name)
            #expect(RecordedKind(of: file(columns: names)) == kind)
            #expect(RecordedKind(of: file(columns: ["more"] + names.reversed())) == kind)
            // Not by what is in it: nothing may be.
            #expect(RecordedKind(of: file(columns: names, sensors: ["accelerometer"])) == kind)
        }
        #expect(RecordedKind(of: file(columns: [])) == .unknown)
    }

    @Test(
        "is told by what is in it where its columns are not told",
        arguments: [
            ([], RecordedKind.motion), (["gyro", "attitude"], .motion),
            (["accelerometer"], .motion), (["touch"], .touch), (["touch", "key"], .input),
            (["switch"], .input), (["accelerometer", "pointer"], .input), (["light"], .unknown),
        ]
    )
    func bySensors(sensors: [String], kind: RecordedKind) {
        #expect(RecordedKind(of: file(columns: nil, sensors: sensors)) == kind)
    }
}
