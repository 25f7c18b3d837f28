import SessionFolder
import SystemCalls
import Testing
import Timebase

@Suite("A session that is taken up again")
struct ResumingTests {
    let scratch: ScratchFolder
    let later = Example.start.advanced(by: .seconds(3600))

    init() throws { scratch = try ScratchFolder() }

    @Test(
        "goes on in its folder, unless its run has come to its end",
        arguments: SessionManifest.Status.allCases
    )
    func goesOn(status: SessionManifest.Status) async throws {
        let path = try await Recording.finish(in: scratch.path, status: status)
        let before = try Session(opening: path)
        let recording = try bytes(of: before.path(of: before.manifest.files[0]))
        guard status != .finished else {
            await #expect(throws: SessionError.self) {
                try await OpenSession.resume(path, at: later)
            }
            return
        }
        let session = try await OpenSession.resume(path, at: later)
        #expect(session.path == path)
        let now = try Session(opening: path)
        #expect(now.isLive)
        #expect(now.manifest.status == .recording)
        #expect(now.manifest.endDate == nil)
        #expect(now.manifest.taskResult == nil)
        #expect(now.manifest.clocks.last == later)
        #expect(try !FileSystem.list(path).contains("taskResult.json"))
        #expect(now.manifest.files.map(\.path) == before.manifest.files.map(\.path))
        #expect(try bytes(of: now.path(of: now.manifest.files[0])) == recording)
        let name = session.newFileName(
            sections: ["walk"],
            logger: "motion",
            fileExtension: "json"
        )
        #expect(!now.manifest.files.map(\.path).contains(name))
    }

    @Test("stays as it was closed if no room can be reserved for the end of the run")
    func noRoom() async throws {
        let path = try await Recording.finish(in: scratch.path, status: .cancelled)
        let documents = ["manifest.json", "journal.json", "taskResult.json"]
        let before = try documents.map { try bytes(of: "\(path)/\($0)") }
        // The file that is to reserve the room cannot replace a folder.
        try FileSystem.makeDirectory("\(path)/.taskResult.json.reserved")
        await #expect(throws: SessionError.self) {
            try await OpenSession.resume(path, at: later)
        }
        #expect(try documents.map { try bytes(of: "\(path)/\($0)") } == before)
        #expect(try !FileSystem.list(path).contains(".manifest.json.reserved"))
        #expect(try Session(opening: path).manifest.status == .cancelled)
    }

    @Test("is repaired first if its run has died")
    func died() async throws {
        var begun: OpenSession? =
            try await Recording.begin(in: scratch.path).session
        let path = begun?.path ?? ""
        begun = nil
        let session = try await OpenSession.resume(path, at: later)
        #expect(session.manifest.files.map(\.closed) == [true])
    }

    @Test("gives no file the name of one that somebody has deleted, and tells of that one")
    func deleted() async throws {
        let path = try await Recording.finish(in: scratch.path, status: .cancelled)
        let gone = try Session(opening: path).manifest.files[0]
        try FileSystem.remove("\(path)/\(gone.path)")
        let session = try await OpenSession.resume(path, at: later)
        let stem = String(gone.path.prefix { $0 != "." })
        #expect(
            session.newFileName(logger: stem, fileExtension: "json") == "\(stem)_2.json"
        )
        try await session.finish(.finished, at: later, taskResult: Recording.result)
        let check = try SessionCheck(of: path)
        #expect(check.findings.contains { $0.severity == .damage && $0.file == gone.path })
    }

    @Test("is nobody else's meanwhile")
    func locked() async throws {
        let path = try await Recording.finish(in: scratch.path, status: .cancelled)
        let session = try await OpenSession.resume(path, at: later)
        await #expect(throws: SessionError.self) { try await OpenSession.resume(path, at: later) }
        withExtendedLifetime(session) {}
    }
}
