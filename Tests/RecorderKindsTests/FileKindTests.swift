import InputRecorder
import LineRecorder
import MotionRecorder
import RecorderKinds
import Research
import SampleFile
import SessionFolder
import Testing
import Timebase

@testable import RecorderKinds

/// The kinds of this repository, in the order of the command's.
let allKinds: [any RecorderKind] = [
    MotionRecorderKind(), InputRecorderKind(), TouchRecorderKind(), LineRecorderKind(),
]

@Suite("The kind of a recorded file")
struct FileKindTests {
    private func file(columns: [String]?, sensors: [String] = []) -> SessionManifest.File {
        var file = SessionManifest.File(
            path: "a.json",
            identifier: "a",
            contentType: "application/json",
            layout: .array,
            startDate: LocalDate(WallInstant(nanosecondsSince1970: 0), .utc),
            startUptime: BootInstant(nanoseconds: 0),
            sensors: sensors.map { .init(sensorType: $0, samples: 1) }
        )
        file.columns = columns
        return file
    }

    private func word(of file: SessionManifest.File) -> String? {
        allKinds.kind(of: file).map { $0.type.rawValue }
    }

    @Test("is what the manifest says, where the file has that kind's columns")
    func byWord() {
        for name in ["input", "touch"] {
            var told = file(columns: InputFormat.schema.columns.map(\.name), sensors: ["key"])
            told.recorder = name
            #expect(word(of: told) == name)
        }
        // Somebody else's recorder of that word.
        var other = file(columns: InputFormat.schema.columns.map(\.name))
        other.recorder = "motion"
        #expect(word(of: other) == nil)
        var unknown = file(columns: TouchFormat.schema.columns.map(\.name))
        unknown.recorder = "airQuality"
        #expect(word(of: unknown) == "touch")
    }

    @Test("is told by its columns, in whatever order, with whatever else")
    func byColumns() {
        for (schema, kind) in [
            (MotionFormat.schema, "motion"), (InputFormat.schema, "input"),
            (TouchFormat.schema, "touch"), (ValueFormat.schema, "lines"),
            (RecordSchema(RecordSchema.commonColumns + [.init("lux", .number)]), nil),
        ] {
            let names = schema.columns.map(\.name)
            #expect(word(of: file(columns: names)) == kind)
            #expect(word(of: file(columns: ["more"] + names.reversed())) == kind)
            // Not by what is in it: nothing may be.
            #expect(word(of: file(columns: names, sensors: ["accelerometer"])) == kind)
        }
        #expect(word(of: file(columns: [])) == nil)
    }

    @Test(
        "is told by what is in it where its columns are not told",
        arguments: [
            ([], "motion"), (["gyro", "attitude"], "motion"), (["accelerometer"], "motion"),
            (["touch"], "touch"), (["touch", "key"], "input"), (["switch"], "input"),
            (["accelerometer", "pointer"], "input"), (["light"], nil),
            (["gyro", "light"], "motion"),
        ]
    )
    func bySensors(sensors: [String], kind: String?) {
        #expect(word(of: file(columns: nil, sensors: sensors)) == kind)
    }
}
