// age itself, with a key of the test's own.

import CueParts
import Foundation
import Glibc
import Scratch
import SystemCalls
import Testing

@testable import Outbox

@Suite("A file that is encrypted by age", .needs(.age))
struct AgeProgramTests {
    private let parts: AgeParts

    init() throws { parts = try AgeParts() }

    @Test(
        "is read with the key, byte for byte, and not without",
        arguments: [0, 1, 65_535, 65_536, 65_537, 1_000_000]
    )
    func there(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let clear = try parts.file("clear", bytes)
        let program = AgeProgram(to: try AgeRecipients(parts.publicKey))
        try program.tryOut()
        let encrypted = parts.path("clear.age")
        let length = try program.encrypt(clear, into: encrypted) { false }
        #expect(try Data(contentsOf: URL(filePath: encrypted)).count == Int(length))
        #expect(length <= program.largestSize(ofEncrypted: Int64(size)))
        #expect(try parts.decrypted(encrypted) == bytes)
        let stranger = try AgeParts()
        #expect((try? stranger.decrypted(encrypted)) == nil)
    }

    @Test("takes the place of one that was there, and goes to each reader")
    func readers() throws {
        let other = try AgeParts()
        let keys = try parts.file("keys", Array("\(parts.publicKey)\n\(other.publicKey)\n".utf8))
        let program = AgeProgram(to: try AgeRecipients(keys))
        let clear = try parts.file("clear", [1, 2, 3])
        let target = try parts.file("clear.age", Array(repeating: 7, count: 100_000))
        _ = try program.encrypt(clear, into: target) { false }
        #expect(try parts.decrypted(target) == [1, 2, 3])
        #expect(try other.decrypted(target) == [1, 2, 3])
    }

    @Test("is not there when it was stopped, and the program has ended")
    func stopped() throws {
        let clear = try parts.file("clear", [1])
        let endless = AgeProgram(
            to: try AgeRecipients(parts.publicKey),
            command: ["sh", "-c", #"echo $$ > "$0" && exec sleep 600"#, parts.path("process")]
        )
        func process() -> pid_t? {
            (try? String(contentsOf: URL(filePath: parts.path("process")), encoding: .utf8))
                .flatMap { $0.hasSuffix("\n") ? pid_t($0.dropLast()) : nil }
        }
        let error = try #require(throws: SendError.self) {
            try endless.encrypt(clear, into: parts.path("clear.age")) { process() != nil }
        }
        #expect(kill(try #require(process()), 0) != 0)
        #expect(error.kind == .stopped)
        #expect(FileSystem.kind(of: parts.path("clear.age")) == .missing)
    }

    @Test("is not there where age ended well without having encrypted anything")
    func nothing() throws {
        let liar = AgeProgram(to: try AgeRecipients(parts.publicKey), command: ["true"])
        let copier = AgeProgram(
            to: liar.recipients,
            command: ["sh", "-c", #"for last; do :; done; cp "$last" "$last.age""#, "age"]
        )
        let clear = try parts.file("clear", [1, 2])
        for program in [liar, copier] {
            #expect(throws: SendError.self) {
                try program.encrypt(clear, into: parts.path("clear.age")) { false }
            }
            #expect(FileSystem.kind(of: parts.path("clear.age")) == .missing)
        }
    }

    @Test("is not there where it would be larger than files may be, and the remedy says what helps")
    func tooLarge() throws {
        let limited = AgeProgram(
            to: try AgeRecipients(parts.publicKey),
            command: ["sh", "-c", #"ulimit -f 8 && exec age "$@""#, "age"]
        )
        let clear = try parts.file("clear", Array(repeating: 7, count: 1_000_000))
        let error = try #require(throws: SendError.self) {
            try limited.encrypt(clear, into: parts.path("clear.age")) { false }
        }
        #expect(error.kind == .session)
        #expect(error.remedy.contains("ulimit -f"), "\(error)")
        #expect(FileSystem.kind(of: parts.path("clear.age")) == .missing)
    }

    @Test(
        "is not there where the disk or the quota is full, and is tried again once there is room",
        arguments: [
            ("no space left on device", "--keep-free"),
            ("disk quota exceeded", "have the quota raised"),
        ]
    )
    func full(says: String, remedy: String) throws {
        let full = AgeProgram(
            to: try AgeRecipients(parts.publicKey),
            command: ["sh", "-c", "echo 'age: error: write clear.age: \(says)' >&2; exit 1", "age"]
        )
        let clear = try parts.file("clear", [1])
        let error = try #require(throws: SendError.self) {
            try full.encrypt(clear, into: parts.path("clear.age")) { false }
        }
        #expect(error.kind == .passing)
        #expect(error.remedy.contains(remedy), "\(error)")
        #expect(error.where == FileSystem.parent(of: parts.path("clear.age")))
        #expect(FileSystem.kind(of: parts.path("clear.age")) == .missing)
    }

    @Test("needs age: where it is missing, the remedy says what to install")
    func missing() throws {
        let program = AgeProgram(to: try AgeRecipients(parts.publicKey), command: ["age-not-there"])
        let error = try #require(throws: SendError.self) { try program.tryOut() }
        #expect(error.kind == .setUp)
        #expect(error.remedy.contains("apt install age"))
    }
}

/// A key, and a place for files.
struct AgeParts {
    let publicKey: String
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        let script = #"age-keygen -o "$0/key" 2>/dev/null && age-keygen -y "$0/key" > "$0/public""#
        try #require(try ChildProgram.run(["sh", "-c", script, scratch.path]) == .exited(0))
        let text = try String(contentsOf: URL(filePath: "\(scratch.path)/public"), encoding: .utf8)
        publicKey = text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: path(name)))
        return path(name)
    }

    func decrypted(_ encrypted: String) throws -> [UInt8] {
        // By -o it would make no file of nothing.
        let script = #"age -d -i "$0" "$1" > "$2" 2>/dev/null"#
        let target = path("read-\(UUID().uuidString)")
        let ending = try ChildProgram.run(["sh", "-c", script, path("key"), encrypted, target])
        guard ending == .exited(0) else { throw CocoaError(.fileReadCorruptFile) }
        return try [UInt8](Data(contentsOf: URL(filePath: target)))
    }
}
