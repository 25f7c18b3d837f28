import FoundationEssentials
import Research
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("A session that is being written")
struct OpenSessionTests {
    let scratch: ScratchFolder
    var directory: String { scratch.path + "/new/sessions" }

    init() throws { scratch = try ScratchFolder() }

    @Test("has a folder only for its owner, and says on the disk that it is recording")
    func begins() async throws {
        let session = try await OpenSession.begin(in: directory, describedBy: Example.manifest)
        #expect(session.path.hasSuffix("/new/sessions/2026-11-21T101500Z_WalkAndBalance_1f6a03bc"))
        #expect(try FileSystem.permissions(of: directory) == 0o700)
        #expect(try FileSystem.permissions(of: session.path) == 0o700)
        for name in try FileSystem.list(session.path) {
            #expect(try FileSystem.permissions(of: session.path(ofFile: name)) == 0o600)
        }
        let read = try Session(opening: session.path)
        var manifest = Example.manifest
        manifest.journal = read.manifest.journal
        #expect(read.manifest == manifest)
        #expect(manifest.journal?.records == 1)
        #expect(manifest.journal?.lacksEvents == nil)
        #expect(read.isLive)
        withExtendedLifetime(session) {}
    }

    @Test("has a folder of its own, even at the same moment with the same identifier")
    func isAlone() async throws {
        var sessions: [OpenSession] = []
        for _ in 1...3 {
            sessions.append(
                try await OpenSession.begin(in: directory, describedBy: Example.manifest)
            )
        }
        #expect(Set(sessions.map(\.path)).count == 3)
        #expect(sessions.allSatisfy { (try? Session(opening: $0.path).isLive) == true })
        withExtendedLifetime(sessions) {}
    }

    @Test(
        "stays within the output folder, whatever its identifier is",
        arguments: hostileIdentifiers
    )
    func staysInside(identifier: String) async throws {
        var manifest = Example.manifest
        manifest.identifier = identifier
        let session = try await OpenSession.begin(in: directory, describedBy: manifest)
        #expect(FileSystem.parent(of: session.path) == (try FileSystem.absolutePath(directory)))
        #expect(try FileSystem.list(directory).count == 1)
        #expect(try FileSystem.list(scratch.path) == ["new"])
    }

    @Test("is never in another session, running or ended, nor in a folder to be made there")
    func inSession() async throws {
        let running = try await OpenSession.begin(in: directory, describedBy: Example.manifest)
        let ended = try await Recording.finish(in: directory)
        for session in [running.path, ended] {
            let before = try FileSystem.list(session)
            for folder in [session, "\(session)/more", "\(session)/more/sessions"] {
                let error = await #expect(throws: SessionError.self) {
                    try await OpenSession.begin(in: folder, describedBy: Example.manifest)
                }
                #expect(error?.what.hasPrefix("a new session would be in the session ") == true)
                #expect(error?.where == folder)
            }
            #expect(try FileSystem.list(session) == before)
        }
        withExtendedLifetime(running) {}
    }

    @Test("reserves space for its last documents, and leaves no reservation behind")
    func reserves() async throws {
        let session = try await OpenSession.begin(in: directory, describedBy: Example.manifest)
        let hidden = try FileSystem.list(session.path).filter { $0.hasPrefix(".") }
        #expect(hidden == [".lease", ".manifest.json.reserved", ".taskResult.json.reserved"])
        try await session.finish(.finished, at: Example.start, taskResult: Recording.result)
        #expect(
            try FileSystem.list(session.path) == [
                "journal.json", "manifest.json", "taskResult.json",
            ]
        )
    }

    @Test("ends with a result, a complete manifest and no lock")
    func ends() async throws {
        let session = try await Session(opening: Recording.finish(in: directory, lost: 12))
        #expect(!session.isLive)
        #expect(session.manifest.status == .finished)
        #expect(session.manifest.endDate?.text == "2026-11-21T11:15:01.123+01:00")
        #expect(session.manifest.clocks.count == 2)
        let file = try #require(session.sampleFiles.first)
        let lying = try bytes(of: session.path(of: file))
        #expect(file.closed)
        #expect(file.size == Int64(lying.count))
        #expect(file.checksum == Checksum.text(of: lying))
        #expect(file.records == 52)
        let result = try bytes(of: session.path + "/taskResult.json")
        #expect(session.manifest.taskResult?.size == Int64(result.count))
        #expect(session.manifest.taskResult?.checksum == Checksum.text(of: result))
        #expect(try session.taskResult().taskRunUUID == Example.run)
    }

    @Test("fills in what a failed writer could not say about its file")
    func completesFiles() async throws {
        let begun = try await Recording.begin(in: directory)
        begun.session.noteClosed(
            begun.name,
            nil,
            endDate: LocalDate(Example.start.realtime, Example.zone),
            sensors: [],
            error: "the disk is full"
        )
        begun.session.noteListed(Example.file("never_made.json"))
        try await begun.session.finish(.failed, at: Example.start, taskResult: Recording.result)
        let manifest = try Session(opening: begun.session.path).manifest
        #expect(manifest.files[0].checksum == begun.summary.checksum)
        #expect(manifest.files[0].error == "the disk is full")
        #expect(!manifest.files[0].closed)
        #expect(manifest.files[1].error == "it is not there")
    }

    @Test("has each clock reading on the disk after a flush")
    func notesClocks() async throws {
        let session = try await OpenSession.begin(in: directory, describedBy: Example.manifest)
        session.noteClocks(Example.start.advanced(by: .seconds(60)))
        session.persist()
        #expect(try Session(opening: session.path).manifest.clocks.count == 2)
    }

    @Test("reserves more space as its manifest grows")
    func growsSpace() async throws {
        let session = try await OpenSession.begin(
            in: directory,
            describedBy: Example.manifest,
            reserve: 4096
        )
        for minute in 1...200 {
            session.noteClocks(Example.start.advanced(by: .seconds(60 * minute)))
        }
        session.persist()
        let space = session.path(ofFile: ".manifest.json.reserved")
        #expect(try bytesOnDisk(of: space) > 200 * 100)
        try await session.finish(.finished, at: Example.start, taskResult: Recording.result)
        #expect(try Session(opening: session.path).manifest.clocks.count == 202)
    }

    @Test("replaces a journal that somebody deleted, forgets nothing, and says what it lacks")
    func replacesJournal() async throws {
        let session = try await OpenSession.begin(in: directory, describedBy: Example.manifest)
        session.note("before")
        session.persist()
        try FileSystem.remove(session.path(ofFile: "journal.json"))
        session.note("meanwhile")
        session.persist()
        let manifest = try Session(opening: session.path).manifest
        #expect(manifest.notes.prefix(2) == ["before", "meanwhile"])
        #expect(manifest.notes.last?.contains("journal.json: it was deleted") == true)
        #expect(manifest.journal?.lacksEvents == true)
        try await session.finish(.finished, at: Example.start, taskResult: Recording.result)
        #expect(try Session(opening: session.path).manifest.journal?.lacksEvents == true)
        #expect(try SessionCheck(of: session.path).verdict == .clean)
    }

    @Test("ends once, and changes nothing afterwards")
    func endsOnce() async throws {
        let session = try await OpenSession.begin(in: directory, describedBy: Example.manifest)
        try await session.finish(.finished, at: Example.start, taskResult: Recording.result)
        let before = try bytes(of: session.path(ofFile: "manifest.json"))
        await #expect(throws: SessionError.self) {
            try await session.finish(.failed, at: Example.start, taskResult: Recording.result)
        }
        session.noteError("too late")
        session.persist()
        #expect(session.manifest.errors.isEmpty)
        try await session.discard()
        #expect(try bytes(of: session.path(ofFile: "manifest.json")) == before)
    }

    @Test("gives up a closed file, but none that is open or another's")
    func givesUpClosedFiles() async throws {
        let begun = try await Recording.begin(in: directory)
        let end = LocalDate(Example.start.realtime, Example.zone)
        for name in [begun.name, "manifest.json", "../file"] { begun.session.giveUp(name) }
        begun.session.persist()
        #expect(begun.session.manifest.notes.count == 3)
        #expect(FileSystem.kind(of: begun.session.path(ofFile: begun.name)) == .file)
        begun.session.noteClosed(begun.name, begun.summary, endDate: end, sensors: [])
        begun.session.giveUp(begun.name)
        begun.session.persist()
        #expect(FileSystem.kind(of: begun.session.path(ofFile: begun.name)) == .missing)
        #expect(try Session(opening: begun.session.path).manifest.files.isEmpty)
        let next = begun.session.newFileName(
            sections: ["walk"],
            logger: "motion",
            fileExtension: "json"
        )
        #expect(next == "walk_motion_2.json")
    }

    @Test("does not list a file that was never made, but each that exists")
    func forgetsFilesNeverMade() async throws {
        let begun = try await Recording.begin(in: directory)
        let missing = begun.session.newFileName(logger: "foot", fileExtension: "json")
        var entry = try #require(begun.session.manifest.files.first)
        entry.path = missing
        begun.session.noteListed(entry)
        #expect(begun.session.manifest.files.map(\.path) == [begun.name, missing])
        begun.session.noteNeverMade(missing)
        begun.session.noteNeverMade(begun.name)
        begun.session.persist()
        #expect(try Session(opening: begun.session.path).manifest.files.map(\.path) == [begun.name])
    }

    @Test("disappears when it is discarded")
    func discards() async throws {
        let begun = try await Recording.begin(in: directory)
        try await begun.session.discard()
        #expect(FileSystem.kind(of: begun.session.path) == .missing)
        #expect(try FileSystem.list(directory).isEmpty)
    }

    @Test("says how the run ended even if a folder takes the result's name")
    func survivesLostResult() async throws {
        let session = try await OpenSession.begin(in: directory, describedBy: Example.manifest)
        try FileSystem.makeDirectory(session.path(ofFile: "taskResult.json"))
        let error = await #expect(throws: SessionError.self) {
            try await session.finish(.finished, at: Example.start, taskResult: Recording.result)
        }
        #expect(error?.what.hasPrefix("cannot write the task's result") == true)
        let manifest = try Session(opening: session.path).manifest
        #expect(manifest.status == .finished)
        #expect(manifest.errors.count == 1)
    }

    @Test("is refused, in one line, if no folder can be made")
    func refusesUnusablePlace() async throws {
        let file = scratch.path + "/file"
        try write([1], to: file)
        let error = await #expect(throws: SessionError.self) {
            try await OpenSession.begin(in: file + "/sessions", describedBy: Example.manifest)
        }
        #expect(error?.description.contains(file) == true)
        #expect(error?.description.contains("\n") == false)
        #expect(try FileSystem.list(scratch.path) == ["file"])
    }
}
