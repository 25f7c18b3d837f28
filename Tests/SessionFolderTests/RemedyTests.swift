import FileMoves
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("The remedies that check and repair name")
struct RemedyTests {
    let scratch: ScratchFolder
    let path: String
    let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() async throws {
        scratch = try ScratchFolder()
        path = try await Recording.finished(in: scratch.path, document: "{\"a\":[1,2,3]}")
    }

    private func text(of name: String) throws -> String {
        String(decoding: try bytes(of: "\(path)/\(name)"), as: UTF8.self)
    }

    @Test("do not send a person from one repair to another if a manifest is torn")
    func tornManifest() throws {
        let copy = scratch.path + "/T"
        try FileSystem.rename(path, to: copy)
        try FileSystem.remove(copy + "/journal.json")
        try write(
            Array(bytes(of: copy + "/manifest.json").prefix(500)),
            to: copy + "/manifest.json"
        )
        let error = #expect(throws: SessionError.self) { try SessionRepair.repair(copy, at: now) }
        let finding = try #require(try SessionCheck(of: copy).findings.first)
        for remedy in [error?.remedy, finding.remedy] {
            #expect(remedy?.contains("restore it from a copy") == true)
            #expect(remedy?.contains("one by one") == true)
        }
        let file = copy + "/walk_motion.json"
        try write(Array(bytes(of: file).dropLast(20)), to: file)
        #expect(try SessionRepair.repair(file, at: now).files.map(\.recordsKept) == [50])
    }

    @Test("name a copy, and no repair, if no repair can help", arguments: 0..<3)
    func onlyACopy(way: Int) throws {
        switch way {
        case 0:
            try write(Array(bytes(of: path + "/truth.json").dropLast(4)), to: path + "/truth.json")
        case 1:
            let digit = try text(of: "walk_motion.json").replacing("0.25", with: "0.35")
            try write(Array(digit.utf8), to: path + "/walk_motion.json")
        default:
            // A whole document without one of its records.
            var lines = try text(of: "walk_motion.json").split(separator: "\n")
            lines.remove(at: 7)
            try write(Array(lines.joined(separator: "\n").utf8), to: path + "/walk_motion.json")
        }
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .damaged)
        #expect(!check.isRecoverable)
        #expect(check.findings.allSatisfy { $0.remedy?.contains("footfall repair") != true })
        #expect(check.findings.contains { $0.remedy?.contains("from a copy") == true })
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .cannotRepair)
        #expect(!report.changed)
    }

    @Test("are those of a check if a computation or an amendment refuses a changed file")
    func refusals() throws {
        let file = path + "/walk_motion.json"
        let samples = try bytes(of: file)
        func refusal() -> SessionError? {
            #expect(throws: SessionError.self) {
                try Session(openingWhole: path, to: "export it")
            }
        }
        let amendment = SessionAmendment(erasing: ["start"])
        let digit = try text(of: "walk_motion.json").replacing("0.25", with: "0.35")
        try write(Array(digit.utf8), to: file)
        let changed = try SessionCheck(of: path).findings.first { $0.severity == .damage }?.remedy
        #expect(changed?.contains("`footfall plot` shows what can still be read") == true)
        #expect(refusal()?.remedy == changed)
        let unamended = #expect(throws: SessionError.self) {
            try amendment.apply(to: path, at: now)
        }
        #expect(unamended?.where == file && unamended?.remedy == changed)
        try SessionNote.add("a digit has changed", to: path, at: now)

        try write(Array(samples.dropLast(20)), to: file)
        #expect(refusal()?.remedy.contains("footfall repair") == true)
        try write(samples, to: file)
        _ = try Session(openingWhole: path, to: "export it")
        let result = try text(of: "taskResult.json").replacing("WalkAnd", with: "WalkOrd")
        try write(Array(result.utf8), to: path + "/taskResult.json")
        let ofResult = #expect(throws: SessionError.self) {
            try amendment.apply(to: path, at: now)
        }
        #expect(ofResult?.remedy.contains("no repair can know what it said") == true)
    }

    @Test("name a repair if one helps", arguments: ["walk_motion.json", "taskResult.json"])
    func repairHelps(name: String) throws {
        try write(Array(bytes(of: "\(path)/\(name)").dropLast(40)), to: "\(path)/\(name)")
        #expect(try SessionCheck(of: path).isRecoverable)
        #expect(try SessionRepair.repair(path, at: now).outcome != .cannotRepair)
        #expect(try SessionCheck(of: path).verdict != .damaged)
    }

    @Test(
        "name the record with a value of the wrong type, and a repair leaves that record out",
        arguments: ["\"x\":\"abc\"", "\"x\":1,\"heading\":\"north\"", "\"uptime\":true"]
    )
    func wrongType(value: String) throws {
        var lines = try text(of: "walk_motion.json").split(separator: "\n").map(String.init)
        lines[7] =
            "{\"timestamp\":0.05,\"stepPath\":\"walk\",\"sensorType\":\"accelerometer\",\(value)},"
        try write(Array(lines.joined(separator: "\n").utf8), to: path + "/walk_motion.json")
        let check = try SessionCheck(of: path)
        #expect(check.findings.contains { $0.what.hasPrefix("record 7: ") })
        #expect(check.isRecoverable)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.files.map(\.recordsKept) == [50])
        #expect(report.files.map(\.recordsLost) == [1])
        #expect(try SessionCheck(of: path).verdict == .hasLosses)
    }

    @Test("never cost the records of a recorder that means something else by a name")
    func otherRecorder() throws {
        let file = scratch.path + "/sides.json"
        let record = "{\"uptime\":1,\"sensorType\":\"side\",\"x\":\"left\"}"
        try write(Array("[\n\(record),\n\(record),\n\(record),\n{\"upt".utf8), to: file)
        let report = try SessionRepair.repair(file, at: now)
        #expect(report.files.map(\.recordsKept) == [3])
        let entry = Example.file("sides.json")
        let found = SurveyedFile.read(entry, in: try OpenFolder.open(scratch.path))
        #expect(found.problem == nil)
        #expect(found.survey.records == 3)
    }

    @Test("name the obstacle if a file needs a repair that the system prevents")
    func obstacle() throws {
        let file = path + "/walk_motion.json"
        let torn = Array(try bytes(of: file).dropLast(20))
        try write(torn, to: file)
        // A folder where the repaired file would be written.
        try FileSystem.makeDirectory(file + ".mended")
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .cannotRepair)
        #expect(report.unrepaired == 1)
        #expect(!report.changed)
        #expect(report.firstUnrepaired?.contains("EISDIR") == true)
        #expect(report.firstUnrepaired?.contains("run the repair again") == true)
        #expect(report.firstUnrepaired?.contains("-o") == false)
        #expect(try bytes(of: file) == torn)
        try FileSystem.removeDirectory(file + ".mended")
        #expect(try SessionRepair.repair(path, at: now).outcome == .hasLosses)
    }

    @Test(
        "name the owner if permission is missing",
        arguments: [Errno.access, .permission]
    )
    func permission(errno: Errno) {
        let cause = SystemError(call: "open", path: "/a", errno: errno)
        let error = SessionError.unreadable(cause, where: "/a")
        #expect(error.what.contains(errno.name))
        #expect(error.remedy.contains("the user who recorded it"))
        #expect(error.remedy == cause.remedyOfReading)
        let other = SystemError(call: "open", path: "/a", errno: .ioError)
        #expect(!SessionError.unreadable(other, where: "/a").remedy.contains("user"))
    }

    @Test(
        "name the folder of the sessions and --output if no session can begin there",
        arguments: [Errno.access, .permission]
    )
    func noNewSession(errno: Errno) throws {
        let cause = SystemError(call: "mkdir", path: "\(scratch.path)/2026_walk", errno: errno)
        let folder = try FileSystem.absolutePath(scratch.path)
        let error = NewSessionFolder.failure(cause, in: "\(scratch.path)/.")
        #expect(error.where == folder)
        #expect(error.what == "cannot create a session folder: \(errno)")
        #expect(error.remedy.contains("--output"))
        let missing = NewSessionFolder.failure(cause, in: "no such folder")
        #expect(missing.where.hasPrefix("/") && missing.where.hasSuffix("/no such folder"))
        let full = SystemError(call: "mkdir", path: "/a", errno: .noSpace)
        let other = NewSessionFolder.failure(full, in: scratch.path)
        #expect(other.remedy == full.remedy)
    }

    @Test("do not ask for another path if the file is only missing, but if the path is too long")
    func outOfReach() throws {
        #expect(SessionError.outOfReach(path) == nil)
        #expect(SessionError.outOfReach(path + "/nowhere") == nil)
        #expect(SessionError.outOfReach(path + "/truth.json/in") == nil)
        let tooLong = path + "/" + String(repeating: "a", count: 300)
        #expect(SessionError.outOfReach(tooLong)?.what.contains("ENAMETOOLONG") == true)
    }
}
