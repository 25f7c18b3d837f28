// What `footfall station` takes of settings, and how it records by them.

import Arguments
import FoundationEssentials
import Glibc
import SessionRuns
import Station
import Testing

@testable import footfall

@Suite("A station's settings, as the command takes them")
struct StationCommandTests {
    private static func plan(_ text: String, _ words: [String] = []) throws -> StationPlan {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/station.json"))
        let parser = ArgumentParser(program: Program.declaration)
        let line = ["station", "\(folder.path)/station.json"] + words
        guard case .run(let arguments) = try parser.parse(line) else {
            throw RunFailure("no command")
        }
        return try StationCommand(arguments).plan()
    }

    @Test("are those of `record`, read by its own parser")
    func record() throws {
        let plan = try Self.plan(
            """
            { "record": { "types": "gyro", "rate": 200, "output": "Data" }, "start": "boot",
              "keepFree": "2GB" }
            """
        )
        guard case .record(let command) = plan.work else {
            Issue.record("it records nothing")
            return
        }
        #expect(command.output == "Data" && command.report == .pathOnly)
        #expect(plan.keepFree == 2_000_000_000 && plan.statusFile == nil)
    }

    @Test(
        "are taken as the page shows them, and as the package begins with them",
        arguments: ["Documentation/Station.md", "Packaging/systemd/station.json"]
    )
    func shown(file: String) throws {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let text = try String(contentsOf: URL(filePath: "/\(root)/\(file)"), encoding: .utf8)
        // Of a page its one block of JSON, of a file all of it.
        let settings = text.split(separator: "```json").last?.split(separator: "```").first
        let plan = try Self.plan(String(try #require(settings)))
        guard case .record(let command) = plan.work else {
            Issue.record("it records nothing")
            return
        }
        #expect(command.output == "/var/lib/footfall/Sessions" && plan.keepFree == 500_000_000)
        #expect(plan.settings.button?.key == "KEY_F13" && plan.settings.start == .button)
    }

    @Test("are those of `run`, which asks nobody")
    func run() throws {
        let plan = try Self.plan(
            #"{ "run": { "task": "Walk.json", "output": "Data" }, "start": "boot" }"#,
            ["--keep-free", "1GB", "--status", "here.json"]
        )
        guard case .run(let command) = plan.work else {
            Issue.record("it runs nothing")
            return
        }
        #expect(command.doer == .nobody && command.output == "Data")
        #expect(plan.keepFree == 1_000_000_000 && plan.statusFile == "here.json")
    }

    @Test(
        "are refused where somebody would have to be at a screen, or an option is wrong",
        arguments: [
            #""record": { "quiet": true }"#, #""record": { "json": true }"#,
            #""record": { "start-key": "KEY_A" }"#, #""record": { "stop-key": "KEY_A" }"#,
            #""record": { "source": "Sessions/a" }"#, #""record": { "list-rates": true }"#,
            #""record": { "rate": -5 }"#, #""record": { "typs": "gyro" }"#,
            #""record": { "help": true }"#, #""record": { "source": "synthetic", "speed": "max" }"#,
            #""run": { "task": "a.json", "host": "web" }"#,
            #""run": { "task": "a.json", "continue": "Sessions/a" }"#,
            #""run": { "task": "a.json", "replay": "Sessions/a" }"#,
            #""record": {}, "keepFree": "much""#,
            #""record": {}, "button": { "key": "KEY_NOSUCH" }"#,
        ]
    )
    func refused(work: String) throws {
        let failure = try #require(throws: RunFailure.self) {
            try Self.plan("{ \(work), \"start\": \"boot\" }")
        }
        #expect("\(failure)".contains("station.json: "))
    }

    @Test("that are wrong end the program with 2, so that systemd does not start it again")
    func status() throws {
        let folder = try TemporaryFolder()
        try Data(#"{ "recrd": {} }"#.utf8).write(to: URL(filePath: "\(folder.path)/a.json"))
        let ending = try ChildProcess.footfall(["station", "a.json"], in: folder)
        #expect(ending.status == 2)
        #expect(ending.errors.contains("a.json: `recrd` is no setting"))
        let missing = try ChildProcess.footfall(["station", "nothing.json"], in: folder)
        #expect(missing.status == 2)
    }
}

@Suite("A station at work")
struct StationWorkTests {
    /// What it is to do: a walk that nobody walks, for some seconds.
    private static func settings(_ rest: String, seconds: Int) -> String {
        """
        { "record": { "source": "synthetic", "output": "Sessions", "duration": \(seconds) }, \(rest) }
        """
    }

    private static let withoutButton =
        #""button": { "key": "KEY_F13", "device": "no such device" }"#

    private static func text(_ file: String, in folder: borrowing TemporaryFolder) -> String {
        String(decoding: (try? folder.bytes(of: file)) ?? [], as: UTF8.self)
    }

    private static let words = ["station", "station.json", "--status", "status.json"]

    @Test("records what is wanted also where its button is missing, and tells of that")
    func withoutButton() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Self.settings(Self.withoutButton, seconds: 1).utf8,
            to: "station.json"
        )
        try folder.write(
            try StationWish(isWanted: true, boot: "an earlier one").json(),
            to: "station-wish.json"
        )
        var child = try ChildProcess(Self.words, in: folder.path)
        let session = child.line(beginning: "\(folder.path)/Sessions/")
        #expect(session != nil)
        child.send(SIGTERM)
        let ending = child.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors.contains("KEY_F13"))
        let status = Self.text("status.json", in: folder)
        #expect(status.contains(#""stopped""#) && status.contains("KEY_F13"), "\(status)")
    }

    @Test("that waits for a button which is missing says so in its state, and records nothing")
    func waitsForNothing() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Self.settings(Self.withoutButton, seconds: 1).utf8,
            to: "station.json"
        )
        let child = try ChildProcess(Self.words, in: folder.path)
        while !child.hasEnded, !Self.text("status.json", in: folder).contains(#""fault""#) {
            sched_yield()
        }
        #expect(Self.text("status.json", in: folder).contains("KEY_F13"))
        child.send(SIGTERM)
        let ending = child.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(Self.text("status.json", in: folder).contains(#""stopped""#))
        #expect(try !folder.names().contains("Sessions"))
    }

    @Test("ends a recording in order when the system asks, and wants it at its next start")
    func terminated() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Self.settings(#""start": "boot""#, seconds: 3600).utf8,
            to: "station.json"
        )
        let child = try ChildProcess(Self.words, in: folder.path)
        while !child.hasEnded, !Self.text("status.json", in: folder).contains(#""recording""#) {
            sched_yield()
        }
        child.send(SIGTERM)
        let ending = child.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(Self.text("status.json", in: folder).contains(#""stopped""#))
        let wish = StationWish(json: try folder.bytes(of: "station-wish.json"))
        #expect(wish?.isWanted == true)
        let session = try #require(try folder.names(in: "Sessions").first)
        let check = try ChildProcess.footfall(["check", "Sessions/\(session)"], in: folder)
        // It may be over before each sensor has given a sample.
        #expect(check.output.contains("the run finished"), "\(check.output)")
    }
}
