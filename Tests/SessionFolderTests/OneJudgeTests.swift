import FileMoves
import Foundation
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("Check and repair of one session")
struct OneJudgeTests {
    let scratch: ScratchFolder
    let path: String
    let file: String
    let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() async throws {
        scratch = try ScratchFolder()
        path = try await Recording.finished(in: scratch.path, document: "{}")
        file = path + "/walk_motion.json"
    }

    private func lines() throws -> [String] {
        String(decoding: try bytes(of: file), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("agree that no repair can fix a file whose uptimes go back")
    func wrongOrder() async throws {
        let path = try await Recording.begin(in: scratch.path).session.path
        let file = path + "/walk_motion.json"
        var lines = String(decoding: try bytes(of: file), as: UTF8.self).split(separator: "\n")
        lines.swapAt(5, 9)
        try write(Array(lines.joined(separator: "\n").utf8), to: file)
        #expect(try SessionRepair.repair(path, at: now).outcome == .cannotRepair)
        #expect(try SessionCheck(of: path).verdict == .damaged)
    }

    @Test("agree on a file that begins with zeros: a repair keeps the records behind them")
    func zeros() throws {
        var zeroed = try bytes(of: file)
        for byte in 0..<600 { zeroed[byte] = 0 }
        let left = zeroed.split(separator: UInt8(ascii: "\n")).count - 2
        try write(zeroed, to: file)
        let check = try SessionCheck(of: path)
        #expect(check.isRecoverable)
        let damage = check.findings.filter { $0.severity == .damage }
        #expect(damage.contains { $0.remedy?.contains("keeps \(left) whole records") == true })
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.files.map(\.recordsKept) == [left])
        #expect(report.outcome == .hasLosses)
        #expect(try SessionCheck(of: path).verdict == .hasLosses)
    }

    @Test("agree that nothing of a file can be kept")
    func nothingLeft() throws {
        try write(Array("what is this?\nand this?\n".utf8), to: file)
        #expect(try !SessionCheck(of: path).isRecoverable)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .cannotRepair)
        #expect(!report.changed)
        #expect(try SessionCheck(of: path).verdict == .damaged)
    }

    @Test("lose no record if only the opening line of a file is missing")
    func openingGone() throws {
        let whole = try lines()
        try write(Array((whole.dropFirst().joined(separator: "\n") + "\n").utf8), to: file)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.files.map(\.recordsKept) == [whole.count - 2])
        #expect(report.files.map(\.recordsLost) == [0])
        #expect(report.outcome == .good)
        #expect(try lines() == whole)
        #expect(try SessionCheck(of: path).verdict == .clean)
    }

    @Test("agree that a changed file of answers cannot be repaired")
    func answers() throws {
        var manifest = try Session(opening: path).manifest
        manifest.answers = SessionManifest.Document(
            path: "answers.json",
            size: 3,
            checksum: "00000000000000000000000000000000"
        )
        try write(manifest.encoded(), to: path + "/manifest.json")
        try write(Array("{ }".utf8), to: path + "/answers.json")
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .cannotRepair)
        #expect(report.firstUnrepaired?.hasPrefix("answers.json: a byte of it has changed") == true)
        #expect(try SessionCheck(of: path).verdict == .damaged)
    }

    @Test("do not let a repair that failed prevent the next one")
    func secondRepair() async throws {
        let path = try await Recording.begin(in: scratch.path).session.path
        let file = path + "/walk_motion.json"
        try write(Array(try bytes(of: file).dropLast(20)), to: file)
        try FileSystem.makeDirectory(file + ".mended")
        #expect(try SessionRepair.repair(path, at: now).outcome == .cannotRepair)
        #expect(try SessionCheck(of: path).verdict == .damaged)
        try FileSystem.removeDirectory(file + ".mended")
        _ = try SessionRepair.repair(path, at: now)
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .interrupted)
        #expect(check.errors == [])
    }

    @Test(
        "run one after the other if several repairs begin at once, and one changes something",
        arguments: [true, false]
    )
    func several(ofSession: Bool) async throws {
        var torn = try lines().dropLast().joined(separator: "\n")
        torn += "\n{\"upt"
        let target: String
        if ofSession {
            try write(Array(torn.utf8), to: file)
            target = path
        } else {
            target = scratch.path + "/alone.json"
            try write(Array(torn.utf8), to: target)
        }
        let now = now
        let reports = try await withThrowingTaskGroup(of: RecoveryReport.self) { group in
            for _ in 0..<4 {
                group.addTask { try SessionRepair.repair(target, at: now) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reports.count { $0.changed } == 1)
        #expect(reports.allSatisfy { $0.outcome != .cannotRepair })
        let folder = ofSession ? path : scratch.path
        #expect(try FileSystem.list(folder).count { $0.contains(".torn") } == 1)
    }

    /// Ways to leave out some of what a manifest's entry says of its closed file.
    private static let partialSeals: [(String, @Sendable (inout SessionManifest.File) -> Void)] = [
        ("size", { $0.size = nil }), ("checksum", { $0.checksum = nil }),
        ("records", { $0.records = nil }),
        ("size and checksum", { ($0.size, $0.checksum) = (nil, nil) }),
        ("size and records", { ($0.size, $0.records) = (nil, nil) }),
        ("checksum and records", { ($0.checksum, $0.records) = (nil, nil) }),
    ]

    @Test(
        "agree that a record is missing although the manifest's entry is incomplete",
        arguments: partialSeals
    )
    func partialSeal(
        missing: String,
        leaveOut: @Sendable (inout SessionManifest.File) -> Void
    ) throws {
        var manifest = try Session(opening: path).manifest
        let index = try #require(manifest.files.firstIndex { $0.path == "walk_motion.json" })
        leaveOut(&manifest.files[index])
        try write(manifest.encoded(), to: path + "/manifest.json")
        var changed = try lines()
        changed.remove(at: 4)
        try write(Array((changed.joined(separator: "\n") + "\n").utf8), to: file)
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .damaged)
        #expect(!check.isRecoverable)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .cannotRepair)
        #expect(try SessionCheck(of: path).verdict == .damaged)
    }

    /// A change to the manifest's entry of a closed file.
    enum Change: CaseIterable {
        case checksum, size, records, layout, samples, lost, unclosed

        func change(_ file: inout SessionManifest.File) {
            switch self {
            case .checksum: file.checksum = "xxh128:00000000000000000000000000000000"
            case .size: file.size = 1
            case .records: file.records = 7
            case .layout: file.layout = .csv
            case .samples: file.sensors = [sensor(samples: 7, lost: 0)]
            case .lost: file.sensors = [sensor(samples: 50, lost: 1)]
            case .unclosed: file.closed = false
            }
        }

        private func sensor(samples: Int, lost: Int) -> SessionManifest.Sensor {
            SessionManifest.Sensor(
                sensorType: "accelerometer",
                samples: samples,
                lostByReason: ["device": lost]
            )
        }
    }

    private func changeDigit() throws {
        var changed = try bytes(of: file)
        let digit = try #require(changed.lastIndex(of: UInt8(ascii: "2")))
        changed[digit] = UInt8(ascii: "3")
        try write(changed, to: file)
    }

    private func changeManifest(_ change: (inout SessionManifest) -> Void) throws {
        var changed = try Session(opening: path).manifest
        change(&changed)
        try write(changed.encoded(), to: path + "/manifest.json")
    }

    @Test(
        "agree to correct the manifest's entry from the journal where the two differ",
        arguments: Change.allCases
    )
    func changedEntry(change: Change) throws {
        let before = try Session(opening: path).manifest
        try changeManifest { change.change(&$0.files[0]) }
        let check = try SessionCheck(of: path)
        let damage = check.findings.filter { $0.severity == .damage }
        #expect(damage.map(\.file) == ["manifest.json"])
        #expect(check.isRecoverable)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .good)
        #expect(try Session(opening: path).manifest.files == before.files)
        #expect(try SessionCheck(of: path).verdict == .clean)
        #expect(try !SessionRepair.repair(path, at: now).changed)
    }

    @Test("correct the manifest's entry of one file that is repaired alone, also of a document")
    func changedDocument() async throws {
        let begun = try await Recording.begin(in: scratch.path)
        let end = Example.start.advanced(by: .seconds(1))
        let endDate = LocalDate(end.realtime, Example.zone)
        begun.session.noteClosed(begun.name, begun.summary, endDate: endDate, sensors: [])
        let path = begun.session.path
        // The content of a document does not matter here, so a copy of the samples serves.
        try write(bytes(of: path + "/walk_motion.json"), to: path + "/truth.json")
        begun.session.noteListed(Example.file("truth.json", layout: .document))
        begun.session.noteClosed("truth.json", begun.summary, endDate: endDate, sensors: [])
        try await begun.session.finish(.finished, at: end, taskResult: Recording.result)
        #expect(try SessionCheck(of: path).verdict == .clean)
        for name in ["walk_motion.json", "truth.json"] {
            var changed = try Session(opening: path).manifest
            let index = try #require(changed.files.firstIndex { $0.path == name })
            Change.checksum.change(&changed.files[index])
            try write(changed.encoded(), to: path + "/manifest.json")
            #expect(try SessionCheck(of: path).isRecoverable)
            #expect(try SessionRepair.repair("\(path)/\(name)", at: now).outcome == .good)
            #expect(try SessionCheck(of: path).verdict == .clean)
        }
    }

    @Test(
        "do not trust a journal that does not match the manifest's checksum of it",
        arguments: [true, false]
    )
    func changedJournal(isWhole: Bool) throws {
        let before = try Session(opening: path).manifest
        let told = try #require(before.files[0].checksum)
        try changeDigit()
        let folder = try OpenFolder.open(path)
        let forged = try FolderFile.digest("walk_motion.json", in: folder).checksum
        let journal = String(decoding: try bytes(of: path + "/journal.json"), as: UTF8.self)
        #expect(journal.contains(told))
        var other = journal.replacing(told, with: forged)
        // A repair mends a journal without its end, and the manifest then has its checksum.
        if !isWhole { other.removeLast(4) }
        try write(Array(other.utf8), to: path + "/journal.json")
        for _ in 1...2 {
            let damaged = try SessionCheck(of: path).findings.filter { $0.severity == .damage }
            #expect(damaged.compactMap(\.file).contains("walk_motion.json"))
            #expect(!damaged.compactMap(\.file).contains("manifest.json"))
            #expect(try SessionRepair.repair(path, at: now).outcome == .cannotRepair)
        }
    }

    @Test("read a session of a later version, say so, and rewrite nothing of it")
    func laterVersion() throws {
        try changeManifest { $0.version = SessionManifest.currentVersion + 1 }
        let before = try bytes(of: path + "/manifest.json")
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .clean)
        #expect(check.findings.map(\.file) == ["manifest.json"])
        let error = #expect(throws: SessionError.self) { try SessionRepair.repair(path, at: now) }
        #expect(error?.what == check.findings.first?.what)
        #expect(try bytes(of: path + "/manifest.json") == before)
    }

    @Test("do not accept a changed file because the manifest calls it unclosed")
    func unsealed() throws {
        try changeDigit()
        try changeManifest { $0.files[0].closed = false }
        for _ in 1...2 {
            let damage = try SessionCheck(of: path).findings.filter { $0.severity == .damage }
            #expect(damage.map(\.file) == ["walk_motion.json"])
            #expect(try SessionRepair.repair(path, at: now).outcome == .cannotRepair)
        }
    }

    @Test("blame the file where manifest and journal agree on its checksum")
    func changedFile() throws {
        try changeDigit()
        let damage = try SessionCheck(of: path).findings.filter { $0.severity == .damage }
        #expect(damage.map(\.file) == ["walk_motion.json"])
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .cannotRepair)
        #expect(report.files.map(\.message) == ["changed since it was closed, 51 records"])
    }

    @Test(
        "move a folder or link with the journal's name aside, and report a loss",
        arguments: [true, false]
    )
    func noJournal(isFolder: Bool) throws {
        let journal = path + "/journal.json"
        try FileSystem.remove(journal)
        if isFolder {
            try FileSystem.makeDirectory(journal)
        } else {
            try FileManager.default.createSymbolicLink(
                atPath: journal,
                withDestinationPath: "/etc/hostname"
            )
        }
        #expect(try SessionCheck(of: path).isRecoverable)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .hasLosses)
        #expect(FileSystem.kind(of: journal) == .missing)
        #expect(FileSystem.kind(of: journal + ".torn") != .missing)
        #expect(try SessionCheck(of: path).verdict == .hasLosses)
        #expect(try !SessionRepair.repair(path, at: now).changed)
    }

    @Test("find the answers and the end of a run whose manifest and journal are both missing")
    func rebuilt() throws {
        for name in ["manifest.json", "journal.json"] { try FileSystem.remove("\(path)/\(name)") }
        try write(Array("{\"mood\":3}\n".utf8), to: path + "/answers.json")
        _ = try SessionRepair.repair(path, at: now)
        let session = try Session(opening: path)
        #expect(session.manifest.status == .finished)
        #expect(session.manifest.taskRunUUID == Example.run)
        #expect(session.manifest.answers?.path == "answers.json")
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .hasLosses)
        #expect(!check.findings.contains { $0.file == "answers.json" })
    }

    @Test("report that the result is lost where the manifest is lost too")
    func resultLostWithManifest() throws {
        for name in ["manifest.json", "taskResult.json"] {
            try FileSystem.remove("\(path)/\(name)")
        }
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .hasLosses)
        let check = try SessionCheck(of: path)
        #expect(check.status == .finished && check.verdict == .hasLosses)
        let loss = check.findings.first { $0.file == "taskResult.json" && $0.severity == .loss }
        #expect(loss?.what.contains("what the steps had stored in it is lost") == true)
        #expect(try !SessionRepair.repair(path, at: now).changed)
    }

    @Test(
        "offer no repair of a renamed session whose manifest and journal are both damaged",
        arguments: [nil, "", "[1,2", "{}"] as [String?],
        ["", "[1,2", "{}"]
    )
    func bothDamaged(manifest: String?, journal: String) throws {
        // The folder's original name would tell which run it holds.
        let copy = scratch.path + "/copy"
        try FileSystem.rename(path, to: copy)
        if let manifest {
            try write(Array(manifest.utf8), to: copy + "/manifest.json")
        } else {
            try FileSystem.remove(copy + "/manifest.json")
        }
        try write(Array(journal.utf8), to: copy + "/journal.json")
        let error = #expect(throws: SessionError.self) { try SessionRepair.repair(copy, at: now) }
        let check = try SessionCheck(of: copy)
        #expect(!check.isRecoverable && check.verdict == .damaged)
        let finding = try #require(check.findings.first)
        #expect(finding.what == error?.what && finding.remedy == error?.remedy)
        #expect(finding.remedy?.contains("`footfall repair`") == false)
    }

    @Test("call a run interrupted that has saved progress, although it has a result")
    func rebuiltLeft() throws {
        for name in ["manifest.json", "journal.json"] { try FileSystem.remove("\(path)/\(name)") }
        try write(Array("[{}]\n".utf8), to: "\(path)/\(SessionManifest.progressName)")
        _ = try SessionRepair.repair(path, at: now)
        #expect(try Session(opening: path).manifest.status == .interrupted)
        #expect(try SessionCheck(of: path).verdict == .interrupted)
    }

    @Test("call a run interrupted whose result was written by a repair, or belongs to another run")
    func rebuiltKilled() async throws {
        let killed = try await Recording.begin(in: scratch.path).session.path
        _ = try SessionRepair.repair(killed, at: now)
        let other = try await Recording.begin(in: scratch.path).session.path
        let text = String(decoding: try bytes(of: path + "/taskResult.json"), as: UTF8.self)
        let run = Example.run.uuidString
        #expect(text.contains(run))
        let another = text.replacing(run, with: "00" + run.dropFirst(2))
        try write(Array(another.utf8), to: other + "/taskResult.json")
        for session in [killed, other] {
            for name in ["manifest.json", "journal.json"] {
                try FileSystem.remove("\(session)/\(name)")
            }
            _ = try SessionRepair.repair(session, at: now)
            #expect(try Session(opening: session).manifest.status == .interrupted)
        }
    }

    @Test("report no damage for a listed file that the killed run never created")
    func notMade() async throws {
        var session: OpenSession? = try await Recording.begin(in: scratch.path).session
        let path = try #require(session?.path)
        session?.noteListed(Example.file("never_made.json"))
        session?.persist()
        func damage() throws -> [CheckFinding] {
            try SessionCheck(of: path).findings.filter { $0.severity == .damage }
        }
        #expect(try damage() == [])
        session = nil
        #expect(try damage() == [])
        #expect(try SessionRepair.repair(path, at: now).outcome == .good)
        #expect(try damage() == [])
    }
}
