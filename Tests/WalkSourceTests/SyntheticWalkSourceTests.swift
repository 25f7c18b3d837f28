// The computed walk as the source of a recorder.
import MotionRecorder
import RecorderParts
import Recording
import SampleFile
import SampleStream
import Testing
import Timebase

@testable import WalkSource

@MainActor
@Suite("A synthetic walk as a source")
struct SyntheticWalkSourceTests {
    let folder: ScratchFolder
    let walk: SyntheticWalk
    let start = ClockReading.zero.advanced(by: .seconds(100))

    init() throws {
        folder = try ScratchFolder()
        walk = try SyntheticWalk(SyntheticWalkDescription(seed: 9))
    }

    private func recording(_ identifier: String, _ types: [MotionSensorType]) async throws
        -> RecordedFile
    {
        let timekeeper = ImmediateTimekeeper(startingAt: start)
        let recordings = Recordings(folder: folder, timekeeper: timekeeper)
        let walk = walk
        let recorder = recordings.recorder(identifier, types: types, rate: 64) { order in
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: walk,
                    placement: .leftFoot,
                    request: order.request,
                    timekeeper: timekeeper,
                    duration: .seconds(5)
                )
            )
        }
        return try #require(try await recordings.recordAll(recorder))
    }

    @Test("delivers each sample of each requested sensor, exactly as computed")
    func isComplete() async throws {
        let file = try await recording("walk", [.accelerometer, .gyro])
        #expect(file.channels.map(\.name) == ["accelerometer", "gyro"])
        #expect(file.channels.map(\.account.samples) == [320, 320])
        #expect(file.lost == 0)
        #expect(file.channels.map(\.nominalRateInHertz) == [64, 64])
        #expect(file.source.placement == "leftFoot")
        let grid = try #require(SamplingGrid(rateInHertz: 64))
        var sensor = SyntheticSensor(walk: walk, placement: .leftFoot, grid: grid)
        var reader = try SampleFileReader(opening: file.place.path, schema: MotionFormat.schema)
        var rows = 0
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count where batch.text(row, 4) != nil {
                let reading = sensor.reading(ofSample: rows / 2)
                let values =
                    rows % 2 == 0
                    ? reading.specificForceInG : reading.angularRateInRadiansPerSecond
                #expect(batch.number(row, 0) == 100 + Double(rows / 2) / 64)
                #expect(batch.number(row, 8) == values.x)
                #expect(batch.number(row, 9) == values.y)
                #expect(batch.number(row, 10) == values.z)
                rows += 1
            }
        }
        #expect(rows == 640)
        #expect(file.end == start.advanced(by: .seconds(5)).boottime)
    }

    @Test("delivers samples that give the same file each time")
    func isDeterministic() async throws {
        let first = try await recording("a", MotionSensorType.raw)
        let again = try ScratchFolder()
        let second = try await SyntheticWalkSourceTests(in: again).recording(
            "a",
            MotionSensorType.raw
        )
        let bytes = try ScratchFolder.bytes(of: first.place.path)
        #expect(try bytes == ScratchFolder.bytes(of: second.place.path))
        #expect(first.summary.checksum == second.summary.checksum)
    }

    private init(in folder: ScratchFolder) throws {
        self.folder = folder
        walk = try SyntheticWalk(SyntheticWalkDescription(seed: 9))
    }

    @Test("carries the details from which its truth is computed, and the truth fits the file")
    func truthFromSource() async throws {
        let file = try await recording("walk", [.gyro])
        let truth = try #require(SyntheticTruth(of: file.source))
        #expect(truth.walkStart == start.boottime)
        #expect(truth.sensor.walk.description == walk.description)
        #expect(truth.sensor.placement == .leftFoot)
        let (place, summary) = try #require(try truth.write(beside: file))
        #expect(place.path.hasSuffix("/walk_truth.json"))
        let steps = walk.events(beforeSeconds: 5).count
        // One attitude more than readings: the stop mark falls on a sampling instant.
        #expect(summary.records == 321 + steps)
        #expect(steps > 8)
    }

    @Test("stops when told to, with every sample up to that instant")
    func stops() async throws {
        let timekeeper = ManualTimekeeper(startingAt: start)
        let recordings = Recordings(folder: folder, timekeeper: timekeeper)
        let walk = walk
        let recorder = recordings.recorder("stopped", types: [.gyro], rate: 100) { order in
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: walk,
                    placement: .lowBack,
                    request: order.request,
                    timekeeper: timekeeper
                )
            )
        }
        try await recorder.start()
        timekeeper.advance(by: .milliseconds(995))
        _ = try await recorder.stop()
        let file = try #require(recorder.files.first)
        #expect(file.samples == 100)
        #expect(file.lost == 0)
    }

    @Test("refuses a rate that it cannot deliver", arguments: [-5.0, 0, 2e6])
    func refusesRate(rate: Double) {
        let request = MotionRequest(types: [.gyro], rateInHertz: rate)
        #expect(throws: SyntheticWalkError.self) {
            try SyntheticWalkSource(
                walk: walk,
                placement: .lowBack,
                request: request,
                timekeeper: ImmediateTimekeeper()
            )
        }
    }
}
