import MotionRecorder
import Patience
import RecorderKinds
import SampleStream
import SessionRuns
import SystemCalls
import Testing
import Timebase

@testable import footfall

@Suite("A recording that cannot start", .mayNotHang)
@MainActor
struct StartingTests {
    struct NoSuchSensor: Error {}

    /// A plan of two recorders, of which the second has no source.
    static func plan(in output: String) -> RecordingPlan {
        let start = ClockReading.now()
        // One that gave samples before the other cannot start would be kept.
        let sound = PlannedRecorder(
            MotionRecorderKind().over { _ in TestSensor.silent.source },
            MotionRecorderConfiguration(identifier: "silent"),
            timekeeper: ImmediateTimekeeper(startingAt: start)
        )
        let unsound = PlannedRecorder(
            MotionRecorderKind().over { _ in throw NoSuchSensor() },
            MotionRecorderConfiguration(identifier: "unsound"),
            timekeeper: ImmediateTimekeeper(startingAt: start)
        )
        return RecordingPlan(
            identifier: "walk",
            output: output,
            start: start,
            zone: .utc,
            recorders: [sound, unsound]
        )
    }

    @Test("leaves nothing of itself when it is stopped before its sensors are open")
    func stopsWhileOpening() async throws {
        let folder = try TemporaryFolder()
        let start = ClockReading.now()
        let plan = RecordingPlan(
            identifier: "walk",
            output: "\(folder.path)/new",
            start: start,
            zone: .utc,
            recorders: [
                PlannedRecorder(
                    MotionRecorderKind().over { _ in TestSensor.unreachable.source },
                    MotionRecorderConfiguration(identifier: "unreachable"),
                    timekeeper: ImmediateTimekeeper(startingAt: start)
                )
            ]
        )
        let run = try await RecordingRun.begin(plan)
        // The second options does not wait for what the first one would allow it.
        let signals = AsyncStream { continuation in
            for _ in 0..<2 { continuation.yield(StopSignalKind.interrupt) }
            continuation.finish()
        }
        let failure = await #expect(throws: RunFailure.self) {
            try await run.run(until: signals)
        }
        #expect(failure?.description.contains("stopped before every sensor was open") == true)
        #expect(try folder.names().isEmpty)
    }

    @Test(
        "leaves nothing of itself, and no folder that was not there",
        arguments: ["new/and/deep", "old"]
    )
    func leavesNothing(output: String) async throws {
        let folder = try TemporaryFolder()
        try FileSystem.makeDirectory("\(folder.path)/old")
        let run = try await RecordingRun.begin(Self.plan(in: "\(folder.path)/\(output)"))
        await #expect(throws: NoSuchSensor.self) {
            try await run.run()
        }
        #expect(try folder.names() == ["old"])
        #expect(try folder.names(in: "old").isEmpty)
    }
}
