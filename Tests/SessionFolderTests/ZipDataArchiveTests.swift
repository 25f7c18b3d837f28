// What the ZIP file of an archive is named, when it is there, and what is left of it when it cannot be written.

import Foundation
import Research
import SystemCalls
import Testing

@testable import SessionFolder

@Suite("ZIP files of archives")
struct ZipDataArchiveTests {
    private static let begin = Date(timeIntervalSince1970: 1_795_256_100)
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private static func archive(_ identifier: String, _ folder: String) throws -> ZipDataArchive {
        try ZipDataArchive(identifier: identifier, in: folder)
    }

    private var metadata: RSDTaskMetadata {
        RSDTaskMetadata(
            of: RSDTaskResultObject(
                identifier: "visit",
                taskRunUUID: UUID(),
                startDate: Self.begin
            )
        )
    }

    private var present: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() }
    }

    @Test("refuse a name that is taken, their own, or leads out of them, and what comes too late")
    func names() throws {
        let archive = try Self.archive("a/b c", scratch.path)
        func insert(_ name: String) throws {
            let manifest = RSDFileManifest(filename: name, timestamp: Self.begin)
            try archive.insertDataIntoArchive(Data("1".utf8), manifest: manifest)
        }
        try insert("inner/data.json")
        for name in ["inner/data.json", "metadata.json", "../a", "/a", "a//b", "", "a\\b", "./a"] {
            #expect(throws: SessionError.self, "\(name)") { try insert(name) }
        }
        #expect(archive.path == nil)
        try archive.completeArchive(with: metadata)
        #expect(archive.path == "\(scratch.path)/a_b_c.zip")
        #expect(throws: SessionError.self) { try insert("late.json") }
        #expect(throws: SessionError.self) {
            try archive.completeArchive(with: metadata)
        }
        #expect(try ZipFiles.read(archive).keys.sorted() == ["inner/data.json", "metadata.json"])
    }

    @Test("have each a name of its own, and are there only when they are whole")
    func partial() throws {
        var first: ZipDataArchive? = try Self.archive("visit", scratch.path)
        #expect(try present == ["visit.zip.partial"])
        let second = try Self.archive("visit", scratch.path)
        try second.completeArchive(with: metadata)
        #expect(try present == ["visit.zip.partial", "visit_2.zip"])
        #expect(first?.path == nil)
        first = nil
        #expect(try present == ["visit_2.zip"])
    }

    @Test("write over no file that has come by their name meanwhile")
    func nameTakenMeanwhile() throws {
        let archive = try Self.archive("visit", scratch.path)
        let other = URL(filePath: "\(scratch.path)/visit.zip")
        try Data("other".utf8).write(to: other)
        try archive.completeArchive(with: metadata)
        #expect(try Data(contentsOf: other) == Data("other".utf8))
        #expect(archive.path == "\(scratch.path)/visit_2.zip")
        #expect(try present == ["visit.zip", "visit_2.zip"])
        #expect(try ZipFiles.read(archive).keys.sorted() == ["metadata.json"])
    }

    @Test("are deleted once a file is torn, and say so of whatever comes later")
    func torn() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let scratch = try ScratchFolder()
            let archive = try ZipDataArchive(identifier: "visit", in: scratch.path)
            // As of a disk that is full.
            var limit = rlimit(rlim_cur: 65_536, rlim_max: .max)
            try unsafe #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            var random = SystemRandomNumberGenerator()
            let noise = Data(
                (0..<1 << 20).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            )
            func insert(_ name: String, _ data: Data) throws {
                let manifest = RSDFileManifest(filename: name, timestamp: Date())
                try archive.insertDataIntoArchive(data, manifest: manifest)
            }
            #expect(throws: SessionError.self) { try insert("noise", noise) }
            let error = #expect(throws: SessionError.self) { try insert("a", Data("1".utf8)) }
            #expect(error?.what.contains("failed") == true)
            let run = RSDTaskResultObject(
                identifier: "visit",
                taskRunUUID: UUID(),
                startDate: Date()
            )
            #expect(throws: SessionError.self) {
                try archive.completeArchive(with: RSDTaskMetadata(of: run))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
        }
    }
}
