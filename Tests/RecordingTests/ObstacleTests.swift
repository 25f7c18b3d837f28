import FoundationEssentials
import Recording
import Research
import SampleFile
import SystemCalls
import SampleStream
import Testing
import Timebase

@MainActor
@Suite("A recorder that meets an obstacle")
struct ObstacleTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("attaches the part that was recorded, then the error, if its source fails")
    func sourceFails() async throws {
        let recorder = makeRecorder(in: folder, [("walk", [.deliver(Reading(1, 1)), .fail])])
        let listener = Listener()
        recorder.delegate = listener
        try await recorder.start()
        await recorder.waitForEndOfSource()
        await #expect(throws: SourceBroke.self) { _ = try await recorder.stop() }
        #expect(recorder.status == .failed)
        #expect(recorder.error is SourceBroke)
        #expect(listener.failures.count == 1)
        #expect(listener.resultsAtFailure.first??.identifier == "walk")
        #expect(try folder.records("walk.json").count == 3)
        #expect(recorder.released.balance == 0)
        var task = RSDTaskResultObject(
            identifier: "task",
            taskRunUUID: UUID(),
            startDate: Date(timeIntervalSince1970: 0)
        )
        task.attachResults(of: recorder, at: Date(timeIntervalSince1970: 5))
        #expect(task.asyncResults?.map(\.identifier) == ["walk", "walk_error"])
    }

    @Test("leaves no file and no open device if its source does not open")
    func sourceDoesNotOpen() async throws {
        let recorder = makeRecorder(in: folder, [("walk", [])])
        recorder.failsToOpen = true
        let listener = Listener()
        recorder.delegate = listener
        await #expect(throws: SourceBroke.self) { try await recorder.start() }
        #expect(recorder.status == .failed)
        #expect(recorder.result == nil)
        #expect(listener.failures.count == 1)
        #expect(try FileSystem.list(folder.path).isEmpty)
        #expect(recorder.released.balance == 0)
    }

    @Test("fails before it opens a device if its file cannot be created")
    func fileCannotBeMade() async throws {
        let recorder = makeRecorder(in: folder, [("walk", [])])
        _ = try OpenFile.create("\(folder.path)/walk.json")
        await #expect(throws: SampleFileError.self) { try await recorder.start() }
        #expect(recorder.released.closedCount == 0)
        #expect(recorder.status == .failed)
    }

    @Test("refuses a second start, while it runs and when it has finished")
    func secondStart() async throws {
        let recorder = makeRecorder(in: folder, [("walk", [.waitForStop])])
        try await recorder.start()
        await #expect(throws: RecorderError.alreadyRunning(identifier: "walk")) {
            try await recorder.start()
        }
        #expect(recorder.status == .running)
        _ = try await recorder.stop()
        await #expect(throws: RecorderError.finished(identifier: "walk")) {
            try await recorder.start()
        }
    }

    @Test("does not wait without limit for a source that does not end")
    func drainIsLimited() async throws {
        let recorder = makeRecorder(
            in: folder,
            [("walk", [.deliver(Reading(1, 1)), .waitForAbandon])],
            drainLimit: .milliseconds(10)
        )
        try await recorder.start()
        let result = try await recorder.stop()
        #expect(result?.identifier == "walk")
        #expect(recorder.status == .finished)
        #expect(try folder.records("walk.json").count == 3)
    }

    @Test("goes on without a priority that the system refuses, and notes that")
    func refusedPriority() async throws {
        let recorder = makeRecorder(
            in: folder,
            [("walk", [.deliver(Reading(1, 1))])],
            // No scheduler has this priority, so that it is refused to every user.
            priority: .realTime(1000)
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        #expect(recorder.status == .finished)
        #expect(recorder.notes.count == 1)
        #expect(recorder.notes.first?.hasPrefix("real-time priority was refused") == true)
        #expect(recorder.files.first?.notes == recorder.notes)
        #expect(recorder.files.first?.samples == 1)
    }
}
