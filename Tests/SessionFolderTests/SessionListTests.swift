import Foundation
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("A list of sessions")
struct SessionListTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A session that ended, as its manifest says.
    private func addSession(_ name: String, _ change: (inout SessionManifest) -> Void = { _ in })
        throws
    {
        var manifest = Example.manifest
        manifest.status = .finished
        change(&manifest)
        let path = "\(folder.path)/\(name)"
        try FileSystem.makeDirectory(path)
        try Data(try manifest.encoded()).write(to: URL(filePath: "\(path)/manifest.json"))
    }

    @Test("has the newest first, in pages, and says whether there are more")
    func pages() throws {
        let names = (1...7).map { "2026-11-0\($0)T101500Z_walk_1f6a03bc" }
        for name in names { try addSession(name) }
        let first = try SessionList.newest(in: folder.path, atMost: 3)
        #expect(first.entries.map(\.name) == names.suffix(3).reversed())
        #expect(first.hasMore)
        let rest = try SessionList.newest(in: folder.path, before: names[4], atMost: 4)
        #expect(rest.entries.map(\.name) == names.prefix(4).reversed())
        #expect(!rest.hasMore)
        #expect(rest.entries.allSatisfy { $0.state == .ended && $0.problem == nil })
    }

    @Test("is ordered by start, whatever the folders are called")
    func order() throws {
        let dates = [
            ("2026-11-01T101500Z_walk_aaaaaaaa", "2026-11-01T10:15:00.100Z"),
            ("2026-11-01T101500Z_walk_00000000", "2026-11-01T10:15:00.900Z"),
            ("P07_day1", "2026-11-01T10:15:00.500Z"), ("a", "2026-11-02T00:00:00.000Z"),
        ]
        for (name, date) in dates {
            let timestamp = try #require(LocalDate(date))
            try addSession(name) { $0.startDate = timestamp }
        }
        try FileSystem.makeDirectory("\(folder.path)/2026-11-01T101501Z_walk_1f6a03bc")
        try Data("[]".utf8).write(
            to: URL(filePath: "\(folder.path)/2026-11-01T101501Z_walk_1f6a03bc/journal.json")
        )
        let newestFirst = [
            "a", "2026-11-01T101501Z_walk_1f6a03bc", "2026-11-01T101500Z_walk_00000000",
            "P07_day1", "2026-11-01T101500Z_walk_aaaaaaaa",
        ]
        #expect(try SessionList.all(in: folder.path).map(\.name) == newestFirst)
        #expect(
            SessionList.sessions(at: folder.path)
                == newestFirst.reversed().map { "\(folder.path)/\($0)" }
        )
    }

    @Test("is refused for a folder that is itself a session")
    func session() throws {
        try addSession("one")
        let error = #expect(throws: SessionError.self) {
            try SessionList.all(in: "\(folder.path)/one")
        }
        #expect(error?.what == "this is a session, and no folder of sessions")
        #expect(SessionList.entry(at: "\(folder.path)/one")?.standing == .finished)
        #expect(SessionList.entry(at: folder.path) == nil)
    }

    @Test("adds up the files of a session that its run has not closed")
    func sizes() throws {
        try addSession("died") { $0.status = .recording }
        try Data(count: 3000).write(to: URL(filePath: "\(folder.path)/died/a.json"))
        let entry = try #require(SessionList.entry(at: "\(folder.path)/died"))
        let size = try Data(contentsOf: URL(filePath: "\(folder.path)/died/manifest.json")).count
        #expect(entry.standing == .left && entry.brief?.bytes == Int64(3000 + size))
    }

    @Test("decodes a manifest with an escaped character in full, with the same result")
    func extraordinary() throws {
        try addSession("one") { $0.participant = try? Participant(subject: "P07") }
        let path = "\(folder.path)/one/manifest.json"
        let plain = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        let opened = try OpenFolder.open("\(folder.path)/one")
        var brief = try #require(SessionBrief(in: opened, countingSamples: false))
        (brief.samples, brief.missing) = (nil, nil)
        let text = plain.replacing("\"P07\"", with: #""P\u00307""#)
        #expect(text != plain)
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(SessionBrief(in: opened, countingSamples: false) == nil)
        var read = try #require(SessionList.all(in: folder.path).first?.brief)
        (read.samples, read.missing) = (nil, nil)
        #expect(read == brief && read.participant?.subject == "P07")
    }

    @Test("skips what is no session, and says what cannot be read")
    func others() throws {
        try addSession("2026-11-01T101500Z_walk_1f6a03bc")
        try addSession(".hidden")
        try FileSystem.makeDirectory("\(folder.path)/empty")
        try Data("text".utf8).write(to: URL(filePath: "\(folder.path)/file"))
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/link",
            withDestinationPath: "2026-11-01T101500Z_walk_1f6a03bc"
        )
        try FileSystem.makeDirectory("\(folder.path)/broken")
        try Data("{".utf8).write(to: URL(filePath: "\(folder.path)/broken/manifest.json"))
        // Its manifest was taken away, and its journal is there.
        try FileSystem.makeDirectory("\(folder.path)/bare")
        try Data("[]".utf8).write(to: URL(filePath: "\(folder.path)/bare/journal.json"))
        let found = try SessionList.newest(in: folder.path, atMost: 9).entries
        #expect(found.map(\.name) == ["broken", "bare", "2026-11-01T101500Z_walk_1f6a03bc"])
        #expect(found[0].problem?.contains("broken") == true)
        #expect(found[0].brief == nil)
    }

    @Test("distinguishes a killed run from one that still records")
    func states() throws {
        try addSession("died") { $0.status = .recording }
        try addSession("goes on") { $0.status = .recording }
        guard let lock = try FolderLock.take(OpenFolder.open("\(folder.path)/goes on")) else {
            Issue.record("nobody else has it")
            return
        }
        let found = try SessionList.newest(in: folder.path, atMost: 9).entries
        #expect(found.map(\.state) == [.recording, .left])
        _ = consume lock
    }

    @Test("has the same facts by the fast reading of a manifest as by the full one")
    func brief() throws {
        let sensor = SessionManifest.Sensor(
            sensorType: "gyro",
            samples: 90,
            lostByReason: ["ring": 7, "paused": 100]
        )
        var lost = Example.file("b.json", sensors: [sensor])
        lost.isLost = true
        var truth = Example.file("truth.json", layout: .document)
        truth.size = 40
        var walk = Example.file("a.json", sensors: [sensor])
        walk.size = 1000
        let files = [walk, lost, truth]
        try addSession("one") {
            $0.participant = try? Participant(subject: "P07")
            $0.endedEarly = true
            $0.endDate = LocalDate("2026-11-21T11:16:00.123+01:00")
            $0.files = files
            $0.answers = SessionManifest.Document(path: "answers.json", size: 5, checksum: "")
        }
        let folder = try OpenFolder.open("\(folder.path)/one")
        let brief = try #require(SessionBrief(in: folder, countingSamples: true))
        #expect(brief == SessionBrief(try Session(in: folder).manifest))
        #expect(brief.samples == 90 && brief.missing == 7 && brief.files == 3)
        #expect(brief.bytes == 1045 && brief.endedEarly)
        #expect(brief.length == .seconds(60))
        #expect(brief.participant?.subject == "P07")
        var uncounted = brief
        (uncounted.samples, uncounted.missing) = (nil, nil)
        #expect(SessionBrief(in: folder, countingSamples: false) == uncounted)
    }

    @Test("marks a session that was computed from another, and no replay, by the manifest alone")
    func computed() throws {
        var replayed = Example.processedOrigin
        replayed.replayed = "2026-11-22T101500Z_WalkAndBalance_00000000"
        let origins: [(name: String, origin: SessionManifest.Origin?, from: String?)] = [
            ("recorded", nil, nil), ("replayed", Example.origin, nil),
            ("computed", Example.processedOrigin, Example.origin.session),
            ("replayedComputed", replayed, nil),
        ]
        for (name, origin, from) in origins {
            try addSession(name) { $0.origin = origin }
            let folder = try OpenFolder.open("\(folder.path)/\(name)")
            let brief = try #require(SessionBrief(in: folder, countingSamples: false))
            #expect(brief.computedFrom == from, "\(name)")
            #expect(
                brief.computedFrom == SessionBrief(try Session(in: folder).manifest).computedFrom
            )
        }
    }

    @Test("uses the journal if it is ahead of the manifest")
    func behind() async throws {
        let session = try await OpenSession.begin(in: folder.path, describedBy: Example.manifest)
        session.record(.endedEarly)
        await session.persisted()
        let opened = try OpenFolder.open(session.path)
        #expect(SessionBrief(in: opened, countingSamples: false) == nil)
        #expect(try SessionList.all(in: folder.path).first?.brief?.endedEarly == true)
    }

    @Test("is empty for a missing folder, and an error for a file")
    func missing() throws {
        #expect(try SessionList.newest(in: "\(folder.path)/none", atMost: 9).entries.isEmpty)
        let file = "\(folder.path)/file"
        try Data().write(to: URL(filePath: file))
        let error = #expect(throws: SessionError.self) {
            try SessionList.newest(in: file, atMost: 9)
        }
        #expect(error?.what == "it is not a folder")
        #expect(error?.remedy == "name the folder that session folders are in")
    }
}

@Suite("A packed session")
struct SessionPackTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "SampleData").path(percentEncoded: false)

    /// All of a pack's pieces.
    private func bytes(of path: String) throws -> [UInt8] {
        var pack = try SessionPack(of: path)
        var bytes: [UInt8] = []
        while let piece = try pack.next() { bytes += piece }
        return bytes
    }

    @Test("unpacks to the same bytes with another program")
    func whole() throws {
        let folder = try ScratchFolder()
        let zip = "\(folder.path)/a.zip"
        try Data(bytes(of: "\(Self.samples)/SyntheticWalk")).write(to: URL(filePath: zip))
        let unpacking = Process()
        unpacking.executableURL = URL(filePath: "/usr/bin/env")
        unpacking.arguments = ["python3", "-m", "zipfile", "-e", zip, folder.path]
        try unpacking.run()
        unpacking.waitUntilExit()
        #expect(unpacking.terminationStatus == 0)
        let names = try FileSystem.list("\(Self.samples)/SyntheticWalk").sorted()
        #expect(try FileSystem.list("\(folder.path)/SyntheticWalk").sorted() == names)
        for name in names {
            let expected = try Data(
                contentsOf: URL(filePath: "\(Self.samples)/SyntheticWalk/\(name)")
            )
            let found = try Data(contentsOf: URL(filePath: "\(folder.path)/SyntheticWalk/\(name)"))
            #expect(found == expected, "\(name)")
        }
    }

    @Test("follows no link, and leaves out a run's hidden files")
    func links() throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/session"
        try FileManager.default.copyItem(atPath: "\(Self.samples)/Tapping", toPath: path)
        try FileManager.default.createSymbolicLink(
            atPath: "\(path)/passwd",
            withDestinationPath: "/etc/passwd"
        )
        try Data("progress".utf8).write(to: URL(filePath: "\(path)/.progress"))
        let text = String(decoding: try bytes(of: path), as: UTF8.self)
        #expect(text.contains("session/manifest.json"))
        #expect(!text.contains("passwd"))
        #expect(!text.contains(".progress"))
    }

    @Test("is refused for a session that is being recorded, and for none")
    func refused() throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/session"
        #expect(throws: SessionError.self) { try bytes(of: path) }
        try FileManager.default.copyItem(atPath: "\(Self.samples)/Tapping", toPath: path)
        guard let lock = try FolderLock.take(OpenFolder.open(path)) else {
            Issue.record("nobody else has it")
            return
        }
        #expect(throws: SessionError.self) { try bytes(of: path) }
        _ = consume lock
        #expect(try !bytes(of: path).isEmpty)
    }

    @Test("breaks off with an error if a file disappears")
    func cut() throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/session"
        try FileManager.default.copyItem(atPath: "\(Self.samples)/Tapping", toPath: path)
        var pack = try SessionPack(of: path)
        _ = try pack.next()
        try FileSystem.remove("\(path)/taskResult.json")
        var error: SessionError?
        do {
            while try pack.next() != nil {}
        } catch let found {
            error = found
        }
        #expect(error?.description.contains("taskResult.json") == true)
    }
}
