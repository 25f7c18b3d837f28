import Glibc
import SessionFolder
import SystemCalls
import Testing

@testable import footfall

@Suite("Recording from the command line")
struct RecordingTests {
    @Test("leaves a whole session, and prints everything about it as JSON")
    func records() throws {
        let folder = try TemporaryFolder()
        let outcome = try folder.record("--types", "accelerometer,gyro,magnetometer")
        #expect(outcome.status == "finished")
        #expect(outcome.error == nil)
        #expect(outcome.samples == 300)
        #expect(outcome.losses == 0)
        #expect(outcome.seconds == 1)
        #expect(outcome.files.map(\.path) == ["lowBack_motion.json", "lowBack_motion_truth.json"])
        #expect(outcome.files[0].records == 302)
        #expect(outcome.session == "\(folder.path)/Sessions/\(outcome.folder)")
        let manifest = try Session(opening: outcome.session).manifest
        #expect(manifest.files.map(\.checksum) == outcome.files.map(\.checksum))
        #expect(manifest.status == .finished)

        let check = try ChildProcess.footfall(["check", outcome.session], in: folder)
        #expect(check.status == 0)
        #expect(check.output.contains(": whole, the run finished\n"), "\(check.output)")
        #expect(check.errors.isEmpty)
    }

    @Test("stays in the output folder, whatever the identifier")
    func identifiers() throws {
        let folder = try TemporaryFolder()
        let outcome = try folder.record("--identifier", "../Stand & Walk")
        #expect(try folder.names() == ["Sessions"])
        #expect(try folder.names(in: "Sessions") == [outcome.folder])
        #expect(try Session(opening: outcome.session).manifest.identifier == "../Stand & Walk")
    }

    @Test("writes CSV when asked")
    func csv() throws {
        let folder = try TemporaryFolder()
        let outcome = try folder.record("--csv")
        let bytes = try folder.bytes(of: "Sessions/\(outcome.folder)/lowBack_motion.csv")
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(
            lines.first?.hasPrefix("uptime,timestamp,stepPath,timestampDate,sensorType,") == true
        )
        #expect(lines.count == 203)
    }

    @Test("works without a standard output, and mixes no message into the data")
    func closedOutput() throws {
        let folder = try TemporaryFolder()
        let words = [
            "record", "--source", "synthetic", "--duration", "30", "--speed", "10", "--placement",
            "lowBack",
        ]
        let ending = try ChildProcess.footfall(words, in: folder, output: .closed)
        #expect(ending.status == 0)
        #expect(ending.errors.isEmpty)
        let name = try #require(try folder.names(in: "Sessions").first)
        let check = try ChildProcess.footfall(["check", "Sessions/\(name)"], in: folder)
        #expect(check.status == 0, "\(check.output)")
    }

    @Test("fails with one message if the standard output cannot be written")
    func lostOutput() throws {
        let folder = try TemporaryFolder()
        let words = [
            "record", "--source", "synthetic", "--duration", "1", "--speed", "max", "--json",
        ]
        let ending = try ChildProcess.footfall(words, in: folder, output: .full)
        #expect(ending.status == 1)
        #expect(ending.errorLines.count == 1)
        #expect(ending.errors.contains("cannot write to the standard output"))
    }

    @Test("prints the session's path and nothing else when quiet")
    func quiet() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(
            ["record", "--source", "synthetic", "--duration", "1", "--speed", "max", "--quiet"],
            in: folder
        )
        let names = try folder.names(in: "Sessions")
        #expect(names.count == 1)
        #expect(ending.output == names.map { "\(folder.path)/Sessions/\($0)\n" }.joined())
        #expect(ending.errors.isEmpty)
    }

    @Test("computes the same walk for the same seed, and another for another")
    func seeds() throws {
        let folder = try TemporaryFolder()
        let samples = try [["--seed", "4"], ["--seed", "4"], ["--seed", "5"]].map { words in
            let outcome = try folder.record(words[0], words[1])
            let file = "Sessions/\(outcome.folder)/lowBack_motion.json"
            // The times are those of the recording: the values alone are the walk's.
            return String(decoding: try folder.bytes(of: file), as: UTF8.self)
                .split(separator: "\n")
                .compactMap { line in line.firstRange(of: "\"x\":").map { line[$0.lowerBound...] } }
        }
        #expect(samples[0].count == 200)
        #expect(samples[0] == samples[1])
        #expect(samples[0] != samples[2])
    }

    @Test("replays a session to the same bytes, twice, at any speed", arguments: ["max", "20x"])
    func replays(speed: String) throws {
        let folder = try TemporaryFolder()
        let original = try folder.record("--types", "accelerometer,magnetometer")
        let session = "Sessions/\(original.folder)"
        let replays = try ["first", "second"].map { output in
            let words = ["replay", session, "--speed", speed, "--json", "-o", output]
            let ending = try ChildProcess.footfall(words, in: folder)
            #expect(ending.status == 0)
            return try PrintedOutcome(ending.output)
        }
        let bytes = try folder.bytes(of: "\(session)/lowBack_motion.json")
        #expect(try folder.bytes(of: "first/\(replays[0].folder)/lowBack_motion.json") == bytes)
        #expect(try folder.bytes(of: "second/\(replays[1].folder)/lowBack_motion.json") == bytes)
        #expect(replays.map(\.samples) == [200, 200])
    }

    @Test("stops at the requested duration, between the same two samples each time")
    func cutsSessions() throws {
        let folder = try TemporaryFolder()
        let original = try folder.record()
        let cuts = try ["max", "10"].map { speed in
            let words = [
                "record", "--source", "Sessions/\(original.folder)", "--duration", "0.5",
                "--speed", speed, "--types", "gyro", "--json", "-o", "cut\(speed)",
            ]
            let outcome = try PrintedOutcome(ChildProcess.footfall(words, in: folder).output)
            return try folder.bytes(of: "cut\(speed)/\(outcome.folder)/lowBack_motion.json")
        }
        let text = String(decoding: cuts[0], as: UTF8.self)
        #expect(text.split(separator: "\n").count { $0.contains("\"gyro\"") } == 51)
        #expect(!text.contains("accelerometer"))
        #expect(cuts[0] == cuts[1])
    }

    @Test("refuses a type that the session lacks, and names those that it has")
    func absentType() throws {
        let folder = try TemporaryFolder()
        let original = try folder.record()
        let ending = try ChildProcess.footfall(
            ["record", "--source", original.session, "--types", "magnetometer", "-o", "new"],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(ending.errorLines.count == 1)
        #expect(ending.errors.contains("there are accelerometer, gyro"), "\(ending.errors)")
        #expect(try folder.names() == ["Sessions"])
    }

    @Test("refuses a request for types of which the session has only some")
    func someAbsentTypes() throws {
        let folder = try TemporaryFolder()
        let original = try folder.record("--types", "accelerometer")
        let ending = try ChildProcess.footfall(
            [
                "record", "--source", original.session, "--types", "accelerometer,attitude,gyro",
                "-o", "new",
            ],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(ending.errors.contains("cannot give attitude, gyro"), "\(ending.errors)")
        #expect(ending.errors.contains("ask for accelerometer"), "\(ending.errors)")
        #expect(try folder.names() == ["Sessions"])
    }

    @Test("replays a killed run's session before anybody has repaired it")
    func replaysKilled() async throws {
        let folder = try TemporaryFolder()
        let child = try StoppingTests.startRecording(["--types", "attitude"], in: folder)
        let dead = try #require(try folder.names(in: "Sessions").first)
        let files = ["lowBack", "leftFoot", "rightFoot"].map {
            "Sessions/\(dead)/\($0)_motion.json"
        }
        // Killed only when each file has samples.
        while try files.contains(where: { try folder.bytes(of: $0).count < 4096 }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        child.send(SIGKILL)
        #expect(child.ending().status == -SIGKILL)
        let ending = try ChildProcess.footfall(
            ["replay", "Sessions/\(dead)", "--speed", "max", "--json", "-o", "new"],
            in: folder
        )
        let outcome = try PrintedOutcome(ending.output)
        #expect(outcome.files.count == 3, "\(ending.errors)")
        // The replay has the recorded attitudes; it cannot compute them without the raw sensors.
        #expect(outcome.samples > 0)
        let new = try folder.bytes(of: "new/\(outcome.folder)/\(outcome.files[0].path)")
        #expect(String(decoding: new, as: UTF8.self).contains("\"attitude\""))
        // The replay and the check both report what the original lacked.
        #expect(ending.status == 3)
        let check = try ChildProcess.footfall(["check", outcome.session], in: folder)
        #expect(check.status == 3)
        #expect(check.output.contains("that it replays: the run ended without closing"))
    }

    @Test(
        "refuses to replay a session that is still being recorded",
        arguments: [
            ["replay", "SESSION"], ["record", "--source", "SESSION"],
            ["run", "task.json", "--auto", "--replay", "SESSION"],
        ]
    )
    func replaysNoLive(words: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(#"{"identifier":"t","steps":[]}"#.utf8), to: "task.json")
        let child = try StoppingTests.startRecording(["--duration", "600"], in: folder)
        let live = try #require(try folder.names(in: "Sessions").first)
        let ending = try ChildProcess.footfall(
            words.map { $0 == "SESSION" ? "Sessions/\(live)" : $0 } + [
                "--speed", "max", "-o", "new",
            ],
            in: folder
        )
        child.send(SIGINT)
        #expect(child.ending().status == 0)
        #expect(ending.status == 1)
        #expect(ending.errors.contains("a run is still writing it"), "\(ending.errors)")
        #expect(try !folder.names().contains("new"))
    }

    @Test("repairs a torn file; check finds damage before, and none afterwards")
    func repairs() throws {
        let folder = try TemporaryFolder()
        let outcome = try folder.record()
        let session = "Sessions/\(outcome.folder)"
        let file = "\(session)/lowBack_motion.json"
        let bytes = try folder.bytes(of: file)
        let half = bytes[..<(bytes.count / 2)]
        try folder.write(half, to: file)

        let damaged = try ChildProcess.footfall(["check", session], in: folder)
        #expect(damaged.status == 1)
        #expect(damaged.output.contains("damaged"))
        let repaired = try ChildProcess.footfall(["repair", session], in: folder)
        #expect(repaired.status == 3)
        #expect(repaired.output.contains("lowBack_motion.json"))
        #expect(try folder.bytes(of: "\(file).torn") == Array(half))
        let whole = try ChildProcess.footfall(["check", session, "--json"], in: folder)
        #expect(whole.status == 0 || whole.status == 3)
        #expect(!whole.output.contains("damaged"), "\(whole.output)")
        let again = try ChildProcess.footfall(["repair", session], in: folder)
        #expect(again.output.contains("nothing to repair"))
    }

    @Test("reports losses by exit status 3, and counts them")
    func losses() throws {
        let folder = try TemporaryFolder()
        let outcome = try folder.record()
        let session = "Sessions/\(outcome.folder)"
        let file = "\(session)/lowBack_motion.json"
        // Gaps where the second readings were.
        let text = String(decoding: try folder.bytes(of: file), as: UTF8.self)
        let lines = text.split(separator: "\n").map { line in
            guard line.contains("\"timestamp\":0.01,"), let values = line.firstRange(of: ",\"x\"")
            else { return String(line) }
            return line[..<values.lowerBound] + ",\"lost\":3,\"reason\":\"device\"},"
        }
        try folder.write(Array(lines.joined(separator: "\n").utf8), to: file)
        // As if its writer had been killed, of a version without a journal: a repair counts what is in it.
        var manifest = try Session(opening: "\(folder.path)/\(session)").manifest
        let index = try #require(manifest.files.firstIndex { $0.path == "lowBack_motion.json" })
        manifest.files[index].closed = false
        manifest.journal = nil
        try FileSystem.remove("\(folder.path)/\(session)/journal.json")
        try folder.write(manifest.encoded(), to: "\(session)/manifest.json")
        #expect(try ChildProcess.footfall(["repair", session], in: folder).status == 0)

        let words = ["replay", session, "--speed", "max", "--json", "-o", "again"]
        let ending = try ChildProcess.footfall(words, in: folder)
        #expect(ending.status == 3, "\(ending.errors)")
        let replayed = try PrintedOutcome(ending.output)
        #expect(replayed.losses == 6)
        let check = try ChildProcess.footfall(["check", replayed.session], in: folder)
        #expect(check.status == 3)
        #expect(check.output.contains("3 lost"), "\(check.output)")
    }
}
