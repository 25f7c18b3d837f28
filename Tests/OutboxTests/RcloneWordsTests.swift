import Foundation
import Scratch
import SystemCalls
import Testing

@testable import Outbox

@Suite("What rclone says")
struct RcloneWordsTests {
    @Test("tells the bytes so far, the last errors, and that a hash was missing")
    func log() {
        var log = RcloneLog()
        let stats = #"{"level":"warning","msg":"…","stats":{"bytes":8}}"#
        let isFirstProgress = log.take(stats)
        let isSecondProgress = log.take(stats)
        #expect(isFirstProgress)
        #expect(!isSecondProgress)
        log.take(#"{"level":"error","msg":"connection refused","object":"a.json"}"#)
        #expect(log.bytes == 8)
        #expect(log.errors == ["a.json: connection refused"])
        log.take("2026/11/28 18:10:05 Failed to copy: directory not found")
        #expect(log.errors.last == "Failed to copy: directory not found")
        #expect(!log.lacksHashes)
        log.take(#"{"level":"warning","msg":"3 hashes could not be checked"}"#)
        #expect(log.lacksHashes)
        for _ in 0..<100 { log.take("x") }
        #expect(log.errors.count == 4)
        #expect(log.bytes == 8)
    }

    @Test(
        "tells its version",
        arguments: [
            ("rclone v1.60.1-DEV\n- os/version: debian", [1, 60, 1]), ("rclone v1.53", [1, 53]),
            ("rclone v", nil), ("bash: rclone", nil), ("", nil),
        ] as [(String, [Int]?)]
    )
    func version(text: String, numbers: [Int]?) {
        #expect(RcloneProgram.version(in: text) == numbers)
    }

    @Test("tells of each file how it compares, whatever its name is")
    func verdicts() {
        let found = RcloneEnd.verdicts("= a.json\n* b c.json\n+ = d\n! e\n\nrubbish\n")
        #expect(found == ["a.json": "=", "b c.json": "*", "= d": "+", "e": "!"])
    }

    @Test("refuses a version that knows no list of hashes only where one is needed")
    func versions() throws {
        let scratch = try Scratch()
        var settings = RcloneSettings()
        settings.program = "\(scratch.path)/rclone"
        // Written by another process: what is open for writing here could not be run.
        let script = #"printf '#!/bin/sh\necho rclone v1.55.1\n' > "$0" && chmod 755 "$0""#
        let ending = try ChildProgram.run(["sh", "-c", script, settings.program])
        try #require(ending == .exited(0))
        let rclone = RcloneProgram(settings, to: try Destination("study:x"), whileTrue: { true })
        try rclone.requireVersion()
        let error = try #require(throws: SendError.self) {
            try rclone.requireVersion(RcloneSettings.oldestWithSums)
        }
        #expect(error.kind == .setUp)
        #expect(error.what.contains("1.55.1"))
        #expect(error.remedy.contains("1.56"))
    }

    @Test("tells the hash that both ends have")
    func hash() {
        #expect(RcloneEnd.hash(among: ["sha1", "md5"]) == "md5")
        #expect(RcloneEnd.hash(among: ["quickxor"]) == "quickxor")
        #expect(RcloneEnd.hash(among: []) == nil)
        #expect(RcloneEnd.hash(among: ["of tomorrow"]) == nil)
    }
}

@Suite("What rclone is told, and how long it has")
struct RcloneCallTests {
    @Test(
        "lets rclone know where its remotes are, and no option that somebody has left in a variable"
    )
    func environment() {
        let told = RcloneProgram.environment(from: [
            "PATH": "/usr/bin", "HTTPS_PROXY": "p", "AWS_PROFILE": "x", "RCLONE_CONFIG": "c",
            "RCLONE_CONFIG_PASS": "s", "RCLONE_CONFIG_STUDY_TYPE": "sftp",
            "RCLONE_SIZE_ONLY": "true", "RCLONE_DRY_RUN": "true", "RCLONE_FILTER": "- *",
            "RCLONE_IGNORE_CHECKSUM": "true",
        ])
        #expect(
            told.keys.sorted() == [
                "AWS_PROFILE", "HTTPS_PROXY", "PATH", "RCLONE_CONFIG", "RCLONE_CONFIG_PASS",
                "RCLONE_CONFIG_STUDY_TYPE",
            ]
        )
    }

    @Test("waits for a hash of large files as long as a slow card takes to read them")
    func patience() {
        #expect(RcloneProgram.patience(with: 0) == .seconds(300))
        #expect(RcloneProgram.patience(with: -1) == .seconds(300))
        #expect(RcloneProgram.patience(with: 44_000_000_000) == .seconds(9100))
        #expect(RcloneProgram.patience(with: .max) > .seconds(300))
    }

    @Test(
        "takes no hash from a server that gives back what it was told",
        arguments: [
            ("webdav root 'x'", []), ("S3 bucket study", ["md5"]), ("sftp://a@b:22/x", ["md5"]),
        ] as [(String, [String])]
    )
    func hashes(name: String, hashes: [String]) throws {
        let text = #"{"String": "\#(name)", "Hashes": ["md5"], "Features": {"Move": true}}"#
        let told = try JSONDecoder().decode(RcloneEnd.Features.self, from: Data(text.utf8))
        #expect(told.hashes == hashes)
    }

    @Test(
        "deletes nothing where no folder of the destination is named",
        arguments: ["", ".", "..", "a/..", "/", ".incoming/"]
    )
    func namesAFolder(folder: String) throws {
        let store = try SessionStore()
        let there = "\(store.scratch.path)/there"
        try FileManager.default.createDirectory(
            atPath: "\(there)/a",
            withIntermediateDirectories: true
        )
        try Data("thesis".utf8).write(to: URL(filePath: "\(there)/thesis.txt"))
        let end = try RcloneEnd(of: try store.outbox(), whileTrue: { true })
        #expect(throws: SendError.self) { try end.drop(folder) }
        #expect(throws: SendError.self) { try end.delete(["thesis.txt"], in: folder) }
        #expect(throws: SendError.self) { try end.dropIfEmpty(folder) }
        // Not just any error: rclone may be missing here.
        #expect {
            try end.move(["thesis.txt"], from: folder, to: "a")
        } throws: {
            ($0 as? SendError)?.kind == .session
        }
        #expect(FileManager.default.fileExists(atPath: "\(there)/thesis.txt"))
    }
}

@Suite("The pauses of a sender")
struct SendPausesTests {
    @Test(
        "grow while it is in vain to the usual ones, or two minutes, and are the usual ones after that"
    )
    func grow() {
        var pauses = SendPauses(usual: .seconds(300))
        // The middle of what chance may give.
        let middle = UInt64(1) << 63
        let rests = (0..<10).map { _ in pauses.next(afterGood: false, by: middle) }
        #expect(rests.prefix(4) == [.seconds(30), .seconds(60), .seconds(120), .seconds(240)])
        #expect(rests.last == .seconds(300))
        var short = SendPauses(usual: .seconds(10))
        let others = (0..<10).map { _ in short.next(afterGood: false, by: middle) }
        #expect(others.last == .seconds(120))
        #expect(pauses.next(afterGood: true, by: middle) == .seconds(300))
        #expect(pauses.next(afterGood: false, by: middle) == .seconds(30))
    }

    @Test("differ by chance, by a quarter at most", arguments: [0, 1, .max / 3, .max] as [UInt64])
    func differ(word: UInt64) {
        var pauses = SendPauses(usual: .seconds(100))
        let rest = pauses.next(afterGood: true, by: word)
        #expect(rest >= .seconds(75) && rest <= .seconds(125))
    }
}
