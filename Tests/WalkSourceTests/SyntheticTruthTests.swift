// Algorithms are judged by the truth file, so it must describe the walk at the instants of the samples.
import FoundationEssentials
import Orientation
import RecorderParts
import Recording
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import WalkSource

@Suite("The truth file")
struct SyntheticTruthTests {
    struct Record: Decodable {
        var uptime: Double
        var timestamp: Double
        var stepPath: String
        var sensorType: String?
        var referenceCoordinate: String?
        var x: Double?
        var y: Double?
        var z: Double?
        var w: Double?
        var marker: String?
    }

    let sensor: SyntheticSensor
    let walkStart = BootInstant(nanoseconds: 5_000_000_000)
    let records: [Record]

    @Test("is not left half written if its writing is stopped")
    func stops() throws {
        let folder = try ScratchFolder()
        let stop = StopSignal()
        stop.abandon()
        let summary = try SyntheticTruth(sensor: sensor, walkStart: walkStart).write(
            creating: FilePlace(path: folder.file("truth.json"), relativePath: "truth.json"),
            stepPath: "walk",
            fileStart: walkStart,
            fileEnd: walkStart.advanced(by: .seconds(60)),
            until: stop
        )
        #expect(summary == nil)
        #expect(try FileSystem.list(folder.path).isEmpty)
    }

    init() throws {
        let walk = try SyntheticWalk(SyntheticWalkDescription(seed: 3))
        let grid = try #require(SamplingGrid(rateInHertz: 64))
        sensor = SyntheticSensor(walk: walk, placement: .rightFoot, grid: grid)
        let folder = try ScratchFolder()
        let path = folder.file(SyntheticTruth.fileName(beside: "foot.json"))
        let summary = try SyntheticTruth(sensor: sensor, walkStart: walkStart).write(
            creating: FilePlace(path: path, relativePath: "truth.json"),
            stepPath: "walk",
            fileStart: BootInstant(nanoseconds: 6_000_000_000),
            fileEnd: BootInstant(nanoseconds: 13_000_000_000)
        )
        let bytes = try ScratchFolder.bytes(of: path)
        records = try JSONDecoder().decode([Record].self, from: Data(bytes))
        #expect(summary?.records == records.count)
        #expect(path.hasSuffix("/foot_truth.json"))
    }

    @Test("has the attitude at each sample from the file's start to its end")
    func attitudes() throws {
        let attitudes = records.filter { $0.sensorType == "attitude" }
        #expect(attitudes.count == 7 * 64 + 1)
        for (offset, record) in attitudes.enumerated() {
            let truth = sensor.state(ofSample: 64 + offset).attitude
            let found = try Attitude(
                w: #require(record.w),
                x: #require(record.x),
                y: #require(record.y),
                z: #require(record.z)
            )
            #expect(found == truth)
            #expect(record.timestamp == Double(offset) / 64)
            #expect(record.uptime == 6 + Double(offset) / 64)
            #expect(record.referenceCoordinate == "North-West-Up")
            #expect(record.stepPath == "walk")
        }
    }

    @Test("marks each step at its instant, in order of time")
    func steps() {
        #expect(records.map(\.uptime) == records.map(\.uptime).sorted())
        let marks = records.filter { $0.marker != nil }
        let events = sensor.walk.events(beforeSeconds: 8)
        #expect(marks.map(\.marker) == events.map { SyntheticTruth.marker(of: $0) })
        for (mark, event) in zip(marks, events) {
            #expect(abs(mark.uptime - 5 - event.secondsFromStart) < 1e-9)
            #expect(abs(mark.timestamp - mark.uptime + 6) < 1e-9)
        }
        #expect(events.count > 15)
        #expect(marks.prefix(2).map(\.marker) == ["rightToeOff", "rightHeelStrike"])
    }
}
