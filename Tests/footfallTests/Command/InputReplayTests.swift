import FoundationEssentials
import Patience
import SessionFolder
import SessionRuns
import SystemCalls
import Testing

@testable import footfall

@Suite("Recording a session with input again", .mayNotHang)
@MainActor
struct InputReplayTests {
    @Test("gives the same bytes, whatever the recorder and the speed", arguments: ["max", "5"])
    func sameBytes(speed: String) async throws {
        let folder = try TemporaryFolder()
        let recorded = try await InputSessions.record(in: "\(folder.path)/Sessions")
        #expect(
            recorded.files.map(\.path) == ["lowBack_motion.json", "input.json", "touch.json"]
        )
        let ending = try ChildProcess.footfall(
            ["replay", recorded.session, "--speed", speed, "--json", "-o", "again"],
            in: folder
        )
        // The gap that was recorded is there again.
        #expect(ending.status == 3, "\(ending.errors)")
        let again = try PrintedOutcome(ending.output)
        #expect(again.files.map(\.path) == recorded.files.map(\.path))
        #expect(again.files.map(\.checksum) == recorded.files.map(\.checksum))
        #expect(again.losses == 1)
        #expect(try SessionCheck(of: again.session).verdict == .hasLosses)
        let input = try String(contentsOfFile: "\(again.session)/input.json")
        for name in InputSessions.keys { #expect(input.contains("\"key\":\"\(name)\"")) }
        #expect(input.contains("\"key\":\"SW_LID\""))
    }

    @Test("names the session that it is of, and has its notes, even of a replay of a replay")
    func origin() async throws {
        let folder = try TemporaryFolder()
        let daphnet = "\(SampleFolder.path)/Daphnet"
        let original = try Session(opening: daphnet).manifest
        var source = daphnet
        for number in 1...2 {
            let words = ["replay", source, "--speed", "max", "--json", "-o", "again-\(number)"]
            let again = try PrintedOutcome(ChildProcess.footfall(words, in: folder).output)
            let manifest = try Session(opening: again.session).manifest
            #expect(manifest.origin?.session == "Daphnet")
            #expect(manifest.origin?.taskRunUUID == original.taskRunUUID)
            #expect(manifest.origin?.startDate == original.startDate)
            #expect(manifest.origin?.devices == original.devices)
            #expect(manifest.notes.starts(with: original.notes))
            #expect(manifest.taskRunUUID != original.taskRunUUID)
            source = again.session
        }
        #expect(original.devices.contains { $0.details["source"]?.contains("CC BY") == true })
    }

    @Test("takes a second of it, in the other form, with each kind's records")
    func cutToCSV() async throws {
        let folder = try TemporaryFolder()
        let recorded = try await InputSessions.record(in: "\(folder.path)/Sessions")
        let ending = try ChildProcess.footfall(
            [
                "record", "--source", recorded.session, "--duration", "1", "--speed", "max",
                "--csv", "--json", "-o", "cut",
            ],
            in: folder
        )
        let cut = try PrintedOutcome(ending.output)
        #expect(cut.files.map(\.path) == ["lowBack_motion.csv", "input.csv", "touch.csv"])
        let touches = try String(contentsOfFile: "\(cut.session)/touch.csv")
            .split(separator: "\n")
        #expect(touches.first?.hasSuffix("xMillimetres,yMillimetres") == true)
        #expect(touches.count { $0.contains(",touch,,touch,") } == 30)
    }

    @Test("leaves input out where types of motion are asked for, and says what there is otherwise")
    func types() async throws {
        let folder = try TemporaryFolder()
        let recorded = try await InputSessions.record(in: "\(folder.path)/Sessions")
        let line = [
            "record", "--source", recorded.session, "--speed", "max", "--json", "-o", "new",
        ]
        let motion = try ChildProcess.footfall(line + ["--types", "gyro"], in: folder)
        #expect(try PrintedOutcome(motion.output).files.map(\.path) == ["lowBack_motion.json"])
        let none = try ChildProcess.footfall(line + ["--types", "magnetometer"], in: folder)
        #expect(none.status == 1)
        // What cannot be asked for is not offered.
        #expect(none.errorLines.first?.hasSuffix("there are accelerometer, gyro") == true)
    }

    @Test("names a file of the session that is not there, and what helps")
    func missingFile() async throws {
        let folder = try TemporaryFolder()
        let recorded = try await InputSessions.record(in: "\(folder.path)/Sessions")
        try FileSystem.remove("\(recorded.session)/input.json")
        let ending = try ChildProcess.footfall(
            ["replay", recorded.session, "-o", "again"],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(
            ending.errorLines == [
                "footfall: \(recorded.session)/input.json: it is not there; "
                    + "restore the file from a copy"
            ]
        )
    }

    @Test("tells of a damaged input file before anything is written")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        let recorded = try await InputSessions.record(in: "\(folder.path)/Sessions")
        let file = String(recorded.session.dropFirst(folder.path.count + 1)) + "/input.json"
        try folder.replace("\"value\":2", by: "\"value\":[", in: file)
        let ending = try ChildProcess.footfall(
            ["replay", recorded.session, "-o", "again"],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(ending.errorLines.count == 1)
        #expect(ending.errors.contains("input.json"), "\(ending.errors)")
        #expect(try folder.names() == ["Sessions"])
    }

    @Test("leaves out what no known recorder has written, and says so")
    func unknownFile() async throws {
        let folder = try TemporaryFolder()
        let recorded = try await InputSessions.record(in: "\(folder.path)/Sessions")
        let manifest = String(recorded.session.dropFirst(folder.path.count + 1)) + "/manifest.json"
        // Of another recorder, which has a column less.
        try folder.replace("\"pressure\"", by: "\"loudness\"", in: manifest)
        let ending = try ChildProcess.footfall(
            ["replay", recorded.session, "--speed", "max", "-o", "again"],
            in: folder
        )
        #expect(ending.output.contains("it is not recorded again"), "\(ending)")
    }
}

extension String {
    /// The text of a file.
    fileprivate init(contentsOfFile path: String) throws {
        self.init(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
}
