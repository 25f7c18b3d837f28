import FileMoves
import FoundationEssentials
import Research
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("Repairing a session or a file")
struct SessionRepairTests {
    let scratch: ScratchFolder
    let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() throws { scratch = try ScratchFolder() }

    private func finishedAndCut(by count: Int) async throws -> (path: String, torn: [UInt8]) {
        let path = try await Recording.finish(in: scratch.path)
        let torn = Array(try bytes(of: path + "/walk_motion.json").dropLast(count))
        try write(torn, to: path + "/walk_motion.json")
        return (path, torn)
    }

    @Test("changes nothing in a whole session")
    func changesNothing() async throws {
        let path = try await Recording.finish(in: scratch.path)
        let before = try FileSystem.list(path).map { try bytes(of: "\(path)/\($0)") }
        let report = try SessionRepair.repair(path, at: now)
        #expect(!report.changed)
        #expect(report.lines == ["walk_motion.json: whole, 51 records"])
        #expect(try FileSystem.list(path).map { try bytes(of: "\(path)/\($0)") } == before)
    }

    @Test("keeps what is whole, reports what is lost, and updates the manifest")
    func repairs() async throws {
        let (path, torn) = try await finishedAndCut(by: 10)
        let report = try SessionRepair.repair(path, at: now)
        let manifest = try Session(opening: path).manifest
        #expect(report.changed)
        #expect(report.files.first?.recordsKept == 50)
        #expect(report.files.first?.bytesLost ?? 0 > 0)
        #expect(manifest.status == .finished)
        #expect(manifest.files[0].records == 50)
        #expect(manifest.files[0].sensors.map(\.samples) == [49])
        #expect(manifest.files[0].sensors[0].nominalRateInHertz == 100)
        #expect(manifest.recovered.count == 1)
        #expect(manifest.recovered[0].date.text == "2026-11-21T12:15:00.123+01:00")
        #expect(try bytes(of: path + "/walk_motion.json.torn") == torn)
        #expect(try SessionCheck(of: path).verdict == .hasLosses)
    }

    @Test(
        "leaves alone a file that no recorder has written, whatever its lines look like",
        arguments: [
            "{\n  \"identifier\": \"walk\",\n  \"steps\": [\n{ \"type\": \"active\" },\n{ \"type\": \"form\" }\n  ]\n}\n",
            "", "# Title\n\n{\"a\": 1}\ntext\n", "[\n{\"a\": 1},\n{\"b\": 2},\n{\"c\"",
        ]
    )
    func foreign(text: String) throws {
        let file = scratch.path + "/walk.json"
        try write(Array(text.utf8), to: file)
        #expect(throws: SessionError.self) { try SessionRepair.repair(file, at: now) }
        #expect(try bytes(of: file) == Array(text.utf8))
        #expect(try FileSystem.list(scratch.path) == ["walk.json"])
    }

    @Test("says that a folder without a session is none")
    func noSession() throws {
        let error = #expect(throws: SessionError.self) {
            try SessionRepair.repair(scratch.path, at: now)
        }
        #expect(error?.what == "it is not a session: it has no manifest.json")
    }

    @Test("of one file keeps the manifest correct")
    func repairsOneFile() async throws {
        let (path, _) = try await finishedAndCut(by: 10)
        _ = try SessionRepair.repair(path + "/walk_motion.json", at: now)
        #expect(try SessionCheck(of: path).verdict == .hasLosses)
    }

    @Test(
        "of one file of a killed run leaves the run's end and result to the repair of the session"
    )
    func repairsOneFileOfCrashedSession() async throws {
        let path = try await Recording.begin(in: scratch.path).session.path
        _ = try SessionRepair.repair(path + "/walk_motion.json", at: now)
        let repaired = try Session(opening: path).manifest
        #expect(repaired.status == .recording)
        #expect(repaired.taskResult == nil)
        #expect(FileSystem.kind(of: path + "/taskResult.json") == .missing)

        _ = try SessionRepair.repair(path, at: now)
        let session = try Session(opening: path)
        #expect(session.manifest.status == .interrupted)
        #expect(session.manifest.endDate?.text == "2026-11-21T11:15:00.613+01:00")
        #expect(session.manifest.files[0].endDate == session.manifest.endDate)
        let results = try #require(session.taskResult().asyncResults)
        #expect(results.map(\.identifier) == ["motion", "WalkAndBalance_error"])
    }

    @Test("repairs a file that belongs to no session")
    func repairsAlone() async throws {
        let file = scratch.path + "/alone.json"
        try write(Array("[\n{\"uptime\":1},\n{\"upt".utf8), to: file)
        let report = try SessionRepair.repair(file, at: now)
        #expect(report.files.map(\.recordsKept) == [1])
        #expect(report.files.map(\.original) == ["alone.json.torn"])
        #expect(try bytes(of: file) == Array("[\n{\"uptime\":1}\n]".utf8))
    }

    @Test("reports the temporary file of a killed run that it removes from a whole session")
    func temporary() async throws {
        let path = try await Recording.finish(in: scratch.path)
        let name = ReservedDocument.temporaryName(for: SessionManifest.fileName)
        try write([0], to: "\(path)/\(name)")
        #expect(try SessionCheck(of: path).findings.contains { $0.file == name })
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.changed && report.outcome == .good)
        #expect(report.notes == ["\(name): a run that died left it behind; it is removed"])
        #expect(FileSystem.kind(of: "\(path)/\(name)") == .missing)
        #expect(try !SessionRepair.repair(path, at: now).changed)
    }

    @Test("does not hide a changed byte")
    func keepsEvidence() async throws {
        let path = try await Recording.finish(in: scratch.path)
        let file = path + "/walk_motion.json"
        let text = String(decoding: try bytes(of: file), as: UTF8.self)
        try write(Array(text.replacing("0.25", with: "0.35").utf8), to: file)
        let report = try SessionRepair.repair(path, at: now)
        #expect(!report.changed)
        #expect(report.notes.count == 1)
        #expect(try SessionCheck(of: path).verdict == .damaged)
    }

    @Test("refuses a session that a run is still writing")
    func refusesLive() async throws {
        let begun = try await Recording.begin(in: scratch.path)
        let path = begun.session.path
        for target in [path, path + "/walk_motion.json"] {
            let error = #expect(throws: SessionError.self) {
                try SessionRepair.repair(target, at: now)
            }
            #expect(error?.what.hasPrefix("a run is still writing it") == true)
        }
        withExtendedLifetime(begun.session) {}
    }

    @Test("closes a killed run's session")
    func closesDead() async throws {
        let path = try await Recording.begin(in: scratch.path).session.path
        _ = try SessionRepair.repair(path, at: now)
        #expect(try Session(opening: path).manifest.status == .interrupted)
        #expect(try SessionCheck(of: path).findings.allSatisfy { $0.severity != .damage })
    }

    @Test(
        "rebuilds a manifest that cannot be read, and keeps the old one",
        arguments: ["", "{", "[1,2,3]"]
    )
    func rebuilds(text: String) async throws {
        let path = try await Recording.finish(in: scratch.path)
        let before = try Session(opening: path).manifest
        try write(Array(text.utf8), to: path + "/manifest.json")
        let report = try SessionRepair.repair(path, at: now)
        let manifest = try Session(opening: path).manifest
        #expect(report.notes.first?.contains("rebuilt from journal.json") == true)
        #expect(try bytes(of: path + "/manifest.json.torn") == Array(text.utf8))
        #expect(manifest.taskRunUUID == Example.run)
        #expect(manifest.files == before.files)
        #expect(manifest.clocks == before.clocks)
        #expect(try SessionCheck(of: path).verdict == .clean)
    }

    @Test("rebuilds a manifest without a journal, as far as the folder's name and files allow")
    func rebuildsWithoutJournal() async throws {
        let path = try await Recording.finish(in: scratch.path)
        try FileSystem.remove(path + "/journal.json")
        try write([], to: path + "/manifest.json")
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.notes.first?.contains("the folder's name and files") == true)
        #expect(try Session(opening: path).manifest.files.map(\.records) == [51])
        // The result shows that the run ended; what else only the manifest knew is lost.
        #expect(try SessionCheck(of: path).verdict == .hasLosses)
    }

    @Test(
        "replaces an unreadable manifest by the one that was about to replace it",
        arguments: [".manifest.json.tmp", ".manifest.json.reserved"]
    )
    func usesSpare(spare: String) async throws {
        let path = try await Recording.finish(in: scratch.path)
        let manifest = try Session(opening: path).manifest
        try FileSystem.rename(path + "/manifest.json", to: "\(path)/\(spare)")
        try write(Array("{".utf8), to: path + "/manifest.json")
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.changed)
        #expect(report.notes.first?.contains("about to replace it") == true)
        var expected = manifest
        expected.notes = report.notes
        #expect(try Session(opening: path).manifest == expected)
        #expect(try bytes(of: path + "/manifest.json.torn") == Array("{".utf8))
        #expect(try SessionCheck(of: path).verdict == .clean)
    }

    @Test("removes hidden files that a killed run left")
    func removesTemporaries() async throws {
        let path = try await Recording.finish(in: scratch.path)
        try write([1], to: path + "/.taskResult.json.reserved")
        _ = try SessionRepair.repair(path, at: now)
        #expect(try SessionCheck(of: path).findings == [])
    }

    @Test("refuses what is neither a session nor a file of samples, and leaves it unchanged")
    func refusesOthers() throws {
        let text = scratch.path + "/notes.txt"
        try write(Array("Dear diary,\nall is well\n".utf8), to: text)
        for target in [scratch.path, text, scratch.path + "/nowhere", "/dev/null"] {
            let error = #expect(throws: SessionError.self) {
                try SessionRepair.repair(target, at: now)
            }
            #expect(error?.description.contains("\n") == false)
            #expect(error?.remedy.isEmpty == false)
        }
        #expect(try FileSystem.list(scratch.path) == ["notes.txt"])
    }
}
