// An amendment that is killed, or that finds a folder as a kill has left it: a check says what there is to do, and a
// repair does it, the name of the folder included.

import FileMoves
import Foundation
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("An amendment that was killed")
struct AmendmentKillTests {
    private let scratch: ScratchFolder
    private let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() throws { scratch = try ScratchFolder() }

    private func session(_ subject: String) async throws -> String {
        var manifest = Example.manifest
        manifest.participant = try Participant(subject: subject, named: [.subject])
        manifest.notes = ["\(subject) has slept badly"]
        return try await Recording.finish(in: scratch.path, manifest: manifest)
    }

    private func contents(of path: String) throws -> [String: [UInt8]] {
        try FileSystem.list(path).reduce(into: [:]) { $0[$1] = try bytes(of: "\(path)/\($1)") }
    }

    /// A session whose amendment was killed once its manifest was written; where it was, and where it is to be.
    private func halfAmended() async throws -> (path: String, right: String) {
        let path = try await session("AnnaBerg")
        let old = try contents(of: path)
        let right = try SessionAmendment([.subject: "P08"]).apply(to: path, at: now).path
        let new = try contents(of: right)
        for name in new.keys where name != "manifest.json" && new[name] != old[name] {
            try write(old[name] ?? [], to: "\(right)/\(name)")
            try write(new[name] ?? [], to: "\(right)/\(name).amended")
        }
        try FileSystem.rename(right, to: path)
        return (path, right)
    }

    @Test("is one finding of a check that names the remedy, and a repair reports that it is done")
    func halfDone() async throws {
        let (path, right) = try await halfAmended()
        let before = try contents(of: path)
        let check = try SessionCheck(of: path)
        #expect(check.findings == [CheckRules.halfAmended])
        #expect(check.verdict == .damaged && check.isRecoverable)
        // An export fails with the same words.
        let error = #expect(throws: SessionError.self) {
            try Session(opening: path).requireWholeJournal()
        }
        #expect(error?.what == CheckRules.halfAmended.what && error?.where == path)
        #expect(try contents(of: path) == before)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.changed && report.outcome == .good)
        #expect(report.notes.first?.contains("brought to its end") == true)
        #expect(report.path == right && FileSystem.kind(of: path) == .missing)
        #expect(try SessionCheck(of: right).verdict == .clean)
        for (name, bytes) in try contents(of: right) {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("AnnaBerg") && !name.hasSuffix(".amended"))
        }
    }

    @Test("before the folder was renamed lets a repair rename it, and no note be added before that")
    func unnamed() async throws {
        let path = try await session("AnnaBerg")
        let right = try SessionAmendment([.subject: "P08"]).apply(to: path, at: now).path
        try FileSystem.rename(right, to: path)
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .clean && check.findings.contains(CheckRules.stillToBeRenamed))
        #expect(throws: SessionError.self) { try SessionNote.add("a note", to: path, at: now) }
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.changed && report.path == right)
        #expect(try !SessionCheck(of: right).findings.contains(CheckRules.stillToBeRenamed))
        // A name that a person has given stays.
        let own = "\(scratch.path)/AnnaBerg"
        try FileSystem.rename(right, to: own)
        #expect(try SessionRepair.repair(own, at: now).path == own)
    }

    @Test("before it was decided has changed nothing, and a check says so")
    func undecided() async throws {
        let path = try await session("AnnaBerg")
        let result = try bytes(of: "\(path)/taskResult.json")
        // Nothing is told in the new journal yet: it is the old one, and the manifest vouches for it.
        try write(bytes(of: "\(path)/journal.json"), to: "\(path)/journal.json.amended")
        try write(Array("{}".utf8), to: "\(path)/taskResult.json.amended")
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .clean)
        let left = check.findings.filter { $0.file == "journal.json.amended" }
        #expect(left.count == 1 && left.first?.what.contains("had changed nothing") == true)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.path == path && report.changed && report.outcome == .good)
        #expect(
            report.notes
                == ["journal.json", "taskResult.json"].map {
                    "\($0).amended: \(CheckRules.leftBehind("\($0).amended")); it is removed"
                }
        )
        #expect(try !FileSystem.list(path).contains { $0.hasSuffix(".amended") })
        #expect(try bytes(of: "\(path)/taskResult.json") == result)
        #expect(try SessionCheck(of: path).verdict == .clean)
    }

    @Test("puts no file in place whose checksum is not the manifest's")
    func strange() async throws {
        let path = try await session("AnnaBerg")
        let samples = try bytes(of: "\(path)/walk_motion.json")
        let right = try SessionAmendment([.subject: "P08"]).apply(to: path, at: now).path
        let journal = try bytes(of: "\(right)/journal.json")
        let manifest = try bytes(of: "\(right)/manifest.json")
        try write(Array(journal.dropLast(40)), to: "\(right)/journal.json")
        try write(journal, to: "\(right)/journal.json.amended")
        for name in ["walk_motion.json", "manifest.json"] {
            try write(Array("junk".utf8), to: "\(right)/\(name).amended")
        }
        #expect(AmendedFiles.isHalfDone(in: try OpenFolder.open(right)))
        _ = try SessionRepair.repair(right, at: now)
        #expect(try bytes(of: "\(right)/walk_motion.json") == samples)
        #expect(try bytes(of: "\(right)/journal.json") == journal)
        #expect(try bytes(of: "\(right)/manifest.json") == manifest)
        for name in ["walk_motion.json", "manifest.json"] {
            #expect(try bytes(of: "\(right)/\(name).amended") == Array("junk".utf8))
        }
        #expect(try SessionCheck(of: right).verdict == .clean)
    }

    @Test("is not assumed if a foreign file ends in .amended: it stays, and an amendment names it")
    func own() async throws {
        let path = try await session("AnnaBerg")
        let own = "\(path)/walk_motion.json.amended"
        try write(Array("mine".utf8), to: own)
        try SessionNote.add("a note", to: path, at: now)
        _ = try SessionRepair.repair(path, at: now)
        let error = #expect(throws: SessionError.self) {
            try SessionAmendment([.subject: "P08"]).apply(to: path, at: now)
        }
        #expect(error?.where == own && error?.remedy.contains("another name") == true)
        #expect(try bytes(of: own) == Array("mine".utf8))
    }

    @Test(
        "is kept if neither journal, or no manifest, can say whether it was decided",
        arguments: ["journal.json.amended", "manifest.json"]
    )
    func unknown(damaged name: String) async throws {
        let (path, right) = try await halfAmended()
        let whole = try bytes(of: "\(path)/\(name)")
        var damaged = whole
        damaged[0] ^= 1
        try write(damaged, to: "\(path)/\(name)")
        let before = try contents(of: path)
        let check = try SessionCheck(of: path)
        #expect(check.findings == [CheckRules.unknownAmendment] && check.verdict == .damaged)
        let error = #expect(throws: SessionError.self) {
            try SessionRepair.repair(path, at: now)
        }
        #expect(error?.what == AmendedFiles.unknown)
        #expect(try contents(of: path).filter { $0.key != Lease.fileName } == before)
        try write(whole, to: "\(path)/\(name)")
        #expect(try SessionRepair.repair(path, at: now).path == right)
        #expect(try SessionCheck(of: right).verdict == .clean)
    }

    @Test("and lost its folder to another machine leaves its files to that machine")
    func lost() async throws {
        let (path, _) = try await halfAmended()
        let before = try contents(of: path).filter { $0.key.hasSuffix(".amended") }
        let folder = try OpenFolder.open(path)
        guard case .taken(let tenure) = try FolderTenure.take(folder, toRecover: true) else {
            Issue.record("the folder cannot be taken")
            return
        }
        try write(Array("another's".utf8), to: "\(path)/\(Lease.fileName)")
        tenure.keeper.renew()
        #expect(tenure.keeper.isLost)
        let session = try Session(in: folder)
        let recovery = FolderRecovery(tenure, try FoundManifest.find(in: folder), now: now)
        var writing = try AmendmentWriting(
            SessionAmendment([.visit: "2"]),
            of: session,
            by: recovery
        )
        #expect(throws: SessionError.self) { _ = try writing.run(at: now) }
        tenure.release()
        let after = try contents(of: path).filter { $0.key.hasSuffix(".amended") }
        #expect(Set(before.keys).isSubset(of: after.keys))
    }

    @Test("never replaces a folder that has the new name already, even an empty one")
    func taken() async throws {
        let path = try await session("AnnaBerg")
        let right = path.replacing("AnnaBerg", with: "P08")
        try FileSystem.makeDirectory(right)
        let report = try SessionAmendment([.subject: "P08"]).apply(to: path, at: now)
        #expect(report.path == "\(right)_2")
        #expect(try FileSystem.list(right).isEmpty)
    }

    @Test("applies to each folder of the run, and keeps them linked to each other")
    func tied() async throws {
        var manifest = Example.manifest
        manifest.participant = try Participant(subject: "AnnaBerg", named: [.subject])
        var begun: OpenSession? = try await Recording.begin(in: scratch.path, manifest: manifest)
            .session
        let first = try #require(begun?.path)
        begun = nil
        _ = try SessionRepair.repair(first, at: now)
        let second = "\(first)_2"
        try FileManager.default.copyItem(atPath: first, toPath: second)
        var next = try Session(opening: second).manifest
        next.continues = FileSystem.name(of: first)
        try write(next.encoded(), to: "\(second)/manifest.json")
        #expect(try Session(opening: first).continuation == second)
        let report = try SessionAmendment([.subject: "P08"]).apply(to: second, at: now)
        let right = first.replacing("AnnaBerg", with: "P08")
        #expect(report.path == "\(right)_2" && report.others == [right])
        #expect(try Session(opening: right).continuation == report.path)
        let amended = try Session(opening: report.path).manifest
        #expect(amended.continues == FileSystem.name(of: right))
        #expect(amended.participant?.subject == "P08")
        #expect(try Session(opening: right).manifest.participant?.subject == "P08")
        let again = try SessionAmendment([.subject: "P09"]).apply(to: right, at: now)
        #expect(again.others.count == 1)
        // Only one folder has this word; no file of the other one is reported as amended.
        try SessionNote.add("the strap slipped", to: again.path, at: now)
        let erased = try SessionAmendment(erasing: ["strap"]).apply(to: again.path, at: now)
        #expect(erased.files == ["journal.json", "manifest.json"])
    }
}
