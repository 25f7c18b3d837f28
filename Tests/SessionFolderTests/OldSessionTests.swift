// Sessions of the version before the journal: studies have them, so they have to stay readable and repairable
// whatever becomes of the format. Those in Tests/OldSessions were recorded by commit c1b5101 with
// `record --source synthetic --placement lowBack --rate 50`; only their kernel's name was changed since.

import FoundationEssentials
import Research
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

/// One of the recorded sessions, and what is in it.
enum OldSession: String, CaseIterable {
    case whole = "2026-11-24T115027Z_whole_80388594"
    /// Killed while it recorded.
    case killed = "2026-11-24T115027Z_killed_801b2aba"
    /// Killed, and its last block lost: the file ends within a record, in zeros.
    case torn = "2026-11-24T115028Z_torn_47a86ca6"

    static let sampleFile = "lowBack_motion.json"

    /// Complete records, the markers among them.
    var records: Int {
        switch self {
        case .whole: 62
        case .killed: 47
        case .torn: 45
        }
    }

    var verdict: SessionCheck.Verdict {
        switch self {
        case .whole: .clean
        case .killed: .interrupted
        case .torn: .damaged
        }
    }

    var status: SessionManifest.Status { self == .whole ? .finished : .recording }

    /// Copies it into a folder, as others are not to be changed by a test.
    func copy(into folder: String) throws -> String {
        let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let path = "\(folder)/\(rawValue)"
        try FileManager.default.copyItem(atPath: "/\(tests)/OldSessions/\(rawValue)", toPath: path)
        return path
    }
}

@Suite("A session of the version before the journal")
struct OldSessionTests {
    let scratch: ScratchFolder
    /// 2026-11-25T12:00:00Z, a day after they were recorded.
    let later = ClockReading(
        realtime: WallInstant(nanosecondsSince1970: 1_795_608_000_000_000_000),
        monotonicNanoseconds: 100_000_000_000_000,
        boottime: BootInstant(nanoseconds: 100_000_000_000_000)
    )

    init() throws { scratch = try ScratchFolder() }

    /// The complete records of the sample file, each in its line.
    private func records(in session: String) throws -> [Substring] {
        let contents = try bytes(of: "\(session)/\(OldSession.sampleFile)")
        return String(decoding: contents, as: UTF8.self).split(separator: "\n")
            .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
            .filter { $0.hasPrefix("{") && $0.hasSuffix("}") }
    }

    @Test("can be read: its manifest, and each complete record", arguments: OldSession.allCases)
    func isRead(old: OldSession) throws {
        let path = try old.copy(into: scratch.path)
        let session = try Session(opening: path)
        #expect(try !FileSystem.list(path).contains(JournalFile.fileName))
        #expect(session.manifest.status == old.status)
        #expect(session.manifest.startDate.text.hasPrefix("2026-11-24T11:50:2"))
        let file = try #require(session.manifest.sampleFiles.first)
        #expect(file.path == OldSession.sampleFile)
        #expect(file.placement == "lowBack")
        #expect(try records(in: path).count == old.records)
        let check = try SessionCheck(of: path)
        #expect(check.records == old.records)
        #expect(Set(check.sensors.map(\.sensorType)) == ["accelerometer", "gyro"])
    }

    @Test("has the same verdict as when it was left", arguments: OldSession.allCases)
    func isChecked(old: OldSession) throws {
        let check = try SessionCheck(of: old.copy(into: scratch.path))
        #expect(check.verdict == old.verdict)
        #expect(check.isRecoverable == (old == .torn))
    }

    @Test("can be repaired without losing a complete record", arguments: OldSession.allCases)
    func isRepaired(old: OldSession) throws {
        let path = try old.copy(into: scratch.path)
        let before = try records(in: path)
        let report = try SessionRepair.repair(path, at: later.realtime)
        #expect(report.changed == (old != .whole))
        #expect(report.outcome == (old == .torn ? .hasLosses : .good))
        #expect(report.files.map(\.recordsKept) == [old.records])
        #expect(try records(in: path) == before)

        let check = try SessionCheck(of: path)
        #expect(check.verdict == (old == .whole ? .clean : .interrupted))
        #expect(check.records == old.records)
        #expect(check.findings.filter { $0.severity == .damage } == [])
        #expect(try !SessionRepair.repair(path, at: later.realtime).changed)
    }

    @Test(
        "that was killed can be continued and ended",
        arguments: [OldSession.killed, .torn]
    )
    func isTakenUp(old: OldSession) async throws {
        let path = try old.copy(into: scratch.path)
        let before = try records(in: path)
        let session = try await OpenSession.resume(path, at: later)
        #expect(session.path == path)
        let name = session.newFileName(
            sections: ["lowBack"],
            logger: "motion",
            fileExtension: "json"
        )
        #expect(name == "lowBack_motion_2.json")
        session.noteListed(Example.file(name))
        var writer = try Recording.writer(at: session.path(ofFile: name))
        Recording.marker(&writer, at: 0)
        for index in 0..<10 { Recording.sample(&writer, "accelerometer", at: Double(index) / 100) }
        session.noteOpened(name)
        let end = later.advanced(by: .seconds(1))
        session.noteClosed(
            name,
            try writer.close(),
            endDate: LocalDate(end.realtime, Example.zone),
            sensors: [SessionManifest.Sensor(sensorType: "accelerometer", samples: 10)]
        )
        let result = RSDTaskResultObject(
            identifier: session.manifest.identifier,
            taskRunUUID: session.manifest.taskRunUUID,
            startDate: .init(later.realtime)
        )
        try await session.finish(.finished, at: end, taskResult: result)

        let manifest = try Session(opening: path).manifest
        #expect(manifest.status == .finished)
        #expect(manifest.interruptions?.count == 1)
        #expect(manifest.files.map(\.records) == [old.records, 11])
        #expect(try records(in: path) == before)
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .hasLosses)
        #expect(check.findings.filter { $0.severity == .damage } == [])
    }
}
