import Arguments
import Glibc
import Patience
import SessionFolder
import SystemCalls
import Testing

@testable import footfall

@Suite("What repair and check tell a shell script", .mayNotHang)
struct RepairTests {
    /// Runs a command on a session, expects this many lines of errors, and returns the status.
    static func status(
        of command: String,
        _ path: String,
        in folder: borrowing TemporaryFolder,
        complaints: Int = 0
    ) throws -> Int32 {
        let ending = try ChildProcess.footfall([command, path], in: folder)
        #expect(ending.errorLines.count == complaints, "\(ending.errors)")
        #expect(!ending.output.isEmpty)
        return ending.status
    }

    @Test("exit with 0 for a whole session")
    func whole() throws {
        let folder = try TemporaryFolder()
        let session = try folder.record().session
        #expect(try Self.status(of: "repair", session, in: folder) == 0)
        #expect(try Self.status(of: "check", session, in: folder) == 0)
    }

    @Test("is a failure, with one line of advice, if a file cannot be repaired")
    func unrepaired() throws {
        let folder = try TemporaryFolder()
        let recorded = try folder.record()
        let file = "Sessions/\(recorded.folder)/lowBack_motion.json"
        try FileSystem.remove("\(folder.path)/\(file)")
        let ending = try ChildProcess.footfall(["repair", recorded.session], in: folder)
        #expect(ending.status == 1)
        #expect(ending.output.contains(": not repaired\n"))
        #expect(ending.output.contains("lowBack_motion.json: it is not there"))
        #expect(ending.errorLines.count == 1)
        #expect(ending.errors.contains("1 file cannot be repaired"), "\(ending.errors)")
        #expect(ending.errors.contains("restore the file from a copy"), "\(ending.errors)")
        #expect(try Self.status(of: "check", recorded.session, in: folder) == 1)

        let json = try ChildProcess.footfall(["repair", "--json", recorded.session], in: folder)
        #expect(json.status == 1)
        #expect(json.output.contains("\"unrepaired\":1"), "\(json.output)")
    }

    @Test("is a failure if a byte has changed")
    func changedByte() throws {
        let folder = try TemporaryFolder()
        let recorded = try folder.record()
        let file = "Sessions/\(recorded.folder)/lowBack_motion.json"
        try folder.replace("\"x\":0", by: "\"x\":1", in: file)
        #expect(try Self.status(of: "repair", recorded.session, in: folder, complaints: 1) == 1)
        let check = try ChildProcess.footfall(["check", recorded.session], in: folder)
        #expect(check.status == 1)
        #expect(check.output.contains("no repair can restore it"), "\(check.output)")
        #expect(!check.output.contains("footfall repair"), "\(check.output)")
    }

    @Test("is a loss if a repair drops records: once by repair, and by every check after it")
    func torn() throws {
        let folder = try TemporaryFolder()
        let recorded = try folder.record()
        let file = "Sessions/\(recorded.folder)/lowBack_motion.json"
        try folder.write(folder.bytes(of: file).dropLast(10), to: file)
        #expect(try Self.status(of: "check", recorded.session, in: folder) == 1)
        #expect(try Self.status(of: "repair", recorded.session, in: folder) == 3)
        #expect(try Self.status(of: "repair", recorded.session, in: folder) == 0)
        #expect(try Self.status(of: "check", recorded.session, in: folder) == 3)
    }

    @Test(
        "is a counted loss if a closed file was cut, by repair and by every check after it",
        arguments: [0, 4000]
    )
    func cut(length: Int) throws {
        let folder = try TemporaryFolder()
        let recorded = try folder.record()
        let file = "Sessions/\(recorded.folder)/lowBack_motion.json"
        let records = try #require(recorded.files.first).records
        try folder.write(folder.bytes(of: file).prefix(length), to: file)
        let repair = try ChildProcess.footfall(["repair", recorded.session], in: folder)
        #expect(repair.status == 3)
        #expect(repair.output.contains(" of the \(records) records"), "\(repair.output)")
        let kept = try Session(opening: recorded.session).manifest.files[0].records ?? 0
        for _ in 1...2 {
            let check = try ChildProcess.footfall(["check", recorded.session], in: folder)
            #expect(check.status == 3)
            #expect(check.output.contains("lost \(records - kept) of the"), "\(check.output)")
        }
        let replay = try ChildProcess.footfall(
            ["replay", recorded.session, "--speed", "max", "-o", "Again", "--quiet"],
            in: folder
        )
        #expect(replay.status == 3)
        let again = try Session(opening: String(replay.output.split(separator: "\n")[0]))
        let losses = again.manifest.origin?.losses ?? []
        #expect(losses.contains { $0.contains("lost \(records - kept) of the") })
    }

    @Test("does not crash on gaps that add up to more than 64 bits hold")
    func absurdGaps() throws {
        let folder = try TemporaryFolder()
        let recorded = try folder.record()
        let name = "Sessions/\(recorded.folder)/lowBack_motion.json"
        var lines = String(decoding: try folder.bytes(of: name), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        let start = try #require(lines[2].split(separator: ",").first)
        let gap =
            start + ",\"timestamp\":0,\"stepPath\":\"lowBack_motion\",\"sensorType\":\"gyro\","
        lines.insert(
            contentsOf: ["device", "device", "source"].map {
                gap + "\"lost\":\(Int64.max),\"reason\":\"\($0)\"},"
            },
            at: 3
        )
        // A killed run of a version without a journal leaves files without sizes and checksums.
        try folder.write(Array(lines.joined(separator: "\n").utf8), to: name)
        var session = try Session(opening: recorded.session).manifest
        session.status = .interrupted
        session.journal = nil
        try FileSystem.remove("\(recorded.session)/journal.json")
        for index in session.files.indices {
            session.files[index].closed = false
            session.files[index].checksum = nil
            session.files[index].size = nil
            session.files[index].records = nil
            session.files[index].sensors = []
        }
        try folder.write(session.encoded(), to: "Sessions/\(recorded.folder)/manifest.json")
        let replay = try ChildProcess.footfall(
            ["replay", recorded.session, "--speed", "max", "-o", "Again", "--quiet"],
            in: folder
        )
        #expect(replay.status == 3, "\(replay.errors)")
    }

    @Test(
        "is success for a check of a live session, failure for its repair, and 3 once it was killed"
    )
    func liveAndDead() throws {
        let folder = try TemporaryFolder()
        let child = try StoppingTests.startRecording(in: folder)
        let name = try #require(try folder.names(in: "Sessions").first)
        let session = "Sessions/\(name)"
        #expect(try Self.status(of: "check", session, in: folder) == 0)
        let refused = try ChildProcess.footfall(["repair", session], in: folder)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("a run is still writing it"))
        child.send(SIGKILL)
        #expect(child.ending().status == -SIGKILL)
        let check = try ChildProcess.footfall(["check", session], in: folder)
        #expect([1, 3].contains(check.status), "\(check.output)")
        _ = try ChildProcess.footfall(["repair", session], in: folder)
        #expect(try Self.status(of: "check", session, in: folder) == 3)
    }

    @Test("is what the help says")
    func help() {
        let check = CheckCommand.declaration.discussion
        #expect(!check.contains("not finished"))
        #expect(check.contains("session that is still being recorded"))
        #expect(
            check.contains(
                "3 if every file is whole but something that was requested is missing: samples, "
            )
        )
        #expect(check.contains("a refused answer"))
        let repair = RepairCommand.declaration.discussion
        #expect(repair.contains("1 if something cannot be repaired"))
        #expect(repair.contains("3 if damaged or incomplete records had to be left out"))
    }

    @Test("lets a session be replayed whose run was killed while it wrote the truth file")
    func killedInTruth() throws {
        let folder = try TemporaryFolder()
        let child = try ChildProcess(
            [
                "record", "--source", "synthetic", "--speed", "max", "--rate", "1000", "--duration",
                "20",
                "--placement", "lowBack",
            ],
            in: folder.path
        )
        var names: [String] = []
        while names.isEmpty { names = (try? folder.names(in: "Sessions")) ?? [] }
        let session = "Sessions/\(names[0])"
        let isWriting = child.waitUntilOpen("\(folder.path)/\(session)/lowBack_motion_truth.json")
        child.send(SIGKILL)
        #expect(child.ending().status == -SIGKILL)
        #expect(isWriting)

        let left = try Session(opening: "\(folder.path)/\(session)").manifest
        #expect(left.files.map(\.layout) == [.array, .document])
        #expect(left.files.map(\.closed) == [true, false])
        #expect(try Self.status(of: "repair", session, in: folder) == 0)
        let repaired = try Session(opening: "\(folder.path)/\(session)").manifest
        #expect(repaired.files.map(\.layout) == [.array, .document])
        let replayed = try ChildProcess.footfall(
            ["replay", session, "--speed", "max", "-o", "again", "--quiet"],
            in: folder
        )
        #expect(replayed.status == 3, "\(replayed.errors)")
    }
}
