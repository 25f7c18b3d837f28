// A task has what was recorded while its recorders ran, and nothing else: whoever replays a session in
// it is told what that leaves out.

import RecorderKinds
import FoundationEssentials
import InputRecorder
import Patience
import SessionFolder
import SessionRuns
import SystemCalls
import Testing

@testable import footfall

@Suite("What a replayed task leaves out of a session", .mayNotHang)
@MainActor
struct ReplayAccountTests {
    /// A task whose one recorder runs in its second step.
    private static func task(_ action: String, seconds: Double) -> String {
        """
        { "identifier": "Tap", "steps": [
            { "identifier": "wait", "type": "active", "duration": 1,
              "commands": ["transitionAutomatically"] },
            { "identifier": "tap", "type": "active", "duration": \(seconds),
              "commands": ["transitionAutomatically"] } ],
          "asyncActions": [
            { \(action), "startStepIdentifier": "tap", "stopStepIdentifier": "tap" } ] }
        """
    }

    /// Runs a task over two seconds of motion, input and touches; what the run noted.
    private func notes(
        _ action: String,
        seconds: Double
    ) async throws -> [String] {
        let folder = try TemporaryFolder()
        let recorded = try await InputSessions.record(in: "\(folder.path)/Recorded")
        try folder.write(Array(Self.task(action, seconds: seconds).utf8), to: "task.json")
        let ending = try ChildProcess.footfall(
            [
                "run", "task.json", "--auto", "--speed", "max", "--json", "--replay",
                recorded.session,
            ],
            in: folder
        )
        #expect(ending.errors == "")
        let report = try RunCommandTests.Report(ending.output)
        #expect(report.reason == "completed")
        let manifest = try Session(opening: try #require(report.session)).manifest
        #expect(Set(report.notes).isSubset(of: manifest.notes))
        let original = try Session(opening: recorded.session).manifest
        #expect(manifest.origin?.taskRunUUID == original.taskRunUUID)
        #expect(Set(original.notes).isSubset(of: manifest.notes))
        return report.notes
    }

    private static let others = [
        "lowBack_motion.json: no recorder of the task has taken it; it was not replayed",
        "input.json: no recorder of the task has taken it; it was not replayed",
    ]

    @Test("is the rest of a recorder's own file, which begins with the recorder")
    func ownFile() async throws {
        let notes = try await notes(#""identifier": "touch", "type": "touch""#, seconds: 1.5)
        #expect(Set(notes).isSuperset(of: Self.others))
        let cut = try #require(notes.first { $0.hasPrefix("touch.json") })
        #expect(cut.hasPrefix("touch.json: 0.5 s of its 2.0 s were not replayed ("), "\(cut)")
        #expect(cut.hasSuffix(" of touch): no recorder of the task ran then"), "\(cut)")
        #expect(notes.count == 3)
    }

    @Test("is what came before the recorder, where another's file runs along with the task")
    func otherFile() async throws {
        let action = #""identifier": "keys", "type": "input", "events": ["keys"]"#
        let notes = try await notes(action, seconds: 0.5)
        let cut = "input.json: 1.5 s of its 2.0 s were not replayed"
        #expect(notes.contains { $0.hasPrefix(cut) }, "\(notes)")
    }

    @Test("and a recorder that runs on after the recording's end is told")
    func longerRecorder() async throws {
        let notes = try await notes(#""identifier": "touch", "type": "touch""#, seconds: 5)
        #expect(
            Set(notes)
                == Set(
                    Self.others + [
                        "touch.json: its recorder ran on for 3.0 s after the recording touch.json "
                            + "had ended"
                    ]
                )
        )
    }

    @Test("and readings of a time at which nothing was recorded, as a burst of old lines has them")
    func burst() throws {
        let folder = try TemporaryFolder()
        let (command, place) = (try ChildProcess.pathOfFootfall(), folder.path)
        let script = """
            cd '\(place)'; for n in $(seq 1 300); do echo $((n * 10)),7; done \
            | '\(command)' record --lines - --map t_ms,v -q >session
            """
        #expect(try ChildProgram.run(["bash", "-c", script]) == .exited(0))
        let action = #""identifier": "lines", "type": "lines", "port": "udp:5000", "map": "t_ms,v""#
        try folder.write(Array(Self.task(action, seconds: 1).utf8), to: "task.json")
        let session = try folder.session()
        let ending = try ChildProcess.footfall(
            ["run", "task.json", "--auto", "--speed", "max", "--json", "--replay", session],
            in: folder
        )
        let report = try RunCommandTests.Report(ending.output)
        let taken = try #require(report.files.first).samples
        #expect(taken < 300)
        #expect(
            report.notes.contains(
                "lines.json: \(300 - taken) of v were not replayed: no recorder of the task ran at "
                    + "their times"
            ),
            "\(report.notes)"
        )
    }

    @Test("and a key that makes no mark, since nobody presses one in a replay")
    func marks() async throws {
        let action = #"""
            "identifier": "input", "type": "input",
            "markers": [{ "key": "KEY_A", "marker": "heel" }]
            """#
        let notes = try await notes(action, seconds: 2)
        #expect(notes.contains { $0.hasPrefix("the mark 'heel' of KEY_A is in no file: ") })
    }

    @Test("and nothing is said of marks where a file cannot be read")
    func marksNotKnown() async throws {
        let folder = try TemporaryFolder()
        let recorded = try await InputSessions.record(in: "\(folder.path)/Recorded", seconds: 1)
        let heel = [SourceMark("heel", of: "KEY_A")]
        func notes() throws -> [String] {
            ReplayAccount.notes(on: heel, of: try Session(opening: recorded.session))
        }
        #expect(try notes().count == 1)
        let file = "\(recorded.session)/input.json"
        let bytes = try OpenFile.open(file).readAll(limit: 1 << 24)
        // Torn, then gone.
        try FileSystem.remove(file)
        try OpenFile.create(file).writeAll(Array(bytes.prefix(1000)) + [0xFF], at: 0)
        #expect(try notes() == [])
        try FileSystem.remove(file)
        #expect(try notes() == [])
    }
}
