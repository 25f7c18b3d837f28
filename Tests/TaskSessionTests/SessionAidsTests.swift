import FoundationEssentials
import Patience
import Recording
import Research
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder
@testable import TaskSession

@Suite("What a session has beside its files", .mayNotHang)
@MainActor
struct SessionAidsTests {
    @Test("takes no marks any more before its end waits for anybody")
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
                        // As a program that hangs, until the end is over for the test.
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
        // No file is there for it.
        #expect(try RemoteMark.make("turn", in: session.path) == 0)
        let ending = Task { await aids.end() }
        try await until("the end waits") { waiting.count > 0 }
        #expect(throws: SessionError.self) { try RemoteMark.make("late", in: session.path) }
        release.signal()
        await ending.value
        try await session.discard()
    }
}
