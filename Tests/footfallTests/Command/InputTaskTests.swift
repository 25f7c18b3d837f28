import FoundationEssentials
import Glibc
import Patience
import SessionFolder
import SessionRuns
import Testing

@testable import footfall

@Suite("A task with touches", .mayNotHang)
@MainActor
struct InputTaskTests {
    static let task = "\(RunCommandTests.tasks)/Tapping.json"

    private func run(
        _ words: String...,
        in folder: borrowing TemporaryFolder
    ) throws -> ChildProcess.Ending {
        let line = ["run", Self.task, "--auto", "--speed", "max", "--json"]
        return try ChildProcess.footfall(line + words, in: folder)
    }

    @Test("gets each hand's touches and motion from a recorded session, in their order")
    func replays() async throws {
        let folder = try TemporaryFolder()
        let recorded = try await InputSessions.record(in: "\(folder.path)/Sessions", seconds: 50)
        var checksums: [[String?]] = []
        var session = recorded.session
        for output in ["first", "second", "third"] {
            let ending = try run("--replay", session, "-o", output, in: folder)
            #expect(ending.errors.isEmpty)
            let report = try RunCommandTests.Report(ending.output)
            #expect(report.reason == "completed")
            #expect(report.errors == [])
            #expect(
                report.files.map(\.path) == [
                    "left_motion.json", "left_touch.json", "right_motion.json", "right_touch.json",
                ]
            )
            // Three touches each tenth of a second, and two types at 100 Hz, for 15 s.
            for file in report.files {
                let expected = file.path.hasSuffix("touch.json") ? 450 : 3000
                #expect(abs(file.samples - expected) <= 3, "\(file)")
            }
            #expect(abs(report.seconds - 40) < 0.001)
            let path = try #require(report.session)
            #expect(try SessionCheck(of: path).verdict == .clean)
            let manifest = try Session(opening: path).manifest
            checksums.append(manifest.files.map(\.checksum))
            // From here on each recorder finds its own file.
            session = path
        }
        #expect(checksums[1] == checksums[2])
    }

    @Test("says at once which recorders the computed walk cannot serve")
    func synthetic() throws {
        let folder = try TemporaryFolder()
        let ending = try run("--source", "synthetic", in: folder)
        #expect(ending.status == 1)
        #expect(ending.errorLines.count == 2, "\(ending.errors)")
        #expect(ending.errorLines.first?.hasPrefix("footfall: left/touch: the recorder") == true)
        #expect(ending.errorLines.last?.contains("(the task goes on without it)") == true)
        let report = try RunCommandTests.Report(ending.output)
        #expect(report.reason == "completed")
        #expect(report.files.map(\.path) == ["left_motion.json", "right_motion.json"])
        #expect(report.errors.count == 2)
    }

    @Test("reports a recorder that cannot start while the task still runs")
    func atOnce() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(RunEndingTests.task.utf8), to: "task.json")
        var child = try ChildProcess(
            ["run", "task.json", "--auto", "--uri", "ip:127.0.0.1:9"],
            in: folder.path
        )
        // Ten minutes are left of it.
        let isTold = child.waitForError(containing: "(the task goes on without it)")
        #expect(isTold)
        child.send(SIGINT)
        let ending = child.ending()
        let lines = ending.errorLines.filter { $0.contains("ip:127.0.0.1:9") }
        #expect(lines.count == 1, "\(ending.errors)")
    }
}

@Suite("A task that leads back for ever", .mayNotHang)
struct EndlessTaskTests {
    @Test("is reported, and ended with what it has recorded")
    func endless() throws {
        let folder = try TemporaryFolder()
        let task = """
            { "identifier": "Round", "steps": [
              { "identifier": "one", "type": "instruction" },
              { "identifier": "two", "type": "instruction", "nextStepIdentifier": "one" } ] }
            """
        try folder.write(Array(task.utf8), to: "task.json")
        let ending = try ChildProcess.footfall(
            ["run", "task.json", "--auto", "--source", "synthetic", "--speed", "max", "--json"],
            in: folder
        )
        #expect(ending.status == 1)
        try #require(ending.errorLines.count == 3, "\(ending.errors)")
        let told = "footfall: note: task.json: steps[1].nextStepIdentifier: no answer leads out of "
        #expect(ending.errorLines[0].hasPrefix(told))
        #expect(ending.errorLines[1].hasPrefix("footfall: note: 1,000 steps"))
        #expect(ending.errorLines.last?.contains("its rules lead back for ever") == true)
        let report = try RunCommandTests.Report(ending.output)
        #expect(report.reason == "earlyExit")
        #expect(report.notes == [])
        let session = try #require(report.session)
        #expect(try Session(opening: session).manifest.notes.count == 1)
        let check = try ChildProcess.footfall(["check", session], in: folder)
        #expect(check.status == 3, "\(check.output)")
        #expect(check.output.contains("loss: two: 10,000 steps were shown"), "\(check.output)")
    }
}
