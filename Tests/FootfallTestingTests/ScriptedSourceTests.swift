import FootfallTesting
import MotionRecorder
import RecorderKinds
import RecorderParts
import Recording
import Research
import SampleStream
import Testing
import Timebase

@Suite("A scripted sensor")
@MainActor
struct ScriptedSourceTests {
    private struct Unplugged: Error {}

    private static func recorder(
        of acts: [ScriptedSource.Act],
        failingToOpen failure: (any Error)? = nil,
        in folder: TestFolder,
        _ clock: ManualClock
    ) -> MotionRecorder {
        MotionRecorder(
            MotionRecorderKind(),
            configuration: MotionRecorderConfiguration(
                identifier: "motion",
                recorderTypes: [.accelerometer]
            ),
            path: RSDStandalonePath(identifier: "motion"),
            environment: folder.environment(clock)
        ) { _ in
            AnySampleSource(ScriptedSource(acts, timekeeper: clock, failingToOpen: failure))
        }
    }

    @Test("delivers its readings when the clock reaches their times, and not before")
    func readings() async throws {
        let (folder, clock) = (try TestFolder(), ManualClock())
        let acts = ScriptedSource.acts(
            of: .accelerometer,
            rateInHertz: 10,
            lasting: .seconds(2)
        ) { SIMD3($0, 0, 1) }
        #expect(acts.count == 20)
        let recorder = Self.recorder(of: acts, in: folder, clock)
        try await recorder.start()
        clock.advance(by: .seconds(1))
        _ = try await recorder.stop()
        let readings = try folder.readings("motion.json", of: .accelerometer)
        #expect(readings.map(\.0) == (0...10).map { Double($0) / 10 })
        #expect(readings.map(\.1) == (0...10).map { Double($0) / 10 })
    }

    @Test("loses samples and fails as its script says")
    func losesAndBreaks() async throws {
        let (folder, clock) = (try TestFolder(), ManualClock())
        let recorder = Self.recorder(
            of: [
                .give(.accelerometer, at: .zero, x: 1, y: 2, z: 3),
                .lose(.accelerometer, at: .milliseconds(10), count: 7),
                .fail(at: .milliseconds(20), Unplugged()),
            ],
            in: folder,
            clock
        )
        try await recorder.start()
        clock.advance(by: .seconds(1))
        await recorder.waitForEndOfSource()
        #expect(recorder.status == .failed)
        #expect(recorder.error is Unplugged)
        #expect(recorder.files.first?.lost == 7)
        #expect(recorder.files.first?.samples == 1)
    }

    @Test("fails to open if it is told to")
    func opening() async throws {
        let (folder, clock) = (try TestFolder(), ManualClock())
        let recorder = Self.recorder(of: [], failingToOpen: Unplugged(), in: folder, clock)
        await #expect(throws: Unplugged.self) { try await recorder.start() }
    }

    @Test("ends when its script says so")
    func end() async throws {
        let (folder, clock) = (try TestFolder(), ManualClock())
        let recorder = Self.recorder(of: [.end(at: .seconds(1))], in: folder, clock)
        try await recorder.start()
        clock.advance(by: .seconds(1))
        await recorder.waitForEndOfSource()
        #expect(recorder.hasSourceEnded)
        #expect(recorder.status == .running)
        _ = try await recorder.stop()
    }
}
