// What `footfall station` takes of its settings file.

import Arguments
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

    /// The folder of the package.
    private static let root =
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

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
        let text = try String(contentsOf: URL(filePath: "\(Self.root)/\(file)"), encoding: .utf8)
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
        let task = "\(Self.root)/SampleData/Tasks/Survey.json"
        let plan = try Self.plan(
            #"{ "run": { "task": "\#(task)", "output": "Data" }, "start": "boot" }"#,
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
        let failure = try #require(throws: StationRefusal.self) {
            try Self.plan("{ \(work), \"start\": \"boot\" }")
        }
        #expect(failure.lines.count == 1 && failure.lines[0].contains("station.json: "))
    }

    @Test(
        "are refused with the keys that are wrong, not with the options of the command line",
        arguments: [
            (#""source": "Sessions/a""#, "`record.source`: a station records, and "),
            (
                #""device": ["a", "b"], "placement": "lowBack""#,
                "`record.placement`: 1 place for 2 devices; give one for each `record.device`, "
            ),
            (
                #""lines": "/dev/ttyS0""#,
                "; add `record.map`, for instance `record.map` t_us,ax,ay,az"
            ),
        ] as [(String, String)]
    )
    func options(option: String, words: String) throws {
        let failure = try #require(throws: StationRefusal.self) {
            try Self.plan(#"{ "record": { \#(option) }, "start": "boot" }"#)
        }
        #expect("\(failure)".contains(words), "\(failure)")
    }

    @Test("are refused if `keepFree` is no size, with the key and what it has")
    func noSize() throws {
        let failure = try #require(throws: StationRefusal.self) {
            try Self.plan(#"{ "record": {}, "start": "boot", "keepFree": "much" }"#)
        }
        #expect("\(failure)".contains("`keepFree` is 'much', and not a number of bytes; "))
    }

    @Test("are refused if the task file is missing, unless its folder may come with a stick")
    func task() throws {
        func plan(_ path: String) throws -> StationPlan {
            try Self.plan(#"{ "run": { "task": "\#(path)" }, "start": "boot" }"#)
        }
        let folder = try TemporaryFolder()
        _ = try plan("\(folder.path)/Walk.json")
        _ = try plan("\(folder.path)/Tasks/Walk.json")
        try folder.write("{}".utf8, to: "Walk.json")
        _ = try plan("\(folder.path)/Walk.json")
        let path = "\(folder.path)/Wlak.json"
        let failure = try #require(throws: StationRefusal.self) { try plan(path) }
        let words = "station.json: `run.task` is '\(path)', and there is no such file; "
        #expect("\(failure)".contains(words), "\(failure)")
        #expect(try folder.names() == ["Walk.json"])
    }

    @Test("that are wrong make the program exit with 2, and each fault has a line of its own")
    func status() throws {
        let folder = try TemporaryFolder()
        let text = """
            { "record": { "typs": "gyro", "calibrated": "yes", "rate": [100, 200] },
              "strat": "boot", "button": { "key": "KEY_NOSUCH" }, "keepFree": "much" }
            """
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/a.json"))
        let ending = try ChildProcess.footfall(["station", "a.json"], in: folder)
        #expect(ending.status == 2)
        let places = [
            "`strat` is", "`record.calibrated` is", "`record.rate` is", "`record.typs` is",
            "`button.key` is", "`keepFree` is",
        ]
        #expect(ending.errorLines.count == places.count, "\(ending.errors)")
        for (line, place) in zip(ending.errorLines, places) {
            #expect(line.contains("footfall: a.json: \(place)"), "\(line)")
        }
        let missing = try ChildProcess.footfall(["station", "nothing.json"], in: folder)
        #expect(missing.status == 2)
    }
}
