import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("What a check says of how good a recording is")
struct QualityCheckTests {
    let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private static let schema = RecordSchema([
        .init("uptime", .number), .init("timestamp", .number), .init("stepPath", .text),
        .init("sensorType", .text), .init("x", .number), .init("y", .number),
        .init("z", .number), .init("lost", .integer), .init("reason", .text),
        .init("marker", .text),
    ])

    /// A finished session of one accelerometer with these values at these times; answers its folder.
    private func record(
        _ times: [Double],
        layout: SampleFileLayout = .csv(header: true),
        value: (Int) -> SIMD3<Double>
    ) async throws -> String {
        let session = try await OpenSession.begin(in: scratch.path, describedBy: Example.manifest)
        let name = session.newFileName(
            sections: [],
            logger: "motion",
            fileExtension: layout.fileExtension
        )
        var file = Example.file(name, layout: layout == .jsonArray ? .array : .csv)
        file.columns = Self.schema.columns.map(\.name)
        file.columnTypes = Self.schema.columns.map { ColumnType($0.kind).rawValue }
        session.noteListed(file)
        session.persist()
        var writer = try SampleFileWriter(
            creating: session.path(ofFile: name),
            schema: Self.schema,
            layout: layout,
            policy: FlushPolicy()
        )
        for (index, time) in times.enumerated() {
            writer.beginRecord()
            writer.number(0, time)
            writer.number(1, time - times[0])
            writer.text(2, PreparedText("walk"))
            writer.text(3, PreparedText("accelerometer"))
            for axis in 0..<3 { writer.number(4 + axis, value(index)[axis]) }
            let isWhole = writer.endRecord()
            try #require(isWhole)
        }
        session.noteOpened(name)
        let summary = try writer.close()
        let end = Example.start.advanced(by: .seconds(1))
        session.noteClosed(
            name,
            summary,
            endDate: LocalDate(end.realtime, Example.zone),
            sensors: [
                SessionManifest.Sensor(sensorType: "accelerometer", samples: times.count)
            ]
        )
        try await session.finish(.finished, at: end, taskResult: Recording.result)
        return session.path
    }

    @Test(
        "names the duplicates and the gaps of a foot sensor, and leaves the exit status as it is",
        arguments: [SampleFileLayout.jsonArray, .csv(header: true)]
    )
    func footSensor(layout: SampleFileLayout) async throws {
        let path = try await record(FootSensor.times(from: 5259.97), layout: layout) { index in
            SIMD3(0, 0, index.isMultiple(of: 7) ? 1.5 : 0.9)
        }
        let check = try SessionCheck(of: path)
        let quality = try #require(check.sensors.first?.quality)
        #expect(quality.duplicates == FootSensor.duplicates)
        #expect(quality.gaps.count == FootSensor.gaps)
        #expect(
            check.fileQualities.map(\.verdict) == [
                "usable, accelerometer: 99 gaps without a gap record, of 0.4 s together, the longest"
                    + " 7.5 ms; accelerometer: 205 duplicates"
            ]
        )
        #expect(check.quality.grade == .usable)
        #expect(check.verdict == .clean)
        #expect(check.findings == [])
    }

    @Test("sees metres per second squared where the unit is g, and that nothing moves")
    func gravity() async throws {
        let times = (0..<500).map { 100 + Double($0) / 100 }
        let path = try await record(times) { _ in SIMD3(0, 0, 9.80665) }
        let check = try SessionCheck(of: path)
        #expect(
            check.fileQualities.map(\.verdict) == [
                "not usable: accelerometer measures 9.81 at rest, where 1 g is 1: this looks like"
                    + " m/s²; accelerometer does not move in the whole file"
            ]
        )
        #expect(check.quality.grade == .unusable)
        #expect(check.sensors.first?.quality?.isStill == true)
        #expect(check.verdict.exitCode == 0)
    }

    @Test("calls a session not usable whose file of samples is gone, or cannot be read")
    func missing() async throws {
        let times = (0..<100).map { 100 + Double($0) / 100 }
        for content in [String?.none, "rubbish"] {
            let path = try await record(times) { _ in SIMD3(0, 0, 1) }
            let file = try #require(Session(opening: path).manifest.files.first?.path)
            try FileSystem.remove("\(path)/\(file)")
            if let content { try write(Array(content.utf8), to: "\(path)/\(file)") }
            let check = try SessionCheck(of: path)
            #expect(check.quality.grade == .unusable, "\(check.findings)")
            #expect(check.fileQualities.map(\.file) == [file])
        }
    }

    @Test("takes back what it says of sensors that tell what people do")
    func events() async throws {
        let path = try await record([100, 101, 107]) { _ in .zero }
        var check = try SessionCheck(of: path)
        #expect(check.quality.grade == .unusable)
        check.leaveOutQuality { $0.sensorType == "accelerometer" }
        #expect(check.sensors.map(\.quality) == [nil])
        #expect(check.sensors.map(\.measuredRateInHertz) == [nil])
        #expect(check.fileQualities == [])
        #expect(check.quality.grade == .good)
    }

    @Test("has no rate that nobody told, and those that the manifest tells")
    func rates() {
        var manifest = Example.manifest
        var file = Example.file("a.json")
        var facts = RecorderFacts(of: file, in: manifest)
        #expect(facts.rates(of: "gyro").asked == nil)
        #expect(facts.rates(of: "gyro").set == nil)
        manifest.devices = [
            .init(
                name: "imu",
                kind: "iio",
                clock: "boottime",
                asked: ["gyroRateInHertz": "100", "accelerometerRateInHertz": "100"],
                set: [
                    "gyroRateInHertz": "104",
                    "accelerometerRateInHertz": "the device has no setting for it",
                ],
                details: [
                    "axis ABS_X minimum": "-512", "axis ABS_X maximum": "511",
                    "axis ABS_X unitsPerG": "256", "axis ABS_Y minimum": "-512",
                    "axis ABS_Y maximum": "511", "axis ABS_Y unitsPerG": "256",
                    "axis ABS_Z minimum": "-512", "axis ABS_Z maximum": "512",
                    "axis ABS_Z unitsPerG": "256",
                ]
            )
        ]
        file.device = 0
        facts = RecorderFacts(of: file, in: manifest)
        #expect(facts.rates(of: "gyro").asked == 100)
        #expect(facts.rates(of: "gyro").set == 104)
        #expect(facts.rates(of: "accelerometer").set == nil)
        #expect(facts.ranges == ["accelerometer": SIMD3(511.0 / 256, 511.0 / 256, 2)])
        manifest.devices[0].details["mountMatrix configured"] = "0,1,0; -1,0,0; 0,0,1"
        #expect(RecorderFacts(of: file, in: manifest).ranges.isEmpty)
    }

    @Test(
        "has a sensor's own rate, or else the one that was set for all, by either of its keys",
        arguments: ["rateInHertz", "rate"]
    )
    func rateOfAll(key: String) {
        let device = SessionManifest.Device(
            name: "imu",
            kind: "own",
            clock: "boottime",
            asked: [key: "100"],
            set: [key: "104", "gyroRateInHertz": "208", "gravityRateInHertz": "none"]
        )
        #expect(device.rate(of: "accelerometer") == 104)
        #expect(device.rate(of: "gyro") == 208)
        #expect(device.rate(of: "gravity") == nil)
        #expect(device.askedRate(of: "gyro") == 100)
        let file = Example.file("a.json")
        #expect(file.rateInHertz(ofSensor: "accelerometer", of: device) == 104)
    }
}
