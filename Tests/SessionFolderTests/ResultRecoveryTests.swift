import Foundation
import Research
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("The result of a session, repaired")
struct ResultRecoveryTests {
    let scratch: ScratchFolder
    let path: String
    let result: String
    let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() async throws {
        scratch = try ScratchFolder()
        path = try await Recording.finished(in: scratch.path, document: "{}")
        result = path + "/taskResult.json"
    }

    @Test(
        "is rebuilt where it is gone or unreadable, and what its steps had stored is a loss",
        arguments: [nil, "{"]
    )
    func loss(text: String?) throws {
        if let text {
            try write(Array(text.utf8), to: result)
        } else {
            try FileSystem.remove(result)
        }
        #expect(try SessionCheck(of: path).isRecoverable)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .hasLosses)
        #expect(
            report.lines.contains {
                $0.contains("taskResult.json: ") && $0.contains("what the steps had stored")
            }
        )
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .hasLosses)
        #expect(check.findings.contains { $0.severity == .loss && $0.file == "taskResult.json" })
        #expect(!check.findings.contains { $0.file == "taskResult.json.torn" })
        if let text { #expect(try bytes(of: result + ".torn") == Array(text.utf8)) }
        #expect(try Session(opening: path).taskResult().taskRunUUID == Example.run)
        #expect(try SessionRepair.repair(path, at: now).changed == false)
    }

    @Test("is no loss where the same bytes are made again")
    func same() async throws {
        let killed = try await Recording.begin(in: scratch.path).session.path
        _ = try SessionRepair.repair(killed, at: now)
        let before = try bytes(of: killed + "/taskResult.json")
        try FileSystem.remove(killed + "/taskResult.json")
        let report = try SessionRepair.repair(killed, at: now)
        #expect(report.outcome == .good)
        #expect(try bytes(of: killed + "/taskResult.json") == before)
    }

    @Test("is told of by the next repair where the one that made it was killed before it could")
    func unreported() throws {
        let manifest = try bytes(of: path + "/manifest.json")
        let journal = try bytes(of: path + "/journal.json")
        try FileSystem.remove(result)
        _ = try SessionRepair.repair(path, at: now)
        // As it lay just before the new manifest.
        try write(manifest, to: path + "/manifest.json")
        try write(journal, to: path + "/journal.json")
        #expect(try SessionCheck(of: path).isRecoverable)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.changed)
        #expect(report.outcome == .hasLosses)
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .hasLosses)
        #expect(check.findings.contains { $0.severity == .loss && $0.file == "taskResult.json" })
    }

    @Test("knows its own originals: a check calls none of them foreign")
    func originals() throws {
        try write(Array("{".utf8), to: path + "/manifest.json")
        _ = try SessionRepair.repair(path, at: now)
        #expect(try FileSystem.list(path).contains("manifest.json.torn"))
        #expect(
            try Session(opening: path).manifest.notes.contains {
                $0.contains("the original is manifest.json.torn")
            }
        )
        let check = try SessionCheck(of: path)
        #expect(!check.findings.contains { $0.file == "manifest.json.torn" })
        try write([], to: path + "/manifest.json.tornado")
        #expect(try SessionCheck(of: path).findings.contains { $0.file == "manifest.json.tornado" })
    }

    @Test("is not said to be elsewhere where the answers are lost as well")
    func answersToo() throws {
        var manifest = try Session(opening: path).manifest
        manifest.answers = SessionManifest.Document(
            path: "answers.json",
            size: 3,
            checksum: "xxh128:0"
        )
        try write(manifest.encoded(), to: path + "/manifest.json")
        try FileSystem.remove(result)
        let report = try SessionRepair.repair(path, at: now)
        let check = try SessionCheck(of: path)
        for line in report.lines + check.findings.map(\.description) {
            #expect(!line.contains("the answers are in"), "\(line)")
        }
    }

    @Test(
        "is kept where the manifest and the journal are lost, and what only they knew is told as a loss"
    )
    func nothingButFiles() throws {
        try FileSystem.remove(path + "/manifest.json")
        try FileSystem.remove(path + "/journal.json")
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .hasLosses)
        let told = try SessionCheck(of: path).findings.filter { $0.file == "manifest.json" }
        #expect(told.map(\.severity) == [.loss])
        #expect(try SessionRepair.repair(path, at: now).changed == false)
    }
}
