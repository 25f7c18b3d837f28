import FoundationEssentials
import Patience
import Recording
import Research
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder
@testable import TaskSession

@Suite("The background services of a session", .mayNotHang)
@MainActor
struct SessionAidsTests {
    @Test("take no marks once their end has begun, before it waits")
    func marksFirst() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "footfall-aids-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let start = ClockReading.now()
        let manifest = SessionManifest(
            identifier: "visit",
            taskRunUUID: UUID(),
            start: start,
            timeZone: .local(at: start.realtime),
            software: SessionManifest.Software(name: "footfall", version: "0"),
            host: .current
        )
        let session = try await OpenSession.begin(in: folder, describedBy: manifest)
        let (waiting, release) = (WakeEvent(), WakeEvent())
        let aids = SessionAids(
            of: session,
            into: SharedMarks(),
            by: LiveTimekeeper(),
            from: start.boottime
        ) { _ in
            try SynchronizationReadings(
                asking: {
                    { _, _, pause in
                        // A query that hangs until the test has seen the end wait.
                        while release.count == 0, !pause(.milliseconds(10)) {}
                        waiting.signal()
                        while release.count == 0 { release.wait(since: 0) }
                        return nil
                    }
                },
                isSynchronized: { true },
                endingWithin: .seconds(300),
                telling: { _ in }
            )
        }
        #expect(session.manifest.notes.isEmpty, "\(session.manifest.notes)")
        // The session has no file that could take the mark.
        #expect(try RemoteMark.make("turn", in: session.path) == 0)
        let ending = Task { await aids.end() }
        try await until("the end waits") { waiting.count > 0 }
        #expect(throws: SessionError.self) { try RemoteMark.make("late", in: session.path) }
        release.signal()
        await ending.value
        try await session.discard()
    }
}
