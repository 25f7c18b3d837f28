// What a station says about the options in its settings file.

import Arguments
import Research
import Station
import Testing

@testable import footfall

@Suite("The options in a station's settings")
struct StationOptionsTests {
    private static func options(_ text: String) throws -> StationOptions {
        let whole = "{ \(text), \"start\": \"boot\" }"
        let (settings, faults) = StationSettings.read(json: Array(whole.utf8))
        try #require(faults == [])
        return StationOptions(of: try #require(settings))
    }

    @Test("become those of a command line")
    func words() throws {
        let options = try Self.options(
            """
            "record": {
              "types": "accelerometer,gyro", "rate": 100, "compress": true, "csv": false,
              "placement": ["event3=lowBack", "leftFoot"], "output": ["Sessions"]
            }
            """
        )
        #expect(options.faults == [])
        #expect(options.arguments.command == "record" && options.arguments.operands.isEmpty)
        #expect(
            options.arguments.words == [
                "types": ["accelerometer,gyro"], "rate": ["100"], "compress": [],
                "placement": ["event3=lowBack", "leftFoot"], "output": ["Sessions"],
            ]
        )
    }

    @Test("of `run` have the task file as the operand, even one whose name looks like an option")
    func task() throws {
        let options = try Self.options(#""run": { "task": "--walk.json", "speed": 0.5 }"#)
        #expect(options.faults == [])
        #expect(options.arguments.operands == ["--walk.json"])
        #expect(options.arguments.words == ["speed": ["0.5"]])
    }

    @Test(
        "are refused with their keys, and with what to write in JSON",
        arguments: [
            (
                #""record": { "typs": "gyro" }"#,
                "`record.typs` is no option of footfall record; did you mean `record.types`?"
            ),
            (
                #""record": { "--rate": 1 }"#,
                "`record.--rate` is no option of footfall record; did you mean `record.rate`?"
            ),
            (
                #""record": { "rate=5 --csv": 1 }"#,
                "`record.rate=5 --csv` is no option of footfall record; see footfall record --help"
            ),
            (
                #""record": { "": 1 }"#,
                "`record.` is no option of footfall record; see footfall record --help"
            ),
            (
                #""record": { "help": true }"#,
                "`record.help` is no option of footfall record; see footfall record --help"
            ),
            (
                #""record": { "calibrated": "yes" }"#,
                "`record.calibrated` is 'yes', and neither true nor false; write \"calibrated\": true, or leave it out"
            ),
            (
                #""record": { "calibrated": 3 }"#,
                "`record.calibrated` is 3, and neither true nor false; write \"calibrated\": true, or leave it out"
            ),
            (
                #""record": { "rate": -5 }"#,
                "`record.rate` is -5: not a number above 0; give for instance 100"
            ),
            (
                #""record": { "rate": true }"#,
                "`record.rate` is true, and no text or number; give for instance 100"
            ),
            (
                #""record": { "rate": null }"#,
                "`record.rate` is null, and no text or number; give for instance 100"
            ),
            (
                #""record": { "rate": { "hz": 100 } }"#,
                "`record.rate` is an object, and no text or number; give for instance 100"
            ),
            (
                #""record": { "rate": [100, 200] }"#,
                "`record.rate` is a list, and takes one value; write one of them alone, such as 100"
            ),
            (
                #""record": { "types": ["accelerometer", "gyro"] }"#,
                "`record.types` is a list, and takes one value; write one text, as in \"types\": \"accelerometer,gyro\""
            ),
            (
                #""record": { "output": ["a", "b"] }"#,
                "`record.output` is a list, and takes one value; write one of them alone"
            ),
            (
                #""record": { "output": true }"#,
                "`record.output` is true, and no text or number; write its DIR in quotes, as in \"output\": \"DIR\""
            ),
            (
                #""record": { "device": ["left", ["right"]] }"#,
                "`record.device` has a list, and no text or number; write its NAME in quotes, as in \"device\": \"NAME\""
            ),
            (
                #""record": { "start-key": "KEY_A" }"#,
                "`record.start-key` is not for a station, which begins and ends by its own button; name the key as `button` of the settings"
            ),
            (
                #""run": { "seed": 1 }"#,
                "`run.task` is missing; name the task file, such as \"Walk.json\""
            ),
            (
                #""run": { "task": 5 }"#,
                "`run.task` is 5, and no path; name the task file, such as \"Walk.json\""
            ),
            (
                #""run": { "task": "" }"#,
                "`run.task` is '', and no path; name the task file, such as \"Walk.json\""
            ),
            (
                #""run": { "taks": "Walk.json" }"#,
                "`run.taks` is no option of footfall run; did you mean `run.task`?"
            ),
            (
                #""run": { "task": "a.json", "source": "sensors" }"#,
                "`run.source` is 'sensors': sensors is no source of a task; there are iio, synthetic"
            ),
            (
                #""run": { "task": "a.json", "host": "web" }"#,
                "`run.host` is not for a station, which has no screen, and goes on by itself with a run that was killed; leave it out"
            ),
            (
                #""run": { "task": "a.json", "replay": "Sessions/a" }"#,
                "`run.replay` is not for a station, which records, and replays nothing; leave it out, or use footfall run"
            ),
        ] as [(String, String)]
    )
    func message(text: String, message: String) throws {
        #expect(try Self.options(text).faults.map(\.description) == [message])
    }

    @Test("are refused with all faults at once, in the order of their names")
    func together() throws {
        let options = try Self.options(
            #""run": { "source": "synthetic", "speed": "fast", "subjct": "P07", "json": true }"#
        )
        let keys = ["run.json", "run.speed", "run.subjct", "run.task"]
        #expect(options.faults.map(\.key) == keys)
    }

    @Test("are accepted if they are false, as if they were not there", arguments: ["json", "rate"])
    func absent(option: String) throws {
        let options = try Self.options(#""record": { "\#(option)": false }"#)
        #expect(options.faults == [] && options.arguments.words.isEmpty)
    }
}
