// How a station records by its settings, ends, and goes on after a kill.

import FoundationEssentials
import Glibc
import Patience
import RecorderKinds
import SessionFolder
import SessionRuns
import Station
import SystemCalls
import Testing
import Timebase

@testable import footfall

@Suite("A station at work", .mayNotHang)
struct StationWorkTests {
    /// Settings that record a computed walk for some seconds.
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

    @Test("resumes a wanted recording although its button is missing, and reports the button")
    func withoutButton() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Self.settings(Self.withoutButton, seconds: 1).utf8,
            to: "station.json"
        )
        try folder.write(
            try StationRequest(isWanted: true, boot: "an earlier one").json(),
            to: "station-request.json"
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

    @Test("reports a missing button in its state while it waits, and records nothing")
    func waitsForNothing() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Self.settings(Self.withoutButton, seconds: 1).utf8,
            to: "station.json"
        )
        let child = try ChildProcess(Self.words, in: folder.path)
        while !child.hasEnded, !Self.text("status.json", in: folder).contains(#""fault""#) {
            ChildProcess.waitForNextLook()
        }
        let status = Self.text("status.json", in: folder)
        #expect(status.contains("KEY_F13") && status.contains("`button` of the settings"))
        child.send(SIGTERM)
        let ending = child.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(Self.text("status.json", in: folder).contains(#""stopped""#))
        #expect(try !folder.names().contains("Sessions"))
    }

    @Test(
        "resumes a killed run only while its settings name the same participant",
        arguments: [("P07", true), ("P08", false)]
    )
    func participant(next: String, isResumed: Bool) throws {
        let folder = try TemporaryFolder()
        try RunEndingTests.prepare(folder, "{}")
        func begin(_ subject: String) throws -> ChildProcess {
            let settings = """
                { "run": { "task": "task.json", "source": "synthetic", "subject": "\(subject)" },
                  "start": "boot" }
                """
            try folder.write(settings.utf8, to: "station.json")
            try? FileSystem.remove("\(folder.path)/status.json")
            let child = try ChildProcess(Self.words, in: folder.path)
            while !child.hasEnded, !Self.text("status.json", in: folder).contains(#""recording""#) {
                ChildProcess.waitForNextLook()
            }
            return child
        }
        let first = try begin("P07")
        let killed = try #require(try folder.sessions().first)
        // By then the progress of the first step is saved.
        let file = "Sessions/\(killed)/motion.json"
        while !first.hasEnded, Self.text(file, in: folder).utf8.count < 10_000 {
            ChildProcess.waitForNextLook()
        }
        first.send(SIGKILL)
        #expect(first.ending().status == -SIGKILL)
        let second = try begin(next)
        second.send(SIGTERM)
        let ending = second.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        let subjects = try folder.sessions().map {
            try Session(opening: "\(folder.path)/Sessions/\($0)").manifest.participant?.subject
        }
        #expect(Set(subjects) == ["P07", next] && subjects.count == (isResumed ? 1 : 2))
    }

    @Test("begins a new run, and says why once, if a killed run cannot be resumed")
    func notResumed() throws {
        let folder = try TemporaryFolder()
        try RunEndingTests.prepare(folder, "{}")
        try folder.write(
            #"{ "run": { "task": "task.json", "source": "synthetic" }, "start": "boot" }"#.utf8,
            to: "station.json"
        )
        func begin() throws -> ChildProcess {
            try? FileSystem.remove("\(folder.path)/status.json")
            let child = try ChildProcess(Self.words, in: folder.path)
            while !child.hasEnded, !Self.text("status.json", in: folder).contains(#""recording""#) {
                ChildProcess.waitForNextLook()
            }
            return child
        }
        let first = try begin()
        let killed = try #require(try folder.sessions().first)
        let file = "Sessions/\(killed)/motion.json"
        while !first.hasEnded, Self.text(file, in: folder).utf8.count < 10_000 {
            ChildProcess.waitForNextLook()
        }
        first.send(SIGKILL)
        #expect(first.ending().status == -SIGKILL)
        // The task no longer has the step that the run had reached.
        let changed = RunEndingTests.task.replacing("\"walk\"", with: "\"stroll\"")
        try folder.write(Array(changed.utf8), to: "task.json")
        let second = try begin()
        second.send(SIGTERM)
        let ending = second.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors.split(separator: "is still in it").count == 2, "\(ending.errors)")
        #expect(try folder.sessions().count == 2)
    }

    @Test(
        "says once what is wrong with its task file, and names its key if the file is missing",
        arguments: [
            ("faulty.json", "faulty.json: the root: the key 'identifier' is missing"),
            ("Tasks/Walk.json", "`run.task` is 'Tasks/Walk.json', and there is no such file"),
            // It is not missing: a part of its path is a file.
            ("faulty.json/Walk.json", "cannot open faulty.json/Walk.json: not a directory"),
        ]
    )
    func badTask(task: String, words: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{ "type": "x" }"#.utf8, to: "faulty.json")
        let settings = """
            { "run": { "task": "\(task)", "source": "synthetic" }, "start": "boot",
              "again": "never" }
            """
        try folder.write(settings.utf8, to: "station.json")
        let ending = try ChildProcess.footfall(Self.words, in: folder)
        #expect(ending.status == 4, "\(ending.errors)")
        #expect(ending.errors.split(separator: words).count == 2, "\(ending.errors)")
        #expect(Self.text("status.json", in: folder).contains("lastError"))
        #expect(try !folder.names().contains("Sessions"))
    }

    @Test("records the devices that open without one that is missing, which it names")
    func withoutSensor() throws {
        let folder = try TemporaryFolder()
        let present = try PseudoTerminal(columns: 80, rows: 24)
        // The pseudo-terminal's own name has a number, which does not stay with it.
        let link = "\(folder.path)/port"
        #expect(unsafe symlink(present.path, link) == 0)
        let settings = """
            { "record": { "lines": ["\(link)", "/nowhere/port"], "map": "n,v",
                          "output": "Sessions" }, "start": "boot" }
            """
        try folder.write(settings.utf8, to: "station.json")
        let child = try ChildProcess(Self.words, in: folder.path)
        var status = ""
        let named = #""lines2 (/nowhere/port)""#
        func isSettled() -> Bool {
            status.contains(#""fault""#)
                || status.contains(#""recording""#) && status.contains(named)
        }
        while !child.hasEnded, !isSettled() {
            ChildProcess.waitForNextLook()
            status = Self.text("status.json", in: folder)
        }
        #expect(status.contains(#""recording""#) && status.contains(named), "\(status)")
        #expect(status.contains("there is no such port"), "\(status)")
        // A port from which nothing comes has failed, too.
        try present.type(Array("\n0,0\n1,1\n".utf8))
        let session = try #require(try folder.names(in: "Sessions").first)
        let file = "Sessions/\(session)/lines1.json"
        func count() -> Int { Self.text(file, in: folder).split(separator: "\"x\":").count - 1 }
        while !child.hasEnded, count() < 2 { ChildProcess.waitForNextLook() }
        child.send(SIGTERM)
        let ending = child.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        let told = "lines2: did not start: /nowhere/port: there is no such port; "
        #expect(ending.errors.contains(told), "\(ending.errors)")
        let manifest = try Session(opening: "\(folder.path)/Sessions/\(session)").manifest
        #expect(manifest.status == .failed)
        #expect(manifest.errors.count == 1 && manifest.errors[0].hasPrefix(told))
        #expect(manifest.files.map(\.path) == ["lines1.json"])
    }

    @Test("records nothing without a missing device if another one has a number", .mayNotHang)
    func numberedSensors() throws {
        let folder = try TemporaryFolder()
        let present = try PseudoTerminal(columns: 80, rows: 24)
        let settings = """
            { "record": { "lines": ["\(present.path)", "/nowhere/port"], "map": "n,v",
                          "output": "Sessions" }, "start": "boot", "again": "never" }
            """
        try folder.write(settings.utf8, to: "station.json")
        let ending = try ChildProcess.footfall(Self.words, in: folder)
        #expect(ending.status == 4, "\(ending.errors)")
        let remedy = "`record.lines` \(present.path): name it by its path in /dev/serial/by-id"
        #expect(ending.errors.split(separator: remedy).count == 2, "it is told once")
        #expect(Self.text("status.json", in: folder).contains("there is no such port"))
        #expect(try !folder.names().contains("Sessions"))
    }

    @Test("ends by itself after its recording if nothing would begin another one")
    func endsByItself() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Self.settings(#""start": "boot", "again": "never""#, seconds: 1).utf8,
            to: "station.json"
        )
        let ending = try ChildProcess.footfall(Self.words, in: folder)
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors.contains("without a button"))
        #expect(Self.text("status.json", in: folder).contains(#""stopped""#))
        #expect(try folder.names(in: "Sessions").count == 1)
    }

    @Test("ends with a failure, and says why, if its recording has failed and no other follows")
    func endsByFailing() throws {
        let folder = try TemporaryFolder()
        let rest = #""start": "boot", "again": "never", "keepFree": "9000000GB""#
        try folder.write(Self.settings(rest, seconds: 1).utf8, to: "station.json")
        let ending = try ChildProcess.footfall(Self.words, in: folder)
        #expect(ending.status == 4, "\(ending.errors)")
        #expect(ending.errors.contains("without a button"))
        let status = Self.text("status.json", in: folder)
        #expect(status.contains(#""stopped""#) && status.contains("keepFree"), "\(status)")
    }

    @Test("ends a recording in order on SIGTERM, and resumes it at its next start")
    func terminated() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Self.settings(#""start": "boot""#, seconds: 3600).utf8,
            to: "station.json"
        )
        let child = try ChildProcess(Self.words, in: folder.path)
        while !child.hasEnded, !Self.text("status.json", in: folder).contains(#""recording""#) {
            ChildProcess.waitForNextLook()
        }
        child.send(SIGTERM)
        let ending = child.ending()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(Self.text("status.json", in: folder).contains(#""stopped""#))
        let request = StationRequest(json: try folder.bytes(of: "station-request.json"))
        #expect(request?.isWanted == true)
        let session = try #require(try folder.names(in: "Sessions").first)
        let check = try ChildProcess.footfall(["check", "Sessions/\(session)"], in: folder)
        // It may be over before each sensor has given a sample.
        #expect(check.output.contains("the run finished"), "\(check.output)")
    }
}
