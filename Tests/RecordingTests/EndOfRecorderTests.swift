// What a recorder does after it was told to end: it waits for its source up to a limit, and records
// nothing more.
import Patience
import Research
import Testing
import Timebase

@testable import Recording

@MainActor
@Suite("A recorder that is told to end", .mayNotHang)
struct EndOfRecorderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("is cancelled without a failure if it is cancelled while its source opens")
    func cancelWhileOpening() async throws {
        let recorder = makeRecorder(in: folder, [("walk", [.waitForStop])])
        recorder.openGate = Gate()
        let listener = Listener()
        recorder.delegate = listener
        let start = Task.immediate { try await recorder.start() }
        recorder.cancel()
        await #expect(throws: RecorderError.cancelled(identifier: "walk")) { try await start.value }
        #expect(recorder.status == .cancelled)
        #expect(recorder.error == nil)
        #expect(listener.failures.isEmpty)
        #expect(recorder.released.balance == 0)
    }

    @Test("gives up a source that does not open in time, and notes that")
    func stopWhileOpening() async throws {
        let recorder = makeRecorder(
            in: folder,
            [("walk", [.waitForStop])],
            drainLimit: .milliseconds(10)
        )
        recorder.openGate = Gate()
        let start = Task.immediate { try await recorder.start() }
        #expect(try await recorder.stop() == nil)
        await #expect(throws: RecorderError.finished(identifier: "walk")) { try await start.value }
        #expect(recorder.status == .finished)
        #expect(recorder.error == nil)
        #expect(recorder.notes.first?.hasPrefix("walk: its source did not end within") == true)
        #expect(recorder.released.balance == 0)
    }

    @Test("accepts no mark after the stop")
    func notesAfterStop() async throws {
        let recorder = makeRecorder(
            in: folder,
            [("walk", [.deliver(Reading(1, 1)), .waitForAbandon])],
            drainLimit: .milliseconds(50)
        )
        try await recorder.start()
        let stop = Task.immediate { try await recorder.stop() }
        #expect(recorder.status == .waitingToStop)
        recorder.mark("late")
        _ = try await stop.value
        let marks = try folder.records("walk.json").compactMap { $0["marker"] }
        #expect(marks == ["start", "stop"])
    }

    /// The source reports its end at nine seconds.
    @Test(
        "ends at the latest instant in its file",
        arguments: [(9_000, 9_000), (9_000, 10_500), (11_000, 9_000), (11_000, 10_500)]
    )
    func latestIsLast(reading: Int64, mark: Int64) async throws {
        let clock = ManualTimekeeper()
        let recorder = makeRecorder(
            in: folder,
            [("walk", [.deliver(Reading(reading * 1_000_000, 1))])],
            timekeeper: clock
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        clock.advance(by: .seconds(12))
        recorder.mark("heel", at: BootInstant(nanoseconds: mark * 1_000_000))
        _ = try await recorder.stop()
        let end = max(reading, mark)
        let last = try #require(try folder.records("walk.json").last)
        #expect(last["marker"] == "stop")
        #expect(last["uptime"] == .number(Double(end) / 1000))
        #expect(recorder.files.first?.end == BootInstant(nanoseconds: end * 1_000_000))
    }
}
