import FileMoves
import Research
import SampleFile
import SessionFolder
import SystemCalls
import Testing
import Timebase

@Suite("A session of which somebody took a file away while it was written")
struct LostFileTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A session whose first file is lost and whose second one goes on, as recorders leave it; `left` is
    /// what lies under the first one's name at the end.
    private func session(left: String?, isFinished: Bool = true) async throws -> String {
        let begun = try await Recording.begin(in: folder.path)
        let session = begun.session
        try FileSystem.remove(session.path(ofFile: begun.name))
        if let left { try write(Array(left.utf8), to: session.path(ofFile: begun.name)) }
        let next = session.newFileName(
            sections: ["walk"],
            logger: "motion",
            fileExtension: "json"
        )
        #expect(next == "walk_motion_2.json")
        session.noteListed(
            Example.file(next),
            inPlaceOf: (begun.name, "it was deleted while it was written")
        )
        var writer = try Recording.writer(at: session.path(ofFile: next))
        Recording.marker(&writer, at: 0)
        Recording.gap(&writer, "accelerometer", at: 0, lost: 50, reason: "disk")
        let summary = try writer.close()
        let end = Example.start.advanced(by: .seconds(1))
        if isFinished {
            session.noteClosed(
                next,
                summary,
                endDate: .init(end.realtime, Example.zone),
                sensors: [
                    .init(sensorType: "accelerometer", samples: 0, lostByReason: ["disk": 50])
                ]
            )
            try await session.finish(.finished, at: end, taskResult: Recording.result)
        }
        return session.path
    }

    @Test(
        "has losses, whatever lies under the file's name",
        arguments: [nil, "", "[]", "{\"somebody\":\"else's\"}"]
    )
    func check(left: String?) async throws {
        let session = try await session(left: left)
        let check = try SessionCheck(of: session)
        #expect(check.verdict == .hasLosses)
        #expect(check.verdict.exitCode == 3)
        #expect(
            check.findings.map(\.description) == [
                "loss: walk_motion.json: it was deleted while it was written; what it held is counted"
                    + " as lost in the file after it",
                "loss: walk_motion_2.json: 50 samples of accelerometer are missing (disk)",
            ]
        )
        #expect(check.sensors.map(\.lost) == [50])
        let manifest = try Session(opening: session).manifest
        #expect(manifest.files.map(\.isLost) == [true, false])
        #expect(manifest.files.map(\.size).first == .some(nil), "nobody sealed what lies there")
        #expect(try Session(opening: session).sampleFiles.map(\.path) == ["walk_motion_2.json"])
    }

    @Test("is closed after a kill by a repair that leaves alone what is not the run's")
    func repair() async throws {
        let session = try await session(left: "{\"somebody\":", isFinished: false)
        let report = try SessionRepair.repair(session, at: Example.start.realtime)
        #expect(report.unrepaired == 0)
        #expect(try bytes(of: "\(session)/walk_motion.json") == Array("{\"somebody\":".utf8))
        let check = try SessionCheck(of: session)
        #expect(check.verdict == .interrupted)
        #expect(!check.findings.contains { $0.severity == .damage })
        let result = try Session(opening: session).taskResult()
        let files = (result.asyncResults ?? []).map(\.identifier)
        #expect(files == ["motion", "WalkAndBalance_error"])
    }

    @Test("counts in the manifest what no file could tell any more")
    func withoutAnother() async throws {
        let begun = try await Recording.begin(in: folder.path)
        let session = begun.session
        let end = Example.start.advanced(by: .seconds(1))
        session.noteClosed(
            begun.name,
            nil,
            endDate: .init(end.realtime, Example.zone),
            sensors: [.init(sensorType: "accelerometer", samples: 0, lostByReason: ["disk": 50])],
            error: "it was cut short while it was written, and no other could be made"
        ) { $0.isLost = true }
        try await session.finish(.failed, at: end, taskResult: Recording.result)
        let check = try SessionCheck(of: session.path)
        #expect(check.verdict == .hasLosses)
        #expect(check.sensors.map(\.lost) == [50])
        #expect(
            check.findings.map(\.what).contains(
                "it was cut short while it was written, and no other could be made"
            )
        )
    }

    @Test("tells where its folder is, and that it was deleted")
    func presentPath() async throws {
        let session = try await Recording.begin(in: folder.path).session
        #expect(await session.presentPath() == session.path)
        try FileSystem.rename(session.path, to: "\(folder.path)/elsewhere")
        #expect(await session.presentPath() == "\(folder.path)/elsewhere")
        for name in try FileSystem.list("\(folder.path)/elsewhere") {
            try FileSystem.remove("\(folder.path)/elsewhere/\(name)")
        }
        try FileSystem.removeDirectory("\(folder.path)/elsewhere")
        #expect(await session.presentPath() == nil)
    }

    @Test("ends as every other when all of its files were deleted")
    func everythingDeleted() async throws {
        let session = try await Recording.begin(in: folder.path).session
        for name in try FileSystem.list(session.path) {
            try FileSystem.remove("\(session.path)/\(name)")
        }
        let end = Example.start.advanced(by: .seconds(1))
        try await session.finish(.finished, at: end, taskResult: Recording.result)
        #expect(
            try FileSystem.list(session.path) == [
                "journal.json", SessionManifest.fileName, SessionManifest.taskResultName,
            ]
        )
    }
}
