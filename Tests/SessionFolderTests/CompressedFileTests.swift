// What is done to the text of a session's files is done to that of compressed ones.

import Foundation
import Research
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("A compressed file of a session")
struct CompressedFileTests {
    private static let name = "walk.json.zst"
    private let scratch: ScratchFolder
    private let folder: OpenFolder

    init() throws {
        scratch = try ScratchFolder()
        folder = try OpenFolder.open(scratch.path)
    }

    /// Writes a file of records that have a word, and answers its text.
    @discardableResult
    private func write(_ count: Int, with word: String) throws -> [UInt8] {
        var policy = FlushPolicy()
        policy.compression = .zstd
        let schema = RecordSchema([.init("uptime", .number), .init("marker", .text)])
        var writer = try SampleFileWriter(
            creating: "\(scratch.path)/\(Self.name)",
            schema: schema,
            layout: .jsonArray,
            policy: policy
        )
        for index in 0..<count {
            writer.beginRecord()
            writer.number(0, Double(index) / 7)
            writer.text(1, PreparedText(word))
            _ = writer.endRecord()
            if index % 50 == 0 { try writer.flush() }
        }
        let summary = try writer.close()
        #expect(summary.records == count)
        let stored = try OpenFile.open(summary.path).readAll(limit: 1 << 30)
        #expect(summary.bytes == Int64(stored.count))
        #expect(summary.checksum == Checksum.text(of: stored))
        return try text(of: Self.name)
    }

    private func text(of name: String) throws -> [UInt8] {
        let document = try DocumentText(of: folder.open(name), named: name)
        return try document.read(Int(document.size()), at: 0)
    }

    @Test("is amended into a compressed file whose other text is unchanged")
    func amended() throws {
        let before = try write(3000, with: "Anna")
        let outcome = try AmendedBytes.write(Self.name, in: folder) { piece in
            let parts = String(decoding: piece, as: UTF8.self).split(
                separator: "Anna",
                omittingEmptySubsequences: false
            )
            var changed = TextErasure.Outcome(bytes: Array(parts.joined(separator: "-").utf8))
            changed.count = parts.count - 1
            return changed
        }
        #expect(outcome?.words == 3000)
        let new = AmendedFiles.name(for: Self.name)
        let plain = String(decoding: before, as: UTF8.self).replacing("Anna", with: "-")
        #expect(try text(of: new) == Array(plain.utf8))
        let stored = try folder.open(new).readAll(limit: 1 << 30)
        #expect(outcome?.size == Int64(stored.count))
        #expect(outcome?.checksum == Checksum.text(of: stored))
        #expect(stored.count < before.count / 4)
        #expect(try AmendedBytes.has(Self.name, in: folder) { $0.contains(UInt8(ascii: "A")) })
        #expect(try !AmendedBytes.has(new, in: folder) { $0.contains(UInt8(ascii: "A")) })
    }

    @Test(
        "is not amended if one of its frames is damaged: that frame would be lost",
        arguments: [0.3, 0.6]
    )
    func kept(at part: Double) throws {
        try write(3000, with: "Anna")
        var bytes = try folder.open(Self.name).readAll(limit: 1 << 30)
        bytes[Int(Double(bytes.count) * part)] ^= 1
        try FileManager.default.removeItem(atPath: "\(scratch.path)/\(Self.name)")
        let torn = "\(Self.name).torn"
        try OpenFile.create("\(scratch.path)/\(torn)").writeAll(bytes, at: 0)
        var erasure = TextErasure()
        erasure.replace("Anna", by: "-")
        let outcome = try AmendedBytes.write(torn, in: folder) {
            erasure.json($0, isOfSamples: true)
        }
        #expect(outcome == nil)
        #expect(try !folder.list().contains(AmendedFiles.name(for: torn)))
        #expect(try AmendedBytes.damage(of: torn, in: folder)?.contains("frame") == true)
        // Nor is it passed over where none of the words can be seen.
        var other = TextErasure()
        other.replace("Berg", by: "-")
        let left = AmendmentRemains(
            erasure: other,
            manifest: Example.manifest,
            folder: folder
        ) { _ in .samples }.all(at: scratch.path)
        #expect(left.map(\.name) == [torn])
        #expect(left.first?.what.contains("could not be searched") == true)
    }

    @Test("goes into an archive as a plain document, with the plain name")
    func archived() throws {
        let text = try write(500, with: "start")
        let result = RSDFileResultObject(
            identifier: "walk",
            startDate: Date(timeIntervalSince1970: 1_795_256_100),
            contentType: "application/json",
            relativePath: Self.name,
            url: URL(filePath: "\(scratch.path)/\(Self.name)")
        )
        let (manifest, data) = try #require(try result.buildArchiveData(at: nil))
        #expect(manifest.filename == "walk.json")
        #expect(manifest.contentType == "application/json")
        #expect(Array(data) == text)
    }

    @Test("is refused by an archive if one of its frames is damaged")
    func damaged() throws {
        try write(500, with: "start")
        var bytes = try folder.open(Self.name).readAll(limit: 1 << 30)
        bytes[bytes.count / 2] ^= 1
        try FileManager.default.removeItem(atPath: "\(scratch.path)/\(Self.name)")
        try OpenFile.create("\(scratch.path)/\(Self.name)").writeAll(bytes, at: 0)
        let error = try #require(throws: SessionError.self) {
            try ArchivedFile.data(at: "\(scratch.path)/\(Self.name)")
        }
        #expect(error.remedy.contains("footfall repair"), "\(error)")
    }

    @Test("is recognised by its bytes if no manifest lists it")
    func stray() async throws {
        try write(3, with: "start")
        let file = StrayFile.entry(Self.name, in: folder, Example.manifest)
        #expect(file?.identifier == "walk")
        #expect(file?.compression == .zstd && file?.layout == .array)
    }
}
