// A server that speaks iiod's protocol, well or badly: Tests/FakeIIOD says how.

import Foundation
import Synchronization

/// A running server, ended with its owner.
final class FakeIIOD {
    /// The address of its context.
    let uri: String
    private let process = Process()
    private let words: FileHandle

    init(_ mode: String) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "FakeIIOD/fake_iiod.py")
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-B", script.path(percentEncoded: false), mode]
        let process = process
        var pipe: Pipe?
        try ChildProcess.starting.withLock { _ in
            let output = Pipe()
            process.standardInput = Pipe()
            process.standardOutput = output
            try process.run()
            pipe = output
        }
        guard let output = pipe else { preconditionFailure("no pipe was made") }
        let words = output.fileHandleForReading
        self.words = words
        uri = "ip:127.0.0.1:" + (try Self.line(of: words))
    }

    private static func line(of words: FileHandle) throws -> String {
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n"), let byte = try words.read(upToCount: 1),
            !byte.isEmpty
        {
            line += byte
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }

    /// Waits until its fault has begun, and answers whether it did.
    func waitForFault() throws -> Bool { try Self.line(of: words) == "fault" }

    /// Waits until the last of its connections has ended, and answers whether it said so.
    func waitForGoodbye() throws -> Bool { try Self.line(of: words) == "alone" }

    /// Ends it, and answers whether it had said more than was read.
    func hasMoreToSay() throws -> Bool {
        kill(process.processIdentifier, SIGKILL)
        return try words.readToEnd()?.isEmpty == false
    }

    /// By a signal that the tests' own threads do not block, and with them what they start.
    deinit { kill(process.processIdentifier, SIGKILL) }
}
