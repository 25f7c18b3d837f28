// Our ZIP files as another program reads them: Python's reader checks every checksum and every size.

import Foundation
import Scratch
import Testing

@testable import ZipFile

private let noon = ZipWriter.Time(year: 2026, month: 11, day: 21, hour: 12, minute: 30, second: 58)

@Suite("A ZIP file")
struct ZipWriterTests {
    /// Reads a ZIP file with Python; returns a line for each file: name, size, date and checksum.
    private func read(_ bytes: [UInt8], behind front: UInt64 = 0) throws -> [String] {
        let scratch = try Scratch()
        let path = "\(scratch.path)/a.zip"
        // The bytes before the ZIP file are a hole.
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seek(toOffset: front)
        try file.write(contentsOf: Data(bytes))
        try file.close()
        let script = """
            import sys, zipfile, zlib
            with zipfile.ZipFile(sys.argv[1]) as zip:
                bad = zip.testzip()
                assert bad is None, bad
                for file in zip.infolist():
                    data = zip.read(file)
                    print(file.filename, len(data), "%d-%d-%d %d:%d:%d" % file.date_time, zlib.crc32(data))
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func line(_ name: String, _ bytes: [UInt8], _ date: String = "2026-11-21 12:30:58")
        -> String
    {
        "\(name) \(bytes.count) \(date) \(Deflater.sum(0, of: bytes))"
    }

    @Test("is valid even without a file")
    func empty() throws {
        var writer = ZipWriter()
        #expect(try read(writer.finish()) == [])
    }

    @Test("gives each file back: an empty one, a long one, and one that cannot be compressed")
    func files() throws {
        var dice = SystemRandomNumberGenerator()
        let long = Array(String(repeating: "{\"x\":0.001},\n", count: 100_000).utf8)
        let noise = (0..<300_000).map { _ in UInt8.random(in: .min ... .max, using: &dice) }
        var writer = ZipWriter()
        var bytes: [UInt8] = []
        for (name, content) in [("a/empty", []), ("a/long.json", long), ("a/Größe", noise)] {
            bytes += writer.begin(name, ofSize: Int64(content.count), noon)
            var rest = content[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(Int.random(in: 1...70_000)))
                rest = rest.dropFirst(piece.count)
                bytes += writer.add(piece)
            }
            bytes += writer.endFile()
        }
        bytes += writer.finish()
        #expect(bytes.count < noise.count + long.count / 50)
        #expect(
            try read(bytes) == [
                line("a/empty", []), line("a/long.json", long), line("a/Größe", noise),
            ]
        )
    }

    @Test("has 64-bit sizes for a file that is announced as large")
    func large() throws {
        var writer = ZipWriter()
        let content = Array("short after all".utf8)
        var bytes = writer.begin("large", ofSize: 5 << 30, noon)
        bytes += writer.add(content) + writer.endFile()
        bytes += writer.begin("small", ofSize: 15, noon)
        bytes += writer.add(content) + writer.endFile() + writer.finish()
        #expect(try read(bytes) == [line("large", content), line("small", content)])
    }

    @Test("has 64-bit offsets for a file and a directory that lie beyond four gigabytes")
    func farAway() throws {
        // The head of the first file alone reaches beyond.
        let front: UInt64 = 0xFFFF_FFF0
        var writer = ZipWriter(behind: front)
        let content = Array(String(repeating: "near the end", count: 20).utf8)
        var bytes: [UInt8] = []
        for name in ["before", "behind"] {
            bytes += writer.begin(name, ofSize: Int64(content.count), noon)
            bytes += writer.add(content) + writer.endFile()
        }
        bytes += writer.finish()
        // Python searches from the end, and compensates for offsets that are all wrong by the same amount.
        #expect(
            try read(bytes, behind: front) == [line("before", content), line("behind", content)]
        )
    }

    @Test("has all of more files than two bytes can count")
    func many() throws {
        var writer = ZipWriter()
        var bytes: [UInt8] = []
        for number in 0..<66_000 {
            bytes += writer.begin("\(number)", ofSize: 0, noon) + writer.endFile()
        }
        bytes += writer.finish()
        let found = try read(bytes)
        #expect(found.count == 66_000)
        #expect(found.last == line("65999", []))
    }

    @Test("dates a file from before 1980 to the start of 1980")
    func old() throws {
        var writer = ZipWriter()
        let time = ZipWriter.Time(year: 1970, month: 5, day: 6, hour: 7, minute: 8, second: 9)
        let bytes = writer.begin("old", ofSize: 0, time) + writer.endFile() + writer.finish()
        #expect(try read(bytes) == [line("old", [], "1980-1-1 0:0:0")])
    }
}
