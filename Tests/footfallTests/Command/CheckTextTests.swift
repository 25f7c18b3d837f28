// What `footfall check` says in words, where a verdict alone would mislead.

import Patience
import SessionFolder
import SessionRuns
import SystemCalls
import Testing

@testable import footfall

@Suite("What check says of a session", .mayNotHang)
@MainActor
struct CheckTextTests {
    @Test("counts what people do, and gives rates of what sensors measure")
    func events() async throws {
        let folder = try TemporaryFolder()
        let recorded = try await InputSessions.record(in: "\(folder.path)/Sessions")
        let ending = try ChildProcess.footfall(["check", recorded.session], in: folder)
        let lines = ending.output.split(separator: "\n")
        for type in ["key", "touch", "pointer", "switch"] {
            let line = lines.first { $0.hasPrefix("  input.json  \(type)  ") }
            #expect(line?.contains(" event") == true, "\(ending.output)")
            #expect(line?.contains("Hz") == false, "\(ending.output)")
        }
        let motion = lines.first { $0.hasPrefix("  lowBack_motion.json  gyro  200 samples, ") }
        #expect(motion?.hasSuffix(" Hz") == true, "\(ending.output)")

        let json = try ChildProcess.footfall(["check", recorded.session, "--json"], in: folder)
        #expect(json.output.contains("\"measuredRateInHertz\""))
        #expect(json.output.contains("\"file\":\"touch.json\",\"lost\":0,\"samples\""))
    }

    @Test("says that a run failed and why, and not that its losses are counted, where it has none")
    func failed() async throws {
        let folder = try TemporaryFolder()
        let run = try await RecordingRun.begin(
            FailingTests.plan(in: folder.path, brokenFirst: false)
        )
        let outcome = try await run.run()
        let ending = try ChildProcess.footfall(["check", outcome.session], in: folder)
        #expect(ending.status == 3)
        let verdict = ending.output.split(separator: "\n").first
        #expect(verdict?.contains(": whole, but the run failed: ") == true, "\(ending.output)")
        #expect(verdict?.contains("unplugged") == true, "\(ending.output)")
    }

    @Test("tells refused answers as losses, and recorders that nothing here runs as notes")
    func refused() async throws {
        let folder = try TemporaryFolder()
        let task = """
            { "identifier": "Visit",
              "asyncActions": [ { "identifier": "outside", "type": "weather" } ],
              "steps": [ { "identifier": "mood", "type": "form", "inputFields": [
                { "identifier": "score", "type": "integer", "range": { "maximumValue": 10 } } ] } ] }
            """
        try folder.write(Array(task.utf8), to: "task.json")
        try folder.write(Array(#"{"mood": {"score": 11}}"#.utf8), to: "answers.json")
        let line = [
            "run", "task.json", "--auto", "--source", "synthetic", "--speed", "max", "--quiet",
        ]
        let run = try ChildProcess.footfall(line + ["--answers", "answers.json"], in: folder)
        #expect(run.status == 1)
        let refusal = "mood.score: the answer is refused: The answer must be at most 10"
        let told = "footfall: answers.json: \(refusal); fix it and run the task again"
        #expect(run.errorLines.contains(told), "\(run.errors)")
        let refusing = try ChildProcess.footfall(["check", try folder.session()], in: folder)
        #expect(refusing.status == 3)
        let lines = refusing.output.split(separator: "\n")
        #expect(lines.first?.hasSuffix(": whole, but the run finished with errors") == true)
        #expect(
            lines.dropFirst() == [
                "  loss: \(refusal)",
                "  note: the async action 'outside' of type 'weather' is left out: nothing here runs it; run the task in a program that registers this type, or take it out of the task",
                "  note: mood: the run went on without an answer to score, which the step requires; a person could not have",
            ],
            "\(refusing.output)"
        )

        let unanswered = try ChildProcess.footfall(line + ["-o", "more"], in: folder)
        #expect(unanswered.status == 0)
        let session = try #require(unanswered.output.split(separator: "\n").first).description
        let check = try ChildProcess.footfall(["check", session], in: folder)
        #expect(check.status == 0)
        #expect(check.output.contains("note: the async action 'outside'"), "\(check.output)")
    }

    @Test("tells a file that nobody may read, and what helps, in the words of a file")
    func unreadable() {
        let error = SystemError(call: "open", path: "task.json", errno: .access)
        #expect(
            FileWords.of(error, "a task file")
                == "task.json: you have no permission to read it; ask for it, or name another file"
        )
    }
}
