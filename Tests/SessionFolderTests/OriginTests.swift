import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("What a replay says of the session that it replays")
struct OriginTests {
    let scratch: ScratchFolder
    let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() throws { scratch = try ScratchFolder() }

    private func replay(_ origin: SessionManifest.Origin) async throws -> String {
        let session = try await OpenSession.begin(in: scratch.path, describedBy: Example.manifest)
        session.record(.origin(origin))
        try await session.finish(
            .finished,
            at: Example.start.advanced(by: .seconds(1)),
            taskResult: Recording.result
        )
        return session.path
    }

    @Test("has no losses where the original has none")
    func whole() async throws {
        let path = try await Recording.finish(in: scratch.path)
        let origin = try Session(opening: path).asOrigin()
        #expect(origin.losses == nil)
        #expect(try await SessionCheck(of: replay(origin)).verdict == .clean)
    }

    @Test("keeps what was computed of the original, and so does a replay of the replay")
    func processed() async throws {
        let origin = Example.processedOrigin
        let copy = try await replay(origin)
        let session = try Session(opening: copy)
        #expect(session.manifest.origin == origin)
        var told = origin
        told.replayed = FileSystem.name(of: copy)
        #expect(session.asOrigin() == told)
        let again = try SessionManifest(decoding: session.manifest.encoded(), where: "again")
        #expect(again.origin == origin)
    }

    @Test("has the losses of a killed original, and so has a replay of the replay, once")
    func killed() async throws {
        let path = try await Recording.begin(in: scratch.path).session.path
        _ = try SessionRepair.repair(path, at: now)
        let origin = try Session(opening: path).asOrigin()
        let losses = ["the run was interrupted; what it had not written by then is lost"]
        #expect(origin.losses == losses)
        let copy = try await replay(origin)
        let check = try SessionCheck(of: copy)
        #expect(check.verdict == .hasLosses)
        #expect(
            check.findings.map(\.what)
                == losses.map { "of the session that it replays: \($0)" }
        )
        #expect(try Session(opening: copy).asOrigin().losses == losses)
    }

    @Test("says that the original was still being recorded")
    func live() async throws {
        let begun = try await Recording.begin(in: scratch.path)
        let origin = try Session(opening: begun.session.path).asOrigin()
        #expect(origin.losses == ["it was still being recorded: what came later is not here"])
        #expect(try await SessionCheck(of: replay(origin)).verdict == .hasLosses)
    }

    @Test("has the losses that a file which failed could not tell of")
    func failedFile() async throws {
        let path = try await Recording.finish(in: scratch.path, lost: 2)
        var manifest = try Session(opening: path).manifest
        // As earlier versions left it: a journal would tell that it has been changed here.
        manifest.journal = nil
        manifest.files[0].error = "the device does not work (EIO)"
        manifest.files[0].sensors[0].lostByReason = ["ring": 2, "disk": 1200]
        try write(manifest.encoded(), to: path + "/manifest.json")
        let losses = try #require(try Session(opening: path).asOrigin().losses)
        #expect(losses.count == 1)
        #expect(losses[0].contains("1200 samples of accelerometer are missing (disk)"))
    }

    @Test("leaves out what repairs of other files have lost")
    func otherFiles() async throws {
        let path = try await Recording.begin(in: scratch.path).session.path
        let file = path + "/walk_motion.json"
        try write(try bytes(of: file).dropLast(20) + [], to: file)
        _ = try SessionRepair.repair(path, at: now)
        let session = try Session(opening: path)
        #expect(session.asOrigin(replaying: ["walk_motion.json"]).losses?.count == 2)
        #expect(session.asOrigin(replaying: ["other.json"]).losses?.count == 1)
    }
}
