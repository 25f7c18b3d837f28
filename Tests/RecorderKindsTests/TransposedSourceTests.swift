// In a task a recording is only the sensor: what it says of itself must not be taken for the run's.
import MotionRecorder
import RecorderParts
import Recording
import SampleStream
import SessionFolder
import Testing
import Timebase

@testable import RecorderKinds

@MainActor
@Suite("A recorded session in the place of a task's sensor")
struct TransposedSourceTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("keeps gaps and named marks, at the run's times and in the run's step")
    func keepsNamedMarks() async throws {
        let session = try folder.session(RecordedSessionSourceTests.all)
        let file = try #require(session.sampleFiles.first)
        let start = ClockReading(
            realtime: WallInstant(nanosecondsSince1970: 1_700_000_000_000_000_000),
            monotonicNanoseconds: 20_000_000_000,
            boottime: BootInstant(nanoseconds: 20_000_000_000)
        )
        let timekeeper = ImmediateTimekeeper(startingAt: start)
        let recordings = Recordings(folder: folder, timekeeper: timekeeper)
        let recorder = recordings.recorder("again", types: [.gyro, .magnetometer]) { _ in
            AnySampleSource(
                TransposedSource(
                    file,
                    of: session,
                    form: MotionForm(),
                    channels: [1, 2],
                    timekeeper: timekeeper,
                    aligning: .fileWithOpening
                )
            )
        }
        let recorded = try #require(try await recordings.recordAll(recorder))
        if let error = recorder.error { throw error }
        let found = try SampleDataTests.read(recorded.place.path)
        #expect(found.markers.map(\.marker) == ["start", "late", "stop"])
        #expect(found.gaps.count == 1)
        let text = String(decoding: try ScratchFolder.bytes(of: recorded.place.path), as: UTF8.self)
        let late = text.split(separator: "\n").first { $0.contains("late") }
        #expect(
            late?.hasPrefix(
                #"{"uptime":20.13,"timestamp":0.13,"stepPath":"again","timestampDate":"2023-11-14T22:13:20.130Z","marker":"late"}"#
            ) == true,
            "\(text)"
        )
        #expect(!text.contains("task/"))
    }

    @Test("has those computed readings ready that are recorded, and no others")
    func readyTypes() throws {
        let session = try folder.session(RecordedSessionSourceTests.all)
        let source = TransposedSource(
            try #require(session.sampleFiles.first),
            of: session,
            form: MotionForm(),
            timekeeper: ImmediateTimekeeper(),
            aligning: .fileWithOpening
        )
        #expect(
            try source.open(until: StopSignal()).readyChannels
                == [MotionSensorType.attitude.channel]
        )
    }
}
