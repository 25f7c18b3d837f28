// What `footfall station` takes of settings, and how it records by them.

import Arguments
import FoundationEssentials
import Glibc
import Patience
import RecorderKinds
import Research
import SessionFolder
import SessionRuns
import StandardRecorders
import Station
import SystemCalls
import Testing
import Timebase

@testable import footfall

@Suite("A station's settings, as the command reads them")
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

    @Test("can be those of `record`, read by its own parser")
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
        // The sensor is found by its type.
        #expect(command.requiredStarts == .all)
    }

    @Test(
        "let it record without a sensor only if each name stays with its sensor",
        arguments: [
            (#""device": ["left", "right"]"#, true), (#""device": ["left", "iio:device1"]"#, false),
            (#""device": "left", "input": "event3""#, false), (#""source": "synthetic""#, true),
        ] as [(String, Bool)]
    )
    func missingSensors(sensors: String, mayBeMissing: Bool) throws {
        let plan = try Self.plan(#"{ "record": { \#(sensors) }, "start": "boot" }"#)
        guard case .record(let command) = plan.work else {
            Issue.record("it records nothing")
            return
        }
        #expect(command.requiredStarts == (mayBeMissing ? .one : .all))
        #expect((plan.work.note == nil) == mayBeMissing)
        // Somebody at a terminal can mend a sensor.
        let words = ["device": ["left", "right"]]
        let atTerminal = try RecordCommand(ParsedArguments(command: "record", words: words))
        #expect(atTerminal.requiredStarts == .all)
    }

    @Test(
        "are read as the page and the package have them",
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

    @Test("can be those of `run`, with no participant at a screen")
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
        "are refused if a person would have to be at a screen, or if an option is wrong",
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

    @Test("that are wrong make the program exit with 2, so that systemd does not restart it")
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

@Suite("What a station shows")
struct StationDisplayTests {
    private static func makeLight(
        _ name: String,
        in folder: borrowing TemporaryFolder
    ) throws {
        try FileSystem.makeDirectory("\(folder.path)/\(name)")
        let files = ["trigger": "none [mmc0]\n", "brightness": "0\n", "max_brightness": "1\n"]
        for (file, text) in files { try folder.write(text.utf8, to: "\(name)/\(file)") }
    }

    private static func plan(
        in folder: String,
        led: String,
        status: String? = nil
    ) throws -> StationPlan {
        var settings = StationSettings(
            work: .record,
            words: ["--source", "synthetic"],
            start: .boot
        )
        settings.led = led
        return StationPlan(
            settings: settings,
            work: try StationWork(settings),
            keepFree: 0,
            statusFile: status,
            memory: folder
        )
    }

    @Test("is why it records before anybody has pressed its button")
    func readiness() {
        #expect(StationService.readiness(isWanted: false, by: .button).hasSuffix("waits"))
        #expect(StationService.readiness(isWanted: true, by: .boot) == "the station is ready")
        let words = StationService.readiness(isWanted: true, by: .button)
        #expect(words.contains(StationMemory.name) && words.contains("press the button"))
    }

    @Test("stays as the end of the program has left it, on the LED and in the status file")
    func ending() throws {
        let folder = try TemporaryFolder()
        try Self.makeLight("ACT", in: folder)
        let plan = try Self.plan(in: folder.path, led: "ACT", status: "\(folder.path)/status.json")
        let thread = try WorkThread(name: "station files")
        let display = StationDisplay(
            plan,
            StationVoice(),
            writingOn: thread,
            lightsIn: folder.path
        )
        func trigger() throws -> String {
            String(decoding: try folder.bytes(of: "ACT/trigger"), as: UTF8.self)
        }
        display.show(display.status(of: .recording), second: 1)
        #expect(try trigger().hasPrefix("none"))
        display.end()
        #expect(try trigger().hasPrefix("mmc0"))
        display.show(display.status(of: .recording), second: 2)
        thread.finishWhatWasAsked()
        #expect(try trigger().hasPrefix("mmc0"))
        let status = String(decoding: try folder.bytes(of: "status.json"), as: UTF8.self)
        #expect(status.contains(#""stopped""#), "\(status)")
    }

    @Test("has breaks on the LED while a sensor gives nothing and the others are recorded")
    func missingSensor() throws {
        let folder = try TemporaryFolder()
        try Self.makeLight("ACT", in: folder)
        let display = StationDisplay(
            try Self.plan(in: folder.path, led: "ACT"),
            StationVoice(),
            writingOn: try WorkThread(name: "station files"),
            lightsIn: folder.path
        )
        func brightness() throws -> String {
            String(decoding: try folder.bytes(of: "ACT/brightness"), as: UTF8.self)
        }
        // This LED has no timer: a break is every fourth second.
        var status = display.status(of: .recording)
        display.show(status, second: 4)
        #expect(try brightness().hasPrefix("1"))
        status.stalled = ["leftFoot_motion"]
        display.show(status, second: 4)
        #expect(try brightness().hasPrefix("0"))
        display.show(status, second: 5)
        #expect(try brightness().hasPrefix("1"))
    }

    @Test("is, on the LED, what a killed station had found, once the next one ends")
    func killed() throws {
        let folder = try TemporaryFolder()
        try Self.makeLight("ACT", in: folder)
        let plan = try Self.plan(in: folder.path, led: "ACT")
        let thread = try WorkThread(name: "station files")
        func display() -> StationDisplay {
            StationDisplay(plan, StationVoice(), writingOn: thread, lightsIn: folder.path)
        }
        func trigger() throws -> String {
            String(decoding: try folder.bytes(of: "ACT/trigger"), as: UTF8.self)
        }
        let first = display()
        first.keepLight()
        first.light(.recording, second: 1)
        // Killed: nothing restores the LED. The kernel shows the active trigger in brackets.
        #expect(try trigger().hasPrefix("none"))
        try folder.write("[none] mmc0\n".utf8, to: "ACT/trigger")
        let second = display()
        second.keepLight()
        second.light(.recording, second: 1)
        second.end()
        #expect(try trigger().hasPrefix("mmc0"))
        #expect(try !folder.names().contains(StationMemory.lightName))
    }

    @Test("keeps the former state of a LED stored until that LED, and no other, is in it again")
    func unrestored() throws {
        let folder = try TemporaryFolder()
        try Self.makeLight("ACT", in: folder)
        try Self.makeLight("PWR", in: folder)
        let (act, power) = (
            try Self.plan(in: folder.path, led: "ACT"), try Self.plan(in: folder.path, led: "PWR")
        )
        let thread = try WorkThread(name: "station files")
        func start(_ plan: StationPlan) -> StationDisplay {
            let display = StationDisplay(
                plan,
                StationVoice(),
                writingOn: thread,
                lightsIn: folder.path
            )
            display.keepLight()
            display.light(.recording, second: 1)
            return display
        }
        func isStored() throws -> Bool { try folder.names().contains(StationMemory.lightName) }
        let first = start(act)
        try FileSystem.remove("\(folder.path)/ACT/trigger")
        first.end()
        #expect(try isStored(), "the LED did not take its state")
        start(power).end()
        #expect(try isStored(), "another LED was restored")
        try folder.write("[none] mmc0\n".utf8, to: "ACT/trigger")
        start(power).end()
        #expect(try !isStored())
        let trigger = String(decoding: try folder.bytes(of: "ACT/trigger"), as: UTF8.self)
        #expect(trigger.hasPrefix("mmc0"))
    }

    @Test("is, on each LED, what killed stations had found, though one is not restored at first")
    func severalKilled() throws {
        let folder = try TemporaryFolder()
        for name in ["ACT", "PWR", "USR"] { try Self.makeLight(name, in: folder) }
        let thread = try WorkThread(name: "station files")
        func start(_ led: String) throws -> StationDisplay {
            let display = StationDisplay(
                try Self.plan(in: folder.path, led: led),
                StationVoice(),
                writingOn: thread,
                lightsIn: folder.path
            )
            display.keepLight()
            display.light(.recording, second: 1)
            return display
        }
        // The kernel shows the active trigger in brackets.
        func set(_ led: String, _ triggers: String) throws {
            try folder.write("\(triggers)\n".utf8, to: "\(led)/trigger")
        }
        func isRestored(_ led: String) throws -> Bool {
            try folder.bytes(of: "\(led)/trigger").starts(with: "mmc0".utf8)
        }
        // Killed, and its LED is missing when the next one starts, which is killed, too.
        _ = try start("ACT")
        try FileSystem.remove("\(folder.path)/ACT/trigger")
        _ = try start("PWR")
        try set("PWR", "[none] mmc0")
        try start("PWR").end()
        #expect(try isRestored("PWR"))
        // Killed again; a station with another LED restores both at its start.
        try set("PWR", "none [mmc0]")
        _ = try start("PWR")
        try set("PWR", "[none] mmc0")
        try set("ACT", "[none] mmc0")
        let last = try start("USR")
        #expect(try isRestored("PWR"))
        #expect(try isRestored("ACT"))
        last.end()
        #expect(try isRestored("USR"))
        #expect(try !folder.names().contains(StationMemory.lightName))
    }

    @MainActor
    @Test("is the losses of a recording that has no samples")
    func losses() {
        let follower = StationFollower { _ in }
        let recording = WatchedRecording(streams: [], start: BootInstant(nanoseconds: 0))
        follower.watch(recording).finish(samples: 0, losses: 5)
        #expect(follower.look().lost == 5)
    }
}

@Suite("What a station takes for a hang")
struct StationHangTests {
    /// Whether a recorder should give samples all the time; `nil` if it is of another kind.
    private static func isSteady<Kind: RecorderKind>(
        _ kind: Kind,
        _ configuration: any RSDAsyncActionConfiguration
    ) -> Bool? {
        (configuration as? Kind.Configuration).map { kind.isSteady(for: $0) }
    }

    @Test(
        "is the silence of a sensor with a rate, and not that of one that may have nothing to say",
        arguments: [
            (#""type": "motion""#, true), (#""type": "microphone""#, true),
            (#""type": "lines", "port": "-", "map": "ax,ay,az", "frequency": 50"#, true),
            (#""type": "lines", "port": "-", "map": "ax,ay,az""#, false),
            (#""type": "distance""#, false), (#""type": "input""#, false),
            (#""type": "touch""#, false),
        ] as [(String, Bool)]
    )
    func silence(recorder: String, isHang: Bool) throws {
        let factory = RSDFactory(writingDatesIn: .utc)
        for kind in StandardKinds.all { try factory.register(kind) }
        let file = #"""
            { "identifier": "walk", "steps": [{ "identifier": "one", "type": "instruction" }],
              "asyncActions": [{ "identifier": "recorder", \#(recorder) }] }
            """#
        let task = try factory.decodeTask(with: Data(file.utf8))
        let configuration = try #require(task.asyncActions?.first)
        let answers = StandardKinds.all.compactMap { Self.isSteady($0, configuration) }
        #expect(answers == [isHang])
    }
}

@Suite("A station at work")
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
            sched_yield()
        }
        #expect(Self.text("status.json", in: folder).contains("KEY_F13"))
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
                sched_yield()
            }
            return child
        }
        let first = try begin("P07")
        let killed = try #require(try folder.sessions().first)
        // By then the progress of the first step is saved.
        let file = "Sessions/\(killed)/motion.json"
        while !first.hasEnded, Self.text(file, in: folder).utf8.count < 10_000 { sched_yield() }
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

    @Test("records the devices that open without one that is missing, which it names", .mayNotHang)
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
        func isSettled() -> Bool {
            status.contains(#""fault""#)
                || status.contains(#""recording""#) && status.contains(#""lines2""#)
        }
        while !child.hasEnded, !isSettled() {
            sched_yield()
            status = Self.text("status.json", in: folder)
        }
        #expect(status.contains(#""recording""#) && status.contains(#""lines2""#), "\(status)")
        #expect(status.contains("there is no such port"), "\(status)")
        // A port from which nothing comes has failed, too.
        try present.type(Array("\n0,0\n1,1\n".utf8))
        let session = try #require(try folder.names(in: "Sessions").first)
        let file = "Sessions/\(session)/lines1.json"
        func count() -> Int { Self.text(file, in: folder).split(separator: "\"x\":").count - 1 }
        while !child.hasEnded, count() < 2 { sched_yield() }
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
        let remedy = "--lines \(present.path): name it by its path in /dev/serial/by-id"
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
            sched_yield()
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
