// Whose a session is, corrected: what was wrong is gone from it, and all else is as it was.

import FileMoves
import Foundation
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("A session that is amended")
struct SessionAmendmentTests {
    private let scratch: ScratchFolder
    private let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() throws { scratch = try ScratchFolder() }

    private func session(_ subject: String, named: [Participant.Part] = []) async throws -> String {
        var manifest = Example.manifest
        manifest.participant = try Participant(subject: subject, visit: "2", named: named)
        manifest.notes = ["\(subject) has slept badly"]
        let answers = #"{"name":"\#(subject)","age":"2"}"#
        return try await Recording.finish(
            in: scratch.path,
            answers: Array(answers.utf8),
            manifest: manifest
        )
    }

    private func amend(_ path: String, _ amendment: SessionAmendment) throws
        -> SessionAmendment.Report
    {
        try amendment.apply(to: path, at: now)
    }

    /// The files of a folder in which a word stands, however it is written.
    private func files(with word: String, in path: String) throws -> [String] {
        try FileSystem.list(path).filter { name in
            String(decoding: try bytes(of: "\(path)/\(name)"), as: UTF8.self)
                .lowercased().contains(word.lowercased())
        }
    }

    @Test("keeps no byte of the wrong name, and is whole")
    func name() async throws {
        let before = try await session("AnnaBerg", named: [.subject])
        let samples = try bytes(of: "\(before)/walk_motion.json")
        #expect(try files(with: "AnnaBerg", in: before).count == 3)
        let report = try amend(before, SessionAmendment([.subject: "P08"]))
        #expect(report.parts == [.subject] && report.left.isEmpty)
        #expect(FileSystem.kind(of: before) == .missing)
        #expect(report.path.contains("_P08_") && !report.path.contains("AnnaBerg"))
        #expect(try files(with: "AnnaBerg", in: report.path).isEmpty)
        #expect(try files(with: "amend", in: report.path) == ["journal.json", "manifest.json"])
        let check = try SessionCheck(of: report.path)
        #expect(check.verdict == .clean, "\(check.findings)")
        #expect(
            check.findings.contains {
                $0.what.contains("subject") && $0.what.contains("corrected on")
            }
        )
        let manifest = try Session(opening: report.path).manifest
        #expect(manifest.participant?.subject == "P08" && manifest.participant?.visit == "2")
        #expect(manifest.notes.contains("P08 has slept badly"))
        #expect(try bytes(of: "\(report.path)/walk_motion.json") == samples)
        let answers = String(decoding: try bytes(of: "\(report.path)/answers.json"), as: UTF8.self)
        #expect(answers == #"{"name":"P08","age":"2"}"#)
        // Where the manifest is lost, the journal tells the same.
        try FileSystem.remove("\(report.path)/manifest.json")
        _ = try SessionRepair.repair(report.path, at: now)
        let rebuilt = try Session(opening: report.path).manifest
        #expect(rebuilt.participant?.subject == "P08" && rebuilt.amendments?.count == 1)
    }

    @Test("keeps texts in which a number or a visit may mean something else")
    func numbers() async throws {
        let path = try await session("7")
        let report = try amend(path, SessionAmendment([.subject: "8", .visit: "3"]))
        #expect(report.path == path && report.words == 0 && report.parts == [.subject, .visit])
        let manifest = try Session(opening: path).manifest
        #expect(manifest.participant?.subject == "8" && manifest.participant?.visit == "3")
        #expect(manifest.notes.contains("7 has slept badly"))
        #expect(try SessionCheck(of: path).verdict == .clean)
    }

    @Test("gets a new folder name if asked, or if its name has the amended part")
    func names() async throws {
        let path = try await session("P07")
        let named = try amend(path, SessionAmendment(named: [.visit, .subject]))
        #expect(named.path.contains("_2_P07_") && named.parts.isEmpty)
        #expect(try SessionCheck(of: named.path).verdict == .clean)
        #expect(throws: SessionError.self) {
            try amend(named.path, SessionAmendment(named: [.group]))
        }
        // The right word begins with the wrong one.
        let again = try amend(named.path, SessionAmendment([.subject: "P07-2"]))
        #expect(again.path.contains("_2_P07-2_") && again.words > 0 && again.left.isEmpty)
        #expect(try Session(opening: again.path).manifest.notes == ["P07-2 has slept badly"])
        let moved = "\(scratch.path)/mine"
        try FileSystem.rename(again.path, to: moved)
        #expect(try amend(moved, SessionAmendment([.subject: "P9"])).path == moved)
    }

    @Test(
        "has the marks of its samples amended, and the file closed again",
        arguments: [SampleFileLayout.jsonArray, .csv(header: true)]
    )
    func marks(layout: SampleFileLayout) async throws {
        let path = try await Recording.finish(
            in: scratch.path,
            layout: layout,
            mark: "Anna turns, start"
        )
        let name = try #require(Session(opening: path).manifest.files.first?.path)
        let before = String(decoding: try bytes(of: "\(path)/\(name)"), as: UTF8.self)
        let report = try amend(path, SessionAmendment(erasing: ["anna", "start"]))
        #expect(report.files.contains(name) && report.words == 2)
        let after = String(decoding: try bytes(of: "\(path)/\(name)"), as: UTF8.self)
        #expect(
            after.replacing("\"", with: "")
                == before.replacing("Anna turns, start", with: "(removed) turns, (removed)")
                .replacing("\"", with: "")
        )
        let manifest = try Session(opening: path).manifest
        #expect(manifest.files.first?.size == Int64(after.utf8.count))
        #expect(try SessionCheck(of: path).verdict == .clean)
    }

    @Test("keeps every number of CSV, and its first line", arguments: ["0", "x", "accelerometer"])
    func tables(word: String) async throws {
        let path = try await Recording.finish(in: scratch.path, layout: .csv(header: true))
        let name = try #require(Session(opening: path).manifest.files.first?.path)
        let before = try bytes(of: "\(path)/\(name)")
        _ = try? amend(path, SessionAmendment([.subject: "P7"], erasing: [word]))
        #expect(try bytes(of: "\(path)/\(name)") == before)
        #expect(try SessionCheck(of: path).verdict == .clean)
    }

    @Test("keeps the measurements in a torn file that a repair kept, and amends its marks")
    func measured() async throws {
        let path = try await session("P07")
        let name = try #require(Session(opening: path).manifest.files.first?.path)
        let torn = #"[{"key":"KEY_P07","marker":"P07 turns"},{"referenceCoordinate":"Z-P07"}"#
        try write(Array(torn.utf8), to: "\(path)/\(name).torn")
        let report = try amend(path, SessionAmendment([.subject: "P08"]))
        #expect(report.left.isEmpty && report.files.contains("\(name).torn"))
        let after = String(decoding: try bytes(of: "\(path)/\(name).torn"), as: UTF8.self)
        #expect(after == torn.replacing("P07 turns", with: "P08 turns"))
    }

    @Test("leaves foreign files alone, and names those that have the word")
    func others() async throws {
        let path = try await session("P07")
        try write(Array("mine".utf8), to: "\(path)/notes.txt.amended")
        try write(Array("of P07".utf8), to: "\(path)/notes.txt")
        let report = try amend(path, SessionAmendment([.subject: "P08"]))
        #expect(report.left.map(\.name) == ["notes.txt"])
        _ = try SessionRepair.repair(path, at: now)
        #expect(try bytes(of: "\(path)/notes.txt.amended") == Array("mine".utf8))
        #expect(try bytes(of: "\(path)/notes.txt") == Array("of P07".utf8))
    }

    @Test("keeps the files of a killed amendment while the manifest cannot be read")
    func unreadable() async throws {
        let path = try await session("P07")
        let old = try bytes(of: "\(path)/journal.json")
        _ = try amend(path, SessionAmendment([.subject: "P08"]))
        let new = try bytes(of: "\(path)/journal.json")
        let manifest = try bytes(of: "\(path)/manifest.json")
        try write(old, to: "\(path)/journal.json")
        try write(new, to: "\(path)/journal.json.amended")
        // A folder cannot be read as a manifest.
        try FileSystem.remove("\(path)/manifest.json")
        try FileSystem.makeDirectory("\(path)/manifest.json")
        try AmendedFiles.finish(in: OpenFolder.open(path))
        #expect(try bytes(of: "\(path)/journal.json.amended") == new)
        try FileManager.default.removeItem(atPath: "\(path)/manifest.json")
        try write(manifest, to: "\(path)/manifest.json")
        _ = try SessionRepair.repair(path, at: now)
        #expect(try bytes(of: "\(path)/journal.json") == new)
        #expect(try SessionCheck(of: path).verdict == .clean)
    }

    @Test("stays unchanged if there is nothing to amend, or the request is invalid")
    func refused() async throws {
        let path = try await session("P07")
        let before = try FileSystem.list(path).sorted()
            .map { try bytes(of: "\(path)/\($0)") }
        for amendment in [
            SessionAmendment([.subject: "P07"]), SessionAmendment([.subject: "a/b"]),
            SessionAmendment(erasing: ["nowhere"]), SessionAmendment(erasing: ["..."]),
            SessionAmendment(erasing: [""]), SessionAmendment(named: [.group]),
        ] {
            #expect(throws: SessionError.self) { try amend(path, amendment) }
            let after = try FileSystem.list(path).sorted()
                .map { try bytes(of: "\(path)/\($0)") }
            #expect(after == before)
        }
        // Somebody has changed the answers: an amendment must not give them a new checksum.
        try write(Array(#"{"name":"P07"}"#.utf8), to: "\(path)/answers.json")
        #expect(throws: SessionError.self) { try amend(path, SessionAmendment([.subject: "P8"])) }
        #expect(try Session(opening: path).manifest.participant?.subject == "P07")
        #expect(try !FileSystem.list(path).contains { $0.hasSuffix(".amended") })
    }

    @Test(
        "gets its first subject without a look at damaged samples, whose damage a check still finds",
        arguments: [true, false]
    )
    func damagedSamples(isMissing: Bool) async throws {
        let path = try await Recording.finish(in: scratch.path)
        let name = try #require(Session(opening: path).manifest.files.first?.path)
        let samples = String(decoding: try bytes(of: "\(path)/\(name)"), as: UTF8.self)
        if isMissing {
            try FileSystem.remove("\(path)/\(name)")
        } else {
            try write(Array(samples.replacing("0.25", with: "0.35").utf8), to: "\(path)/\(name)")
        }
        let report = try amend(path, SessionAmendment([.subject: "P1"]))
        #expect(report.files == ["journal.json", "manifest.json"] && report.left.isEmpty)
        #expect(try Session(opening: report.path).manifest.participant?.subject == "P1")
        let damage = try SessionCheck(of: report.path).findings.filter { $0.severity == .damage }
        #expect(Set(damage.map(\.file)) == [name])
    }

    @Test("is refused while it is being written, or without a journal")
    func live() async throws {
        let begun = try await Recording.begin(in: scratch.path)
        #expect(throws: SessionError.self) {
            try amend(begun.session.path, SessionAmendment([.subject: "P8"]))
        }
        let path = try await session("P07")
        var manifest = try Session(opening: path).manifest
        manifest.journal = nil
        try write(manifest.encoded(), to: "\(path)/manifest.json")
        try FileSystem.remove("\(path)/journal.json")
        do throws(SessionError) {
            _ = try SessionAmendment([.subject: "P8"]).apply(to: path, at: now)
            Issue.record("it has no journal")
        } catch {
            #expect(error.what.contains("no journal.json that could tell"))
        }
    }

    @Test("is refused, and stays as it is, if its run went on in another journal")
    func otherJournal() async throws {
        let path = try await Recording.finish(in: scratch.path, status: .cancelled)
        let journal = String(decoding: try bytes(of: "\(path)/journal.json"), as: UTF8.self)
        let changed = journal.replacing("accelerometer", with: "accelerometar")
        try write(Array(changed.utf8), to: "\(path)/journal.json")
        let session = try await OpenSession.resume(
            path,
            at: Example.start.advanced(by: .seconds(3600))
        )
        try await session.finish(
            .finished,
            at: Example.start.advanced(by: .seconds(3700)),
            taskResult: Recording.result
        )
        #expect(try Session(opening: path).manifest.journal?.path == "journal-2.json")
        let before = try FileSystem.list(path).sorted()
        let error = #expect(throws: SessionError.self) {
            try amend(path, SessionAmendment([.subject: "P8"]))
        }
        #expect(error?.what.contains("another journal, journal-2.json") == true)
        #expect(try FileSystem.list(path).sorted() == before)
        #expect(try SessionCheck(of: path).verdict != .damaged)
    }

    @Test("has its saved progress amended, too, where a line of that is longer than 8 MiB")
    func longProgress() async throws {
        let path = try await session("P07")
        let key = String(repeating: "k", count: 8 << 20)
        let line = try ProgressLines.line(of: [
            ProgressChange(kind: "step", key: key, value: Data(#"{"name":"P07"}"#.utf8))
        ])
        try write(line, to: "\(path)/.progress")
        let report = try amend(path, SessionAmendment([.subject: "P08"]))
        #expect(report.files.contains(".progress") && report.left.isEmpty)
        let amended = try bytes(of: "\(path)/.progress")
        let changes = try JSONDecoder().decode([ProgressChange].self, from: Data(amended))
        #expect(changes.map(\.value) == [Data(#"{"name":"P08"}"#.utf8)])
        #expect(changes.map { $0.key?.count } == [key.count])
    }

    @Test("is whole after a repair, whether a kill came before or after the new manifest")
    func killed() async throws {
        let path = try await session("P07")
        let old = try FileSystem.list(path).reduce(into: [String: [UInt8]]()) {
            $0[$1] = try bytes(of: "\(path)/\($1)")
        }
        _ = try amend(path, SessionAmendment([.subject: "P08"]))
        let new = try FileSystem.list(path).reduce(into: [String: [UInt8]]()) {
            $0[$1] = try bytes(of: "\(path)/\($1)")
        }
        let changed = new.keys.filter { new[$0] != old[$0] && $0 != "manifest.json" }
        #expect(changed.sorted() == ["answers.json", "journal.json"])
        for (isDecided, subject) in [(false, "P07"), (true, "P08")] {
            for name in changed {
                try write(old[name] ?? [], to: "\(path)/\(name)")
                try write(new[name] ?? [], to: "\(path)/\(name).amended")
            }
            try write((isDecided ? new : old)["manifest.json"] ?? [], to: "\(path)/manifest.json")
            _ = try SessionRepair.repair(path, at: now)
            #expect(try SessionCheck(of: path).verdict == .clean)
            #expect(try Session(opening: path).manifest.participant?.subject == subject)
            let right = isDecided ? new : old
            #expect(try FileSystem.list(path).sorted() == right.keys.sorted())
            for name in changed { #expect(try bytes(of: "\(path)/\(name)") == right[name]) }
        }
    }
}
