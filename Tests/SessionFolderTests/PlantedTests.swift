import FileMoves
import Foundation
import Glibc
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

/// What somebody may put into a session folder who wants others led outside.
@Suite("What is planted in a session folder")
struct PlantedTests {
    let scratch: ScratchFolder
    let outside: ScratchFolder
    let later = Example.start.advanced(by: .seconds(3600))
    private var canary: String { "\(outside.path)/canary" }

    init() throws {
        scratch = try ScratchFolder()
        outside = try ScratchFolder()
        try write([7], to: canary)
    }

    private func link(_ name: String, to target: String) throws {
        try? FileSystem.remove(name)
        try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: target)
    }

    private func expectNothingOutside() throws {
        #expect(try FileSystem.list(outside.path) == ["canary"])
        #expect(try bytes(of: canary) == [7])
    }

    @Test(
        "leads no run outside that takes it up",
        arguments: [
            ".manifest.json.tmp", ".manifest.json.reserved", ".taskResult.json.reserved",
            ".taskResult.json.tmp", ".answers.json.tmp", "taskResult.json", "answers.json",
        ],
        ["canary", "new"]
    )
    func resuming(_ name: String, _ target: String) async throws {
        let path = try await Recording.finish(in: scratch.path, status: .interrupted)
        try link("\(path)/\(name)", to: "\(outside.path)/\(target)")
        let session = try await OpenSession.resume(path, at: later)
        session.noteClocks(later)
        try await session.writeAnswers([1, 2])
        try await session.finish(.finished, at: later, taskResult: Recording.result)
        try expectNothingOutside()
        #expect(try SessionCheck(of: path).verdict == .clean)
    }

    @Test("leads no repair outside, and the repair tells what it may not read")
    func repairing() async throws {
        let path = try await Recording.finish(in: scratch.path)
        let file = "\(path)/walk_motion.json"
        try write(Array(bytes(of: file).dropLast(20)), to: file)
        try link("\(file).mended", to: canary)
        try link("\(path)/.manifest.json.tmp", to: canary)
        let report = try SessionRepair.repair(path, at: later.realtime)
        #expect(report.files.map(\.recordsKept) == [50])
        try expectNothingOutside()
        try link(file, to: canary)
        let other = try SessionRepair.repair(path, at: later.realtime)
        #expect(other.outcome == .cannotRepair)
        #expect(other.firstUnrepaired?.contains("link") == true)
        try expectNothingOutside()
    }

    @Test("in the place of a file that a person named is not what is repaired")
    func repairingFile() throws {
        let file = "\(scratch.path)/walk.json"
        try write(Array("[\n{\"uptime\":1,\"timestamp\":2,\"stepPath\":\"walk\"}".utf8), to: canary)
        let before = try bytes(of: canary)
        // As it is put there once the file was seen to be a file.
        try link(file, to: canary)
        #expect(throws: SessionError.self) {
            try SessionRepair.repairFile(file, at: later.realtime)
        }
        #expect(try FileSystem.list(outside.path) == ["canary"])
        #expect(try bytes(of: canary) == before)
    }

    @Test(
        "leads root to no session of somebody else's",
        .enabled(
            if: geteuid() == 0 || Environment.variable("CI") == "true",
            "only root meets links of others"
        )
    )
    func linkedSession() async throws {
        let path = try await Recording.finish(in: outside.path)
        for name in try FileSystem.list(path).map({ "\(path)/\($0)" }) + [path] {
            #expect(unsafe chown(name, 4322, 4322) == 0)
        }
        let planted = "\(scratch.path)/session"
        try link(planted, to: path)
        #expect(unsafe lchown(planted, 4321, 4321) == 0)
        for refused in [
            { _ = try SessionCheck(of: planted) }, { _ = try Session(opening: planted) },
            { _ = try SessionRepair.repair(planted, at: later.realtime) },
            { _ = try await OpenSession.resume(planted, at: later) },
        ] as [() async throws -> Void] {
            let error = await #expect(throws: SessionError.self) { try await refused() }
            #expect(error?.description.contains("is a link that neither root") == true)
        }
        #expect(unsafe lchown(planted, 4322, 4322) == 0)
        #expect(try SessionCheck(of: planted).verdict == .clean)
    }

    @Test("is no run that died, if a link leads to it")
    func linkedRun() async throws {
        var begun: OpenSession? = try await Recording.begin(in: outside.path).session
        let path = begun?.path ?? ""
        begun = nil
        let manifest = try bytes(of: "\(path)/manifest.json")
        try link("\(scratch.path)/2026-11-21T101500Z_WalkAndBalance_1f6a03bc", to: path)
        #expect(CrashedSessions.close(in: scratch.path, at: later.realtime).isEmpty)
        #expect(try bytes(of: "\(path)/manifest.json") == manifest)
    }

    @Test("in its place, while it is written, gets nothing: all goes where the folder went")
    func movedFolder() async throws {
        let begun = try await Recording.begin(in: scratch.path)
        let session = begun.session
        let moved = "\(scratch.path)/moved"
        try FileSystem.rename(session.path, to: moved)
        try link(session.path, to: outside.path)
        session.noteClocks(later)
        try await session.writeAnswers([1])
        try await session.finish(.cancelled, at: later, taskResult: Recording.result)
        try expectNothingOutside()
        #expect(try Session(opening: moved).manifest.status == .cancelled)
        #expect(try FileSystem.list(moved).contains("answers.json"))
    }
}
