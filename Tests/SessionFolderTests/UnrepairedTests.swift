import FoundationEssentials
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("What a repair cannot repair, or has to leave out")
struct UnrepairedTests {
    let scratch: ScratchFolder
    let path: String
    let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() async throws {
        scratch = try ScratchFolder()
        path = try await Recording.finished(in: scratch.path, document: "{}")
    }

    private func replace(_ old: String, by new: String, in name: String) throws {
        let text = String(decoding: try bytes(of: "\(path)/\(name)"), as: UTF8.self)
        try write(Array(text.replacing(old, with: new).utf8), to: "\(path)/\(name)")
    }

    private func cut(_ count: Int) throws {
        let file = path + "/walk_motion.json"
        try write(Array(bytes(of: file).dropLast(count)), to: file)
    }

    @Test("is nothing in a session that is whole")
    func nothing() throws {
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.unrepaired == 0)
        #expect(report.outcome == .good)
    }

    @Test("is a file that is missing", arguments: ["walk_motion.json", "truth.json"])
    func missing(name: String) throws {
        try FileSystem.remove("\(path)/\(name)")
        for _ in 1...2 {
            let report = try SessionRepair.repair(path, at: now)
            #expect(report.unrepaired == 1)
            #expect(report.outcome == .cannotRepair)
            #expect(report.notes == ["\(name): it is not there; restore the file from a copy"])
            #expect(!report.changed)
        }
    }

    @Test("is a document that never came, in a session that ended all the same")
    func neverCame() throws {
        var manifest = try Session(opening: path).manifest
        manifest.files[1].size = nil
        manifest.files[1].checksum = nil
        try write(manifest.encoded(), to: path + "/manifest.json")
        try FileSystem.remove(path + "/truth.json")
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .cannotRepair)
        #expect(report.notes == ["truth.json: it is not there; restore the file from a copy"])
    }

    @Test(
        "is a byte that has changed in a whole file",
        arguments: [
            ("walk_motion.json", "0.25", "0.35"), ("truth.json", "{}", "[]"),
            ("taskResult.json", "WalkAndBalance", "WalkAndBelance"),
        ]
    )
    func changedByte(name: String, old: String, new: String) throws {
        try replace(old, by: new, in: name)
        let changed = try bytes(of: "\(path)/\(name)")
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.unrepaired == 1)
        #expect(report.outcome == .cannotRepair)
        #expect(report.notes.count == 1)
        #expect(report.notes.first?.hasPrefix("\(name): a byte of it has changed") == true)
        #expect(!report.changed)
        #expect(try bytes(of: "\(path)/\(name)") == changed)
    }

    @Test("is told beside what could be repaired")
    func some() throws {
        try FileSystem.remove(path + "/truth.json")
        try cut(10)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.changed)
        #expect(report.unrepaired == 1)
        #expect(report.outcome == .cannotRepair)
    }

    @Test("is a record that was torn, and not the bracket after it", arguments: [2, 10])
    func torn(count: Int) throws {
        try cut(count)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.unrepaired == 0)
        #expect(report.outcome == (count == 2 ? .good : .hasLosses))
        #expect(try SessionRepair.repair(path, at: now).outcome == .good)
    }

    @Test("is nothing of what the manifest knew of a broken file's losses")
    func keepsLosses() throws {
        var manifest = try Session(opening: path).manifest
        // As versions before the journal have left it.
        manifest.journal = nil
        try FileSystem.remove(path + "/journal.json")
        manifest.files[0].error = "the device does not work (EIO)"
        manifest.files[0].closed = false
        manifest.files[0].sensors = [
            SessionManifest.Sensor(
                sensorType: "accelerometer",
                samples: 60,
                lostByReason: ["disk": 1200]
            )
        ]
        try write(manifest.encoded(), to: path + "/manifest.json")
        try cut(10)
        _ = try SessionRepair.repair(path, at: now)
        let sensors = try Session(opening: path).manifest.files[0].sensors
        #expect(sensors.map(\.samples) == [49])
        #expect(sensors.map(\.lost) == [1200])
        #expect(try SessionCheck(of: path).verdict == .hasLosses)
    }
}
