// A server that speaks iiod's protocol, well or badly: Tests/FakeIIOD says how.

import Foundation
import Synchronization

/// A running server, ended with its owner.
final class FakeIIOD {
    /// The address of its context.
    let uri: String
    private let process = Process()

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
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n"),
            let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty
        {
            line += byte
        }
        uri = "ip:127.0.0.1:" + String(decoding: line.dropLast(), as: UTF8.self)
    }

    /// By a signal that the tests' own threads do not block, and with them what they start.
    deinit { kill(process.processIdentifier, SIGKILL) }
}
