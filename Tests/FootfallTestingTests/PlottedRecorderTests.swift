// The live plots of a real recorder while it runs.

import FootfallTesting
import MotionRecorder
import RecorderKinds
import RecorderParts
import Recording
import Research
import SampleStream
import Testing
import Timebase

@Suite("A recorder with live plots")
@MainActor
struct PlottedRecorderTests {
    @Test("lists its streams, and their lowest and highest readings over the recording's time")
    func readings() async throws {
        let (folder, clock) = (try TestFolder(), ManualClock())
        let acts = ScriptedSource.acts(of: .gyro, rateInHertz: 10, lasting: .seconds(4)) {
            SIMD3($0, -$0, 1)
        }
        let recorder = MotionRecorder(
            MotionRecorderKind(),
            configuration: MotionRecorderConfiguration(
                identifier: "motion",
                recorderTypes: [.gyro, .attitude],
                frequency: 10
            ),
            path: RSDStandalonePath(identifier: "motion"),
            environment: folder.environment(clock)
        ) { _ in AnySampleSource(ScriptedSource(acts, timekeeper: clock)) }
        let drawn: any RSDPlottedAsyncActionController = recorder
        #expect(drawn.plots.isEmpty, "a recorder that has not started has no plots")
        try await recorder.start()
        #expect(
            drawn.plots == [
                RSDReadingsPlot(stream: "gyro", lines: ["x", "y", "z"], unit: "rad/s"),
                RSDReadingsPlot(stream: "attitude", lines: ["x", "y", "z", "w"]),
            ]
        )
        let begin = clock.now
        #expect(drawn.readings(of: "gyro", over: .seconds(10)) == nil)
        #expect(drawn.readings(of: "accelerometer", over: .seconds(10)) == nil)
        clock.advance(by: .seconds(2))
        // The writer's thread takes the readings some time later; the last one is at 2 seconds.
        var found: RSDLatestReadings?
        while found?.newest != begin.advanced(by: .seconds(2)) {
            try #require(recorder.status == .running)
            try await Task.sleep(for: .milliseconds(5))
            found = drawn.readings(of: "gyro", over: .seconds(10))
        }
        let latest = try #require(found)
        #expect(latest.interval == .milliseconds(200) && latest.lines.count == 3)
        let highest = latest.lines[0].compactMap { $0?.upperBound }
        #expect(highest.max() == 2 && highest == highest.sorted() && highest.count == 11)
        #expect(latest.lines[1].compactMap { $0?.lowerBound }.min() == -2)
        #expect(latest.lines[2].allSatisfy { $0 == 1...1 })
        _ = try await recorder.stop()
    }
}
