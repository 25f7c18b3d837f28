import Arguments
import Glibc
import MotionRecorder
import Patience
import RecorderKinds
import SessionFolder
import SessionRuns
import StandardRecorders
import SystemCalls
import Testing

@testable import footfall

@Suite("Stopping the command from outside", .mayNotHang)
struct StoppingTests {
    /// Starts a recording without an end, and returns once samples arrive.
    static func startRecording(
        _ options: [String] = [],
        in folder: borrowing TemporaryFolder
    ) throws -> ChildProcess {
        var child = try ChildProcess(
            ["record", "--source", "synthetic", "--speed", "10"] + options,
            in: folder.path,
            output: .terminal
        )
        let isRunning = child.waitForLine(containing: "0 lost")
        #expect(isRunning)
        return child
    }

    static func expectWholeSession(in folder: borrowing TemporaryFolder) throws {
        let names = try folder.names(in: "Sessions")
        let name = try #require(names.first)
        let check = try SessionCheck(of: "\(folder.path)/Sessions/\(name)")
        #expect(check.verdict == .clean, "\(check.findings)")
        let stray = try folder.names(in: "Sessions/\(name)").filter { $0.hasPrefix(".") }
        #expect(stray.isEmpty)
    }

    @Test(
        "closes every file on one signal, and ends well",
        arguments: [SIGINT, SIGTERM, SIGHUP]
    )
    func stopsOnce(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let child = try Self.startRecording(in: folder)
        child.send(signal)
        let ending = child.ending()
        #expect(ending.status == 0)
        #expect(ending.output.contains("none lost"))
        #expect(ending.errors.isEmpty)
        try Self.expectWholeSession(in: folder)
    }

    @Test("leaves every file whole after two signals in succession")
    func stopsTwice() throws {
        let folder = try TemporaryFolder()
        let child = try Self.startRecording(in: folder)
        // The kernel may merge two equal signals, so these differ.
        child.send(SIGINT)
        child.send(SIGTERM)
        let ending = child.ending()
        #expect(ending.status == 0)
        #expect(ending.errors.isEmpty)
        try Self.expectWholeSession(in: folder)
    }

    @Test("does not end the recording when the reader of the output goes away")
    func readerGoesAway() throws {
        let folder = try TemporaryFolder()
        var child = try ChildProcess(
            [
                "record", "--source", "synthetic", "--duration", "30", "--speed", "100",
                "--placement", "lowBack",
            ],
            in: folder.path
        )
        child.hangUpOutput()
        let ending = child.ending()
        #expect(ending.status == 0)
        #expect(ending.errors.isEmpty)
        try Self.expectWholeSession(in: folder)
    }

    @Test("is not needed for the session to end if the reader of the output stops reading")
    func readerStops() async throws {
        let folder = try TemporaryFolder()
        let child = try ChildProcess(
            [
                "record", "--source", "synthetic", "--duration", "1", "--speed", "max",
                "--placement", "lowBack",
            ],
            in: folder.path,
            output: .held
        )
        var status = SessionManifest.Status.recording
        while status == .recording {
            // Until the time limit of the tests cancels this one.
            try await Task.sleep(for: .milliseconds(5))
            let name = try? folder.names(in: "Sessions").first
            let session = try? name.map { try Session(opening: "\(folder.path)/Sessions/\($0)") }
            status = session?.manifest.status ?? .recording
        }
        #expect(status == .finished)
        let ending = child.ending()
        #expect(ending.status == 0)
        #expect(ending.output.contains("none lost"))
        try Self.expectWholeSession(in: folder)
    }

    @Test(
        "ends the reading of a large session on one signal",
        arguments: [["check"], ["replay", "-o", "again"]]
    )
    func stopsReading(words: [String]) throws {
        let folder = try TemporaryFolder()
        let recorded = try folder.record()
        let path = "\(recorded.session)/lowBack_motion.json"
        // A hole takes no disk space and long to read. The test closes the file: the child inherits open files until
        // it becomes the command, and the wait below is for the command to open the file itself.
        do { try OpenFile.open(path, .readWrite).truncate(to: 4 << 30) }

        let child = try ChildProcess(words + [recorded.session], in: folder.path)
        let isReading = child.waitUntilOpen(path)
        #expect(isReading)
        child.send(SIGINT)
        let ending = child.ending()
        #expect(ending.status == 1)
        #expect(ending.output.isEmpty)
        #expect(ending.errorLines.count == 1)
        #expect(ending.errors.contains("stopped"), "\(ending.errors)")
        #expect(try folder.names() == ["Sessions"])
    }

    @Test("by a kill lets the next run close the session")
    func killed() throws {
        let folder = try TemporaryFolder()
        let child = try Self.startRecording(in: folder)
        child.send(SIGKILL)
        #expect(child.ending().status == -SIGKILL)
        let dead = try #require(try folder.names(in: "Sessions").first)

        let next = try ChildProcess.footfall(
            ["record", "--source", "synthetic", "--duration", "1", "--speed", "max", "--quiet"],
            in: folder
        )
        #expect(next.status == 0)
        #expect(next.errors.contains(dead))
        let manifest = try Session(opening: "\(folder.path)/Sessions/\(dead)").manifest
        #expect(manifest.status == .interrupted)
    }
}

@Suite("Stopping a recording whose sensor does not stop", .mayNotHang)
@MainActor
struct SlowStoppingTests {
    /// A plan for a computed walk, and for a sensor that goes on after a first stop.
    static func plan(in output: String) throws -> RecordingPlan {
        let words = [
            "source": ["synthetic"], "duration": ["60"], "speed": ["1"], "placement": ["lowBack"],
        ]
        let command = try RecordCommand(ParsedArguments(command: "record", words: words))
        var plan = try command.plan(of: WalkOptions(rateInHertz: 100))
        plan.output = output
        plan.recorders.append(
            PlannedRecorder(
                MotionRecorderKind().over { _ in TestSensor.stuck.source },
                MotionRecorderConfiguration(identifier: "stuck"),
                timekeeper: try #require(plan.recorders.first).timekeeper
            )
        )
        return plan
    }

    /// Signals that come when the walk's file has records.
    static func stream(
        of signals: [StopSignalKind],
        onceThereIsDataIn folder: String
    ) -> AsyncStream<StopSignalKind> {
        AsyncStream { events in
            Task.detached {
                while true {
                    try await Task.sleep(for: .milliseconds(20))
                    let session = try FileSystem.list(folder).first ?? "none"
                    let file = "\(folder)/\(session)/lowBack_motion.json"
                    if let size = try? OpenFile.open(file).size(), size > 1000 { break }
                }
                for signal in signals { events.yield(signal) }
            }
        }
    }

    @Test(
        "cancels it at a second signal, and ends it well at a single one",
        arguments: [
            ([.interrupt, .terminate], .cancelled), ([.interrupt], .finished),
        ] as [([StopSignalKind], SessionManifest.Status)]
    )
    func cancels(signals: [StopSignalKind], status: SessionManifest.Status) async throws {
        let folder = try TemporaryFolder()
        let run = try await RecordingRun.begin(Self.plan(in: folder.path))
        let stops = Self.stream(
            of: signals,
            onceThereIsDataIn: folder.path
        )
        let outcome = try await run.run(until: stops)
        #expect(outcome.error == nil)
        #expect(outcome.files.contains { $0.identifier == "lowBack_motion" })
        let session = try Session(opening: outcome.session)
        #expect(session.manifest.status == status)
        let note = "lowBack_motion.json: stopped before its truth was written"
        for notes in [session.manifest.notes, outcome.notes] {
            #expect(notes.contains(note) == (status == .cancelled), "\(notes)")
        }
        let check = try SessionCheck(of: outcome.session)
        #expect(check.verdict == .clean, "\(check.findings)")
    }
}

@Suite("The command's display on a terminal", .mayNotHang)
struct DrawingTests {
    static let words = [
        "record", "--source", "synthetic", "--duration", "5", "--speed", "10", "--placement",
        "leftFoot",
    ]

    @Test("redraws in colour, with sparklines")
    func colour() throws {
        let ending = try ChildProcess.footfall(Self.words, in: TemporaryFolder(), output: .terminal)
        #expect(ending.status == 0)
        #expect(ending.output.contains("\u{1B}[3A"))
        #expect(ending.output.contains("\u{1B}[32m  0 lost"))
        #expect(ending.output.contains("leftFoot accelerometer"))
        let shown = ending.output.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
        for axis in ["x", "y", "z"] {
            let isDrawn = shown.split(separator: "  \(axis) ").dropFirst().contains { text in
                text.first { $0 != " " }.map { "▁▂▃▄▅▆▇█".contains($0) } ?? false
            }
            #expect(isDrawn, "\(axis)")
        }
    }

    @Test(
        "sends no colour with NO_COLOR, and no codes at all to a dumb terminal or a pipe",
        arguments: [
            (["NO_COLOR": "1"], ChildProcess.Output.terminal, true),
            (["TERM": "dumb"], .terminal, false), ([:], .pipe, false),
        ] as [([String: String], ChildProcess.Output, Bool)]
    )
    func plain(environment: [String: String], output: ChildProcess.Output, moves: Bool) throws {
        let ending = try ChildProcess.footfall(
            Self.words,
            in: TemporaryFolder(),
            environment: environment,
            output: output
        )
        #expect(ending.status == 0)
        #expect(!ending.output.contains("\u{1B}[3" + "2m"))
        #expect(ending.output.contains("\u{1B}[3A") == moves)
        #expect(ending.output.contains("\u{1B}") == moves)
        #expect(ending.output.contains("1,000 samples  0 lost"))
    }
}
