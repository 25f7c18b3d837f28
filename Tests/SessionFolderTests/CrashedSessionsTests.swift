import FileMoves
import FoundationEssentials
import Research
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("Closing the sessions of killed runs")
struct CrashedSessionsTests {
    let scratch: ScratchFolder
    let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() throws { scratch = try ScratchFolder() }

    /// Makes the session of a killed run: it releases the session object, and with it the lock.
    private func killed(
        samples: Int = 50,
        tearing bytesCut: Int = 0,
        listing documents: [String] = []
    ) async throws -> String {
        let begun = try await Recording.begin(in: scratch.path, samples: samples)
        for name in documents { begun.session.noteListed(Example.file(name, layout: .document)) }
        begun.session.persist()
        let path = begun.session.path
        if bytesCut > 0 {
            let file = begun.session.path(ofFile: begun.name)
            try write(Array(bytes(of: file).dropLast(bytesCut)), to: file)
        }
        return path
    }

    private func closed() throws -> RecoveryReport {
        let outcomes = CrashedSessions.close(in: scratch.path, at: now)
        #expect(outcomes.count == 1)
        guard case .closed(let report)? = outcomes.first else {
            Issue.record("not closed: \(outcomes)")
            throw SessionError("not closed", where: scratch.path, remedy: "see above")
        }
        return report
    }

    @Test("completes the manifest from the files on the disk")
    func completesManifest() async throws {
        let path = try await killed()
        let report = try closed()
        let session = try Session(opening: path)
        let file = try #require(session.manifest.files.first)
        #expect(report.path == path)
        #expect(report.files.map(\.message) == ["whole, 51 records"])
        #expect(session.manifest.status == .interrupted)
        #expect(session.manifest.endDate?.text == "2026-11-21T11:15:00.613+01:00")
        #expect(file.closed)
        #expect(file.records == 51)
        #expect(file.checksum == Checksum.text(of: try bytes(of: session.path(of: file))))
        #expect(file.sensors.map(\.samples) == [50])
        #expect(file.sensors[0].measuredRateInHertz.map { abs($0 - 100) < 0.001 } == true)
        #expect(
            try FileSystem.list(path) == [
                "journal.json", "manifest.json", "taskResult.json", file.path,
            ]
        )
    }

    @Test("writes a result with the files, and an error that says that the run was interrupted")
    func makesResult() async throws {
        let path = try await killed()
        _ = try closed()
        let result = try Session(opening: path).taskResult()
        let results = try #require(result.asyncResults)
        #expect(results.map(\.identifier) == ["motion", "WalkAndBalance_error"])
        #expect((results[0] as? RSDFileResultObject)?.relativePath == "walk_motion.json")
        #expect(
            (results[1] as? RSDErrorResultObject)?.errorDescription.contains("interrupted") == true
        )
        #expect(result.taskRunUUID == Example.run)
        #expect(try SessionCheck(of: path).verdict == .interrupted)
    }

    @Test(
        "keeps every whole record of a torn file, and the torn file too",
        arguments: [1, 2, 3, 30, 400]
    )
    func recoversTorn(cut: Int) async throws {
        let path = try await killed(tearing: cut)
        let torn = try bytes(of: path + "/walk_motion.json")
        let report = try closed()
        let session = try Session(opening: path)
        let file = try #require(session.manifest.files.first)
        let whole = String(decoding: torn, as: UTF8.self).split(separator: "\n").filter {
            $0.hasPrefix("{") && ($0.hasSuffix("}") || $0.hasSuffix("},"))
        }
        #expect(file.records == whole.count)
        #expect(report.files.first?.recordsKept == whole.count)
        #expect(session.manifest.recovered.map(\.original) == ["walk_motion.json.torn"])
        #expect(try bytes(of: path + "/walk_motion.json.torn") == torn)
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .interrupted)
        #expect(check.findings.allSatisfy { $0.severity != .damage })
    }

    @Test("leaves live runs, finished sessions and other folders alone")
    func leavesOthers() async throws {
        let live = try await Recording.begin(in: scratch.path)
        let finished = try await Recording.finish(in: scratch.path)
        let other = scratch.path + "/holiday pictures"
        try FileSystem.makeDirectory(other)
        try write(Array("{}".utf8), to: other + "/manifest.json")
        try FileSystem.makeDirectory(scratch.path + "/empty")
        let before = try bytes(of: finished + "/manifest.json")
        #expect(CrashedSessions.close(in: scratch.path, at: now) == [])
        #expect(try Session(opening: live.session.path).manifest.status == .recording)
        #expect(try bytes(of: finished + "/manifest.json") == before)
        #expect(try FileSystem.list(scratch.path).count == 4)
    }

    @Test("changes nothing the second time")
    func closesOnce() async throws {
        let path = try await killed(tearing: 3)
        _ = try closed()
        let before = try FileSystem.list(path).map { try bytes(of: "\(path)/\($0)") }
        #expect(CrashedSessions.close(in: scratch.path, at: now) == [])
        #expect(try FileSystem.list(path).map { try bytes(of: "\(path)/\($0)") } == before)
    }

    @Test("adopts a sample file that the run had created and not yet listed")
    func adopts() async throws {
        let path = try await killed()
        var writer = try Recording.writer(at: path + "/late.json")
        Recording.sample(&writer, "gyro", at: 3)
        _ = try writer.close()
        try write(Array("{\"weather\":\"sunny\"}".utf8), to: path + "/other.json")
        try write(Array("[\n{\"weather\":\"sunny\"}\n]\n".utf8), to: path + "/records.json")
        try write(Array("[\n]\n".utf8), to: path + "/nothing.json")
        _ = try closed()
        let files = try Session(opening: path).manifest.files
        #expect(files.map(\.path) == ["walk_motion.json", "late.json"])
        #expect(files.last?.records == 1)
        #expect(files.last?.sensors.map(\.sensorType) == ["gyro"])
    }

    @Test(
        "reports an empty file as a loss only if its recorder had opened a device for it",
        arguments: [true, false]
    )
    func emptyFile(wasOpened: Bool) async throws {
        var session: OpenSession? =
            try await OpenSession.begin(in: scratch.path, describedBy: Example.manifest)
        let path = try #require(session?.path)
        session?.noteListed(Example.file("walk_motion.json"))
        if wasOpened {
            let device = SessionManifest.Device(name: "imu", kind: "iio", clock: "boottime")
            session?.noteOpened("walk_motion.json", filledBy: device)
        }
        session?.persist()
        session = nil
        try write([], to: path + "/walk_motion.json")
        let report = try SessionRepair.repair(path, at: Example.start.realtime)
        #expect(report.outcome == (wasOpened ? .hasLosses : .good))
        let told = try SessionCheck(of: path).findings.filter { $0.file == "walk_motion.json" }
        #expect(told.map(\.severity) == [wasOpened ? .loss : .note])
    }

    @Test("adopts a recording without samples, and one whose first record is damaged")
    func adoptsWhatCouldBeSamples() async throws {
        let path = try await killed()
        var writer = try Recording.writer(at: path + "/begun.json")
        Recording.marker(&writer, at: 3)
        _ = try writer.close()
        writer = try Recording.writer(at: path + "/damaged.json")
        for index in 0..<3 { Recording.sample(&writer, "gyro", at: 3 + Double(index)) }
        _ = try writer.close()
        let text = String(decoding: try bytes(of: path + "/damaged.json"), as: UTF8.self)
        let damaged = text.replacing("\"uptime\"", with: "\"upt", maxReplacements: 1)
        try write(Array(damaged.utf8), to: path + "/damaged.json")
        _ = try closed()
        let files = try Session(opening: path).manifest.files
        #expect(files.map(\.path) == ["walk_motion.json", "begun.json", "damaged.json"])
        #expect(files.map(\.records) == [51, 1, 2])
    }

    @Test(
        "adopts no foreign file without a recorder's opening line, even if it has our keys",
        arguments: [
            #"{"timestamp":176,"subject":"P01"}"#,
            #"{"weather":"sunny"}"# + "\n" + #"{"weather":"wet"}"#,
            #"{"uptime":103,"timestamp":3,"stepPath":"walk","sensorType":"gyro","x":1}"#,
        ]
    )
    func leavesForeign(text: String) async throws {
        let path = try await killed()
        let before = Array("\(text)\n".utf8)
        try write(before, to: path + "/other.json")
        _ = try closed()
        #expect(try Session(opening: path).manifest.files.map(\.path) == ["walk_motion.json"])
        #expect(try bytes(of: path + "/other.json") == before)
        #expect(try !FileSystem.list(path).contains("other.json.torn"))
    }

    @Test("does not adopt the truth file of a computed walk, though its records look like samples")
    func leavesTruth() async throws {
        let path = try await killed()
        let text = """
            [
            {"uptime":103,"timestamp":3,"stepPath":"walk","sensorType":"attitude",\
            "referenceCoordinate":"North-West-Up","x":0,"y":0,"z":0,"w":1},
            {"uptime":103.1,"timestamp":3.1,"stepPath":"walk","marker":"leftHeelStrike"}
            ]

            """
        try write(Array(text.utf8), to: path + "/walk_motion_truth.json")
        _ = try closed()
        #expect(try Session(opening: path).manifest.files.map(\.path) == ["walk_motion.json"])
        #expect(try bytes(of: path + "/walk_motion_truth.json") == Array(text.utf8))
    }

    @Test("keeps a document that the run listed and made, and drops one that it did not make")
    func keepsDocuments() async throws {
        let path = try await killed(listing: ["made.json", "missing.json"])
        try write(Array("[\n{\"half".utf8), to: path + "/made.json")
        _ = try closed()
        let manifest = try Session(opening: path).manifest
        #expect(manifest.files.map(\.path) == ["walk_motion.json", "made.json"])
        #expect(manifest.files[1].size == 8)
        #expect(manifest.errors == [])
        #expect(try bytes(of: path + "/made.json") == Array("[\n{\"half".utf8))
        #expect(try SessionCheck(of: path).verdict == .interrupted)
    }

    @Test("uses the temporary manifest if there is no other")
    func usesTemporaryManifest() async throws {
        let path = try await killed()
        try FileSystem.rename(path + "/manifest.json", to: path + "/.manifest.json.tmp")
        let report = try closed()
        #expect(report.notes.first?.contains("about to replace it") == true)
        #expect(try Session(opening: path).manifest.identifier == "WalkAndBalance")
        #expect(try Session(opening: path).manifest.timeZone == Example.zone)
    }

    @Test("rebuilds the manifest from the folder's name and files if there is none")
    func rebuildsManifest() async throws {
        let path = try await killed()
        try FileSystem.remove(path + "/manifest.json")
        try FileSystem.remove(path + "/journal.json")
        _ = try closed()
        let manifest = try Session(opening: path).manifest
        #expect(manifest.identifier == "WalkAndBalance")
        #expect(manifest.taskRunUUID.uuidString == "1F6A03BC-0000-0000-0000-000000000000")
        #expect(manifest.startDate.text == "2026-11-21T10:15:00.000Z")
        #expect(manifest.endDate?.text == "2026-11-21T10:15:00.490Z")
        #expect(manifest.startUptime == BootInstant(nanoseconds: 100_000_000_000))
        #expect(manifest.files.map(\.records) == [51])
        #expect(try SessionCheck(of: path).verdict == .interrupted)
    }

    @Test("deletes a folder in which the run had written nothing yet")
    func removesEmpty() throws {
        let path = scratch.path + "/2026-11-21T101500Z_Walk_1f6a03bc"
        try FileSystem.makeDirectory(path)
        try write([], to: path + "/.manifest.json.tmp")
        #expect(CrashedSessions.close(in: scratch.path, at: now) == [.removed(path: path)])
        #expect(FileSystem.kind(of: path) == .missing)
    }

    @Test("keeps the result of a run that was killed while it closed")
    func keepsResult() async throws {
        let path = try await Recording.finish(in: scratch.path)
        var manifest = try Session(opening: path).manifest
        manifest.status = .recording
        manifest.taskResult = nil
        // As a version without a journal left it: a journal would tell that the run had ended.
        manifest.journal = nil
        try FileSystem.remove(path + "/journal.json")
        try write(manifest.encoded(), to: path + "/manifest.json")
        let before = try bytes(of: path + "/taskResult.json")
        _ = try closed()
        #expect(try bytes(of: path + "/taskResult.json") == before)
        #expect(try Session(opening: path).manifest.taskResult?.size == Int64(before.count))
        #expect(try SessionCheck(of: path).verdict == .interrupted)
    }

    @Test("says which session it cannot close, and leaves its manifest unchanged")
    func leavesDamagedManifest() async throws {
        let path = try await killed()
        try write(Array("{".utf8), to: path + "/manifest.json")
        let outcomes = CrashedSessions.close(in: scratch.path, at: now)
        guard case .left(let error)? = outcomes.first else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(error.where == path + "/manifest.json")
        #expect(error.remedy.contains("footfall repair"))
        #expect(try bytes(of: path + "/manifest.json") == Array("{".utf8))
    }

    @Test("never follows a link: neither the session's folder nor a file in it")
    func followsNoLinks() async throws {
        let elsewhere = try ScratchFolder()
        let precious = elsewhere.path + "/precious.json"
        try write(Array("[\n{\"uptime\":1}".utf8), to: precious)
        let path = try await killed()
        try FileSystem.remove(path + "/walk_motion.json")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/walk_motion.json",
            withDestinationPath: precious
        )
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/2026-11-21T101500Z_Link_1f6a03bc",
            withDestinationPath: elsewhere.path
        )
        let report = try closed()
        #expect(report.notes.first?.contains("it is a link") == true)
        #expect(try FileSystem.list(elsewhere.path) == ["precious.json"])
        #expect(try bytes(of: precious).count == 14)
        #expect(try Session(opening: path).manifest.files[0].error != nil)
    }

    @Test("finds no session if the folder is missing")
    func toleratesMissingFolder() {
        #expect(CrashedSessions.close(in: scratch.path + "/nowhere", at: now) == [])
    }
}
