import Glibc
import Patience
import SystemCalls
import Testing

@testable import footfall

@Suite("Bad input")
struct BadInputTests {
    /// A command line, what it ends with, and what its one line of error says.
    struct Case: CustomTestStringConvertible {
        var words: [String]
        var status: Int32
        var says: [String]

        init(_ words: String, _ status: Int32, _ says: String...) {
            self.words = words.split(separator: " ").map(String.init)
            self.status = status
            self.says = says
        }

        var testDescription: String { "footfall \(words.joined(separator: " "))" }
    }

    @Test("with an escape code in a name does not steer the terminal")
    func escapes() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(["record", "--input", "\u{1B}[2Jpedal"], in: folder)
        #expect(ending.status == 1)
        #expect(!ending.errors.contains("\u{1B}"))
        #expect(ending.errors.contains("\\u{1b}[2Jpedal"), "\(ending.errors)")
        #expect(ending.errorLines.count == 1)
    }

    @Test(
        "costs one line that names the thing and the remedy, and leaves nothing behind",
        arguments: [
            Case(
                "",
                2,
                "COMMAND: none given",
                "record, devices, calibrate, setup, replay, run, station, serve, boards, validate"
            ),
            Case("recrod", 2, "recrod", "did you mean record?"),
            Case("record --rate -5", 2, "--rate -5", "not a number above 0", "for instance 100"),
            Case("record --rate=nan", 2, "--rate nan", "not a number above 0"),
            Case("record --rate 1e9 --duration 1", 2, "--rate 1e9", "within 0.001 to 1000000"),
            Case("record --duration 0", 2, "--duration 0", "2m or 1h30m"),
            Case("record --speed fast", 2, "--speed fast", "1, 10x or max"),
            Case("record --source synthetic --speed max", 2, "--speed max", "add --duration"),
            Case("record --source syntetic", 2, "--source syntetic", "did you mean synthetic?"),
            Case("record --source walks/monday", 1, "walks/monday", "no such folder"),
            Case("record --speed 2", 2, "--speed", "real time", "--source synthetic"),
            Case("record --source synthetic --seed -1", 2, "--seed -1", "whole number"),
            Case("record --seed 5", 2, "--seed", "synthetic walk", "--source synthetic"),
            Case("record --source synthetic --uri local:", 2, "--uri", "no", "leave it out"),
            Case("record --source empty --device bmi160", 2, "--device", "the recorded session"),
            Case("record --device a --device a", 2, "--device", "twice", "one recorder"),
            Case("record --device a --placement b --placement c", 2, "--placement", "one for each"),
            Case("record --mount-matrix 1,0,0", 2, "--mount-matrix", "three rows", "0,1,0; -1,0,0"),
            Case("record --mount-matrix 0,0,0;0,0,0;0,0,0", 2, "--mount-matrix", "no rotation"),
            Case("serve", 2, "DIR"),
            Case("serve nowhere", 1, "nowhere", "no such folder", "task files"),
            Case("serve file", 1, "file: it is a file, not a folder", "with the task files"),
            Case("serve . --key a", 2, "--key", "belong together"),
            Case("serve . --speed 2", 2, "--speed"),
            Case("serve . --source syntetic", 2, "--source syntetic", "did you mean synthetic?"),
            Case("serve . --port 0", 2, "--port 0"),
            Case("record --device nowhere", 1, "local:", "no device for"),
            Case("record --uri nonsense", 2, "--uri nonsense", "no address", "ip:HOST"),
            Case("record --uri 192.168.7.2", 2, "no address", "did you mean ip:192.168.7.2?"),
            Case("record --uri local", 2, "--uri local", "did you mean local:?"),
            Case("devices --uri board.xml", 2, "--uri board.xml", "no address", "xml:FILE"),
            // Some libiio have no serial backend; IIOSourceTests check the message for that.
            Case("record --uri serial:/dev/none", 1, "serial:/dev/none"),
            Case(
                "record --uri ip:127.0.0.1:9",
                1,
                "ip:127.0.0.1:9",
                "no iiod",
                "check the address"
            ),
            Case("devices --uri nonsense", 2, "--uri nonsense", "no address", "ip:HOST"),
            Case("calibrate --device nowhere", 1, "footfall: local: no such motion sensor"),
            Case("setup --user root;reboot", 2, "--user", "name of a user"),
            Case("record --events keys", 2, "--events", "none is recorded", "add --input"),
            Case("record --grab", 2, "--grab", "none is recorded", "add --input"),
            Case("record --input a --events key", 2, "--events key", "did you mean keys?"),
            Case("record --input a --name-keys KEY_FF13", 2, "KEY_FF13", "did you mean KEY_F13?"),
            Case("record --mark-key f13", 2, "--mark-key f13", "did you mean KEY_F13?"),
            Case("record --mark-key KEY_A=", 2, "--mark-key", "the mark is missing"),
            Case("record --mark-key KEY_A=stop", 2, "--mark-key", "of its own", "another name"),
            Case("record --mark-key KEY_A --mark-key KEY_A=b", 2, "--mark-key", "twice"),
            Case("record --start-key nonsense", 2, "--start-key nonsense", "no key", "KEY_"),
            Case("record --input a --grab --stop-key KEY_A", 2, "--stop-key", "--grab", "only the"),
            Case("record --input a --input a", 2, "--input", "twice", "one recorder"),
            Case("record --input a --reconnect 4000", 2, "--reconnect", "longer than an hour"),
            Case("record --input a --reconnect soon", 2, "--reconnect soon", "30s", "0 does not"),
            Case(
                "record --input a --events touches --name-keys KEY_A",
                2,
                "--name-keys",
                "--events touches",
                "add keys to --events"
            ),
            Case("record --input a --uri local:", 2, "--uri", "motion sensors", "--source iio"),
            Case("record --input a --list-rates", 2, "--list-rates", "motion sensors"),
            Case("record --list-rates --stop-key KEY_A", 2, "--stop-key", "nothing is recorded"),
            Case("record --input a --speed 2", 2, "--speed", "real time"),
            Case("record --source synthetic --input a", 2, "--input", "a synthetic walk has none"),
            Case("record --source empty --mark-key KEY_A", 2, "--mark-key", "the recorded session"),
            Case("record --input nowhere", 1, "no input device for \"nowhere\""),
            Case(
                "record --start-key BTN_TRIGGER_HAPPY40",
                1,
                "no input device for the key BTN_TRIGGER_HAPPY40"
            ),
            Case("record --types accelerometr", 2, "did you mean accelerometer?"),
            Case("record --durations 5", 2, "--durations", "did you mean --duration?"),
            Case("record --quiet --json", 2, "--quiet", "give one of the two"),
            Case(
                "record --source synthetic --duration 1 --placement neck",
                2,
                "--placement neck",
                "leftFoot"
            ),
            Case(
                "record --source synthetic --duration 1 --placement lowBak",
                2,
                "lowBak is no placement of the synthetic walk",
                "did you mean lowBack?"
            ),
            Case(
                "record --source synthetic --duration 1 -o file",
                1,
                "file",
                "choose another path"
            ),
            Case(
                "record --source synthetic --duration 1 -o file/within",
                1,
                "file/within",
                "choose another path"
            ),
            Case("record --source synthetic --duration 1 -o /proc/within", 1, "/proc/within"),
            Case(
                "record --source nowhere",
                1,
                "--source nowhere",
                "no such folder",
                "iio, synthetic",
                "footfall record"
            ),
            Case(
                "record --source synthetic --duration 1 --study nowhere",
                1,
                "--study nowhere: ",
                "no such file"
            ),
            Case("amend empty --subject P07 --study empty", 1, "--study empty: ", "name a file"),
            Case("record --source empty", 1, "empty", "not a session", "footfall record"),
            Case("record --source file", 1, "file", "not a session", "footfall record"),
            Case("record --source empty --rate 5", 2, "--rate", "the recorded session"),
            Case("record --source empty --seed 5", 2, "--seed", "the recorded session"),
            Case("record extra", 2, "extra", "one word too many"),
            Case(
                "replay",
                2,
                "replay: SESSION is missing (the session folder to replay)",
                "write footfall replay SESSION"
            ),
            Case("replay nowhere", 1, "nowhere", "no such folder"),
            Case("replay empty", 1, "empty", "not a session"),
            Case("check nowhere", 1, "nowhere", "no such folder"),
            Case("check empty", 1, "empty", "not a session"),
            Case("check file", 1, "file", "not a session"),
            Case("repair nowhere", 1, "nowhere", "no such file or folder"),
            Case("repair file", 1, "file"),
            Case("run file --json", 2, "--json", "add --auto"),
            Case("run file --answers a.json", 2, "--answers", "add --auto"),
            Case("run file --speed max --source synthetic", 2, "--speed", "at full speed"),
            Case("run file --auto --plain", 2, "--plain", "there is no participant"),
            Case("run file --auto --idle 5m", 2, "--idle", "there is no participant"),
            Case("run file --auto --host web", 2, "--host", "there is no participant"),
            Case("run file --host pager", 2, "--host pager", "terminal, web"),
            Case("run file --host web --plain", 2, "--plain", "not for a browser"),
            Case("run file --lan", 2, "--lan", "--host web"),
            Case("run file --port 8080", 2, "--port", "--host web"),
            Case("run file --host web --port 0", 2, "--port", "1 to 65535"),
            Case("run file --host web --port 70000", 2, "--port", "1 to 65535"),
            Case("run file --host web --certificate a --key b", 2, "--certificate", "--lan"),
            Case("run file --host web --lan --key b", 2, "--key", "belong together"),
            Case(
                "run file --host web --lan --certificate a",
                2,
                "--certificate",
                "belong together"
            ),
            Case("run file --idle never", 2, "--idle", "1h30m"),
            Case("run --auto", 2, "TASK.json", "is missing"),
            Case("run nowhere --auto", 1, "nowhere", "no such file"),
            Case("run nowhere/a.json --auto", 1, "nowhere/a.json", "no such file", "a task file"),
            Case("run file --auto --source syntetic", 2, "did you mean synthetic?"),
            Case("run file --auto --speed 2", 2, "--speed", "real time", "--source synthetic"),
            Case("run file --auto --seed 2", 2, "--seed", "synthetic walk"),
            Case("run file --auto --replay a --source synthetic", 2, "--source", "--replay"),
            Case("run file --auto --replay empty", 1, "empty", "not a session"),
            Case("run file --auto --source synthetic", 1, "file", "footfall validate"),
            Case("validate", 2, "TASK.json", "is missing"),
            Case("validate nowhere", 1, "nowhere", "no such file"),
            Case("validate empty", 1, "empty", "it is a folder"),
            Case("validate file --resources nowhere", 1, "nowhere", "no such folder"),
            Case("validate file --resources file", 1, "file, not a folder", "task's resources"),
            Case("bench --duration -1", 2, "--duration -1"),
        ]
    )
    func badInput(input: Case) throws {
        let folder = try TemporaryFolder()
        try FileSystem.makeDirectory("\(folder.path)/empty")
        try folder.write(Array("not a recording\n".utf8), to: "file")

        let ending = try ChildProcess.footfall(input.words, in: folder)
        #expect(ending.status == input.status)
        #expect(ending.output.isEmpty)
        #expect(ending.errorLines.count == 1)
        #expect(ending.errors.hasPrefix("footfall: "))
        let unsaid = input.says.filter { !ending.errors.contains($0) }
        #expect(unsaid.isEmpty, "\(ending.errors)")
        #expect(try folder.names() == ["empty", "file"])
        #expect(try folder.names(in: "empty").isEmpty)
        #expect(try folder.bytes(of: "file") == Array("not a recording\n".utf8))
    }

    @Test(
        "costs a line for each wrong value, whichever kind of value it is",
        arguments: [
            (
                [
                    "record", "--subject", "Anna Berg", "--visit", "a/b", "--note", "two\nlines",
                    "--lines", "-", "--map", "ax,ay", "--map", "t_us ax",
                ],
                [
                    #"--subject Anna Berg: it has " " in it; use letters, digits and -, such as P07; at most 32 of them"#,
                    #"--visit a/b: it has "/" in it; use letters, digits and -, such as P07; at most 32 of them"#,
                    #"--note two\nlines: a note is one line with a word in it; write it so; give --note again for another"#,
                    "--map ax,ay: accelerometer: no column is az; name all three axes, or give the others words of their own, as in left_x",
                    "--map t_us ax: the words of the columns are not separated by commas; write a comma for each ' ', as in t_us,ax,ay,az, whatever separates the columns of the lines",
                ]
            ),
            (
                ["run", "walk.json", "--host", "pager", "--source", "syntetic", "--group", "a b"],
                [
                    "--host pager: pager is no host; there are terminal, web",
                    "--source syntetic: syntetic is no source of a task; did you mean synthetic?; a session is given by --replay",
                    #"--group a b: it has " " in it; use letters, digits and -, such as P07; at most 32 of them"#,
                ]
            ),
            (
                ["serve", ".", "--source", "walk", "--port", "0"],
                [
                    "--source walk: walk is no source of a task; there are iio, synthetic",
                    "--port 0: not a port from 1 to 65535; give for instance 8080",
                ]
            ),
            (
                ["setup", "--user", "root;reboot", "--instal"],
                [
                    "--user root;reboot: it cannot be the name of a user; give a name as `id --user --name` prints it",
                    "--instal: setup has no such option; did you mean --install?",
                ]
            ),
            (
                ["delete", "a", "--remote", ":sftp,pass=secret", "--remote", "", "--jsn"],
                [
                    "--remote: its options have no end; write it as `:backend,option=\"value\":path`, with a colon before the path; a folder of that name as ./NAME",
                    "--remote: it is empty; name a remote of rclone, as in `study:sessions`, or a folder",
                    "--jsn: delete has no such option; did you mean --json?",
                ]
            ),
        ] as [([String], [String])]
    )
    func wrongValues(words: [String], lines: [String]) throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(words, in: folder)
        #expect(ending.status == 2)
        #expect(ending.output.isEmpty)
        #expect(ending.errorLines == lines.map { "footfall: \($0)" })
        #expect(try folder.names().isEmpty)
    }

    @Test("costs a line for each wrong word of the command line")
    func wrongWords() throws {
        let folder = try TemporaryFolder()
        let words = ["record", "--rate", "-5", "--duration", "0", "--durations", "5"]
        let ending = try ChildProcess.footfall(words, in: folder)
        #expect(ending.status == 2)
        #expect(ending.output.isEmpty)
        #expect(
            ending.errorLines == [
                "footfall: --rate -5: not a number above 0; give for instance 100",
                "footfall: --duration 0: not a length of time above 0; give seconds or units, for instance 90, 2m or 1h30m",
                "footfall: --durations: record has no such option; did you mean --duration?",
            ]
        )
        #expect(try folder.names().isEmpty)
    }

    @Test(
        "with a value of the wrong type in record 7 is refused before anything is written",
        arguments: ["replay", "record"]
    )
    func wrongType(command: String) throws {
        let folder = try TemporaryFolder()
        let recorded = try folder.record()
        let file = "Sessions/\(recorded.folder)/lowBack_motion.json"
        let text = String(decoding: try folder.bytes(of: file), as: UTF8.self)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Line 0 is the bracket: line n is record n.
        let x = try #require(lines[7].firstRange(of: "\"x\":"))
        lines[7] = lines[7][..<x.upperBound] + "true" + lines[7][x.upperBound...].drop { $0 != "," }
        try folder.write(Array(lines.joined(separator: "\n").utf8), to: file)

        let session = "Sessions/\(recorded.folder)"
        let words = command == "replay" ? ["replay", session] : ["record", "--source", session]
        let ending = try ChildProcess.footfall(words + ["-o", "again"], in: folder)
        #expect(ending.status == 1)
        #expect(ending.output.isEmpty)
        #expect(ending.errorLines.count == 1)
        #expect(ending.errors.contains("lowBack_motion.json"), "\(ending.errors)")
        #expect(ending.errors.contains("record 7"), "\(ending.errors)")
        #expect(ending.errors.contains(";"), "a remedy: \(ending.errors)")
        #expect(try folder.names() == ["Sessions"])
    }

    @Test(
        "with a pipe in place of a file is refused without waiting for a writer",
        .mayNotHang
    )
    func pipe() throws {
        let folder = try TemporaryFolder()
        let recorded = try folder.record()
        let file = "\(folder.path)/Sessions/\(recorded.folder)/lowBack_motion.json"
        try FileSystem.remove(file)
        #expect(unsafe mkfifo(file, 0o600) == 0)
        // With this writer, a command that opens the pipe nevertheless fails instead of waiting for ever.
        let writer = unsafe open(file, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(writer) }

        let ending = try ChildProcess.footfall(
            ["replay", "Sessions/\(recorded.folder)", "-o", "again"],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(ending.errorLines.count == 1)
        #expect(
            ending.errors.contains("lowBack_motion.json: it is no plain file"),
            "\(ending.errors)"
        )
        #expect(try folder.names() == ["Sessions"])
    }
}
