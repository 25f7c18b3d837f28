// Whoever records compressed files finds that every command takes them as it takes plain ones.

import FoundationEssentials
import Patience
import SampleFile
import SessionFolder
import SystemCalls
import Testing

@testable import footfall

@Suite("A session of compressed files", .mayNotHang)
struct CompressedSessionTests {
    private static let name = "lowBack_motion.json.zst"

    /// The text of a file in a folder.
    private static func text(
        of file: String,
        in folder: borrowing TemporaryFolder
    ) throws -> [UInt8] {
        let path = "\(folder.path)/\(file)"
        let document = try DocumentText(of: OpenFile.open(path), named: file)
        return try document.read(Int(document.size()), at: 0)
    }

    private static func status(
        _ words: [String],
        in folder: borrowing TemporaryFolder
    ) throws -> Int32 {
        let ending = try ChildProcess.footfall(words, in: folder)
        #expect(ending.status == 0, "\(words): \(ending.output) \(ending.errors)")
        return ending.status
    }

    @Test("has the same text as a plain one, and passes check and repair")
    func recorded() throws {
        let folder = try TemporaryFolder()
        let recorded = try folder.record("--compress")
        let entry = try #require(Session(opening: recorded.session).sampleFiles.first)
        #expect(entry.path == Self.name)
        #expect(entry.compression == .zstd)
        #expect(entry.contentType == "application/json" && entry.layout == .array)
        let stored = try folder.bytes(of: "Sessions/\(recorded.folder)/\(Self.name)")
        #expect(entry.size == Int64(stored.count))
        #expect(entry.checksum == Checksum.text(of: stored))
        let names = try folder.names(in: "Sessions/\(recorded.folder)")
        #expect(names.contains("lowBack_motion_truth.json"))
        #expect(try Self.status(["check", recorded.session], in: folder) == 0)
        #expect(try Self.status(["repair", recorded.session], in: folder) == 0)

        let plain = try folder.record("--output", "Plain")
        let manifest = try folder.bytes(of: "Plain/\(plain.folder)/manifest.json")
        #expect(!String(decoding: manifest, as: UTF8.self).contains("compression"))
        for session in [recorded.session, plain.session] {
            let replayed = ["replay", session, "--speed", "max", "--output", "Again", "--quiet"]
            #expect(try Self.status(replayed, in: folder) == 0)
        }
        // A walk has the instants of when it was recorded: what is compared is one walk, recorded twice.
        let words = ["record", "--source", plain.session, "--speed", "max", "--compress"]
        #expect(try Self.status(words + ["--output", "Small", "--quiet"], in: folder) == 0)
        let small = try #require(try folder.names(in: "Small").first)
        #expect(
            try Self.text(of: "Small/\(small)/\(Self.name)", in: folder)
                == folder.bytes(of: "Plain/\(plain.folder)/lowBack_motion.json")
        )
    }

    @Test("loses records by a changed byte, and stays compressed when it is repaired")
    func repaired() throws {
        let folder = try TemporaryFolder()
        // At full speed a frame has some hundred records: of these, several frames.
        let walk = [
            "record", "--source", "synthetic", "--duration", "10", "--speed", "max", "--placement",
            "lowBack", "--json", "--compress",
        ]
        let recorded = try PrintedOutcome(ChildProcess.footfall(walk, in: folder).output)
        let file = "Sessions/\(recorded.folder)/\(Self.name)"
        var bytes = try folder.bytes(of: file)
        let records = try Self.text(of: file, in: folder).count { $0 == UInt8(ascii: "\n") }
        bytes[bytes.count / 2] ^= 4
        try folder.write(bytes, to: file)
        let check = try ChildProcess.footfall(["check", recorded.session], in: folder)
        #expect(check.status == 1)
        #expect(check.output.contains("\(Self.name)"), "\(check.output)")
        _ = try ChildProcess.footfall(["repair", recorded.session], in: folder)
        let again = try ChildProcess.footfall(["check", recorded.session], in: folder)
        #expect(again.status == 3, "\(again.output)")
        let left = try Self.text(of: file, in: folder)
        #expect(Array(try folder.bytes(of: file).prefix(4)) == [0x28, 0xB5, 0x2F, 0xFD])
        #expect(left.count { $0 == UInt8(ascii: "\n") } < records)
        #expect(left.starts(with: Array("[\n{".utf8)) && left.suffix(2) == Array("\n]".utf8))
        let names = try folder.names(in: "Sessions/\(recorded.folder)")
        #expect(names.contains("\(Self.name).torn"))
    }

    @Test("is exported like a plain one", arguments: ["csv", "mcap", "bids"])
    func exported(format: String) throws {
        let folder = try TemporaryFolder()
        let recorded = try folder.record("--compress", "--subject", "P07")
        let export = ["export", recorded.session, "--to", format, "--output", "\(folder.path)/Out"]
        let ending = try ChildProcess.footfall(export, in: folder)
        #expect(ending.status == 0, "\(ending.output) \(ending.errors)")
        #expect(try !folder.names(in: "Out").isEmpty)
    }
}
