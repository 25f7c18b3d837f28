import Recording
import Patience
import Research
import SampleStream
import Testing
import Timebase

@MainActor
@Suite("A note made while a source is idle", .mayNotHang)
struct IdleSourceTests {
    let folder: TemporaryFolder
    let clock = ManualTimekeeper()

    init() throws { folder = try TemporaryFolder() }

    private func recorder(_ acts: [SourceAct], isLive: Bool = true) -> ScriptedRecorder {
        let recorder = makeRecorder(in: folder, [("walk", acts)], timekeeper: clock)
        recorder.isLive = isLive
        return recorder
    }

    private func instant(_ seconds: Double) -> BootInstant {
        BootInstant(nanoseconds: Int64(seconds * 1e9))
    }

    private func reading(_ seconds: Double, _ value: Double) -> SourceAct {
        .deliver(Reading(instant(seconds).nanoseconds, value))
    }

    /// Waits until the file on disk has a text.
    private func waitForFile(
        _ name: String = "walk.json",
        with text: String
    ) async throws -> Bool {
        for _ in 0..<1000 {
            if try folder.text(name).contains(text) { return true }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }

    @Test("is in the file before the next reading arrives")
    func isKept() async throws {
        let recorder = recorder([.waitForStop])
        try await recorder.start()
        recorder.environment.marks.mark("heel", at: clock.now)
        clock.advance(by: .seconds(1))
        #expect(try await waitForFile(with: "\"marker\":\"heel\""))
        _ = try await recorder.stop()
        #expect(
            try folder.records("walk.json").compactMap { $0["marker"] }
                == ["start", "heel", "stop"]
        )
    }

    @Test("waits as long as an earlier reading may still arrive")
    func isPatient() async throws {
        let recorder = recorder([.passGate, reading(0.41, 1), .waitForStop])
        try await recorder.start()
        recorder.environment.marks.mark("heel", at: instant(0.02))
        recorder.environment.marks.mark("toe", at: instant(0.42))
        clock.advance(by: .milliseconds(500))
        // The first mark has waited long enough. The thread that has written it has also checked the second.
        #expect(try await waitForFile(with: "heel"))
        recorder.gate.open()
        let stream = try #require(recorder.streams.first)
        try await until("the reading has come") { stream.progress.samples >= 1 }
        clock.advance(by: .seconds(1))
        #expect(try await waitForFile(with: "toe"))
        _ = try await recorder.stop()
        #expect(
            try folder.records("walk.json").compactMap { $0["uptime"] }
                == [0, 0.02, 0.41, 0.42, 1.5]
        )
    }

    @Test("does not apply to a reading that is earlier and arrives later")
    func lateReadings() async throws {
        let recorder = recorder(
            [.passGate, reading(0.5, 1), reading(1.5, 2), reading(2.5, 3), .waitForStop]
        )
        try await recorder.start()
        let stream = try #require(recorder.streams.first)
        stream.note(.moved(stepPath: "task/stand"), at: instant(1))
        stream.note(.paused, at: instant(2))
        clock.advance(by: .seconds(10))
        #expect(try await waitForFile(with: "pause"))
        recorder.gate.open()
        try await until("the readings have come") { stream.progress.samples >= 2 }
        _ = try await recorder.stop()
        let records = try folder.records("walk.json")
        #expect(records.compactMap { $0["uptime"] } == [0, 1, 2, 0.5, 1.5, 2.5, 10])
        #expect(
            records.compactMap { $0["stepPath"] }
                == ["task"] + ["task/stand", "task/stand", "task"]
                + Array(repeating: "task/stand", count: 3)
        )
        #expect(records[5]["lost"] == 1)
        #expect(records[5]["reason"] == "paused")
        #expect(recorder.files.first?.samples == 2)
    }

    @Test("is written in its place if the source can wait, however long that takes")
    func repeated() async throws {
        let recorder = recorder([.passGate, reading(0.5, 1), reading(1.5, 2)], isLive: false)
        let other = makeRecorder(in: folder, [("live", [.waitForStop])], timekeeper: clock)
        other.isLive = true
        try await recorder.start()
        try await other.start()
        recorder.environment.marks.mark("heel", at: instant(1))
        other.environment.marks.mark("heel", at: instant(1))
        clock.advance(by: .seconds(10))
        // By now the recorder whose source cannot wait has written its mark.
        #expect(try await waitForFile("live.json", with: "heel"))
        _ = try await other.stop()
        recorder.gate.open()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        #expect(
            try folder.records("walk.json").compactMap { $0["uptime"] } == [0, 0.5, 1, 1.5, 9]
        )
    }
}
