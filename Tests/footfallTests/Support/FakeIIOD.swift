// A server that speaks iiod's protocol, well or badly: Tests/FakeIIOD says how.

import Foundation

/// A running server, ended with its owner.
final class FakeIIOD {
    /// The address of its context.
    let uri: String
    private let process = Process()
    private let input = Pipe()

    init(_ mode: String) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "FakeIIOD/fake_iiod.py")
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-B", script.path(percentEncoded: false), mode]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n"),
            let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty
        {
            line += byte
        }
        uri = "ip:127.0.0.1:" + String(decoding: line.dropLast(), as: UTF8.self)
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }
}
