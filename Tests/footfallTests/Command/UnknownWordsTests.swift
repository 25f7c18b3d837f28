import FoundationEssentials
import Research
import SessionFolder
import Testing

@testable import footfall

@Suite("What nobody knows in a task file")
struct UnknownWordsTests {
    /// What is told of a task by `validate`, by `run`, and in the manifest of the run.
    private struct Told {
        var validated: ChildProcess.Ending
        var ran: ChildProcess.Ending
        var notes: [String] = []
    }

    private static func run(_ task: String) throws -> Told {
        let folder = try TemporaryFolder()
        try folder.write(Array(task.utf8), to: "task.json")
        let line = ["run", "task.json", "--auto", "--source", "synthetic", "--speed", "max"]
        var told = Told(
            validated: try ChildProcess.footfall(["validate", "task.json"], in: folder),
            ran: try ChildProcess.footfall(line + ["-o", "Runs"], in: folder)
        )
        let runs = "\(folder.path)/Runs"
        if let session = try? FileManager.default.contentsOfDirectory(atPath: runs).first {
            told.notes = try Session(opening: "\(runs)/\(session)").manifest.notes
        }
        return told
    }

    @Test("is a step to skip to: the task is run, and ends there")
    func skipTarget() throws {
        let outcome = try Self.run(
            """
            { "identifier": "t", "steps": [
              { "identifier": "walk", "type": "instruction", "nextStepIdentifier": "wlak" },
              { "identifier": "rest", "type": "instruction" } ] }
            """
        )
        let told = "steps[0].nextStepIdentifier: there is no step 'wlak'"
        #expect(outcome.validated.status == 1)
        #expect(outcome.validated.output.contains("  \(told)"))
        #expect(outcome.ran.status == 0, "\(outcome.ran.errors)")
        #expect(
            outcome.ran.errors.contains("footfall: note: task.json: \(told)"),
            "\(outcome.ran.errors)"
        )
    }

    @Test("cannot be a task without a step, which is refused")
    func empty() throws {
        let outcome = try Self.run(#"{ "identifier": "t", "steps": [] }"#)
        #expect(outcome.validated.status == 1)
        #expect(outcome.ran.status == 1)
        #expect(
            outcome.ran.errors.hasPrefix("footfall: task.json: steps: there is no step; write one")
        )
    }

    @Test(
        "is told in one line where the whole file is another framework's",
        arguments: [
            (
                #"{"_class":"ORKOrderedTask","identifier":"t","steps":[{"_class":"ORKStep"}]}"#,
                "this is a file of ResearchKit's own format, an 'ORKOrderedTask'"
            ),
            (
                #"{"type":"assessment","identifier":"t","children":[{"identifier":"a"}]}"#,
                "this is an assessment of AssessmentModel's own format, with 'children' for 'steps'"
            ),
        ]
    )
    func foreign(task: String, told: String) throws {
        let outcome = try Self.run(task)
        let lines = outcome.validated.output.split(separator: "\n")
        #expect(lines.count == 2, "\(outcome.validated.output)")
        #expect(lines.last?.hasPrefix("  the root: \(told); convert it to a task of") == true)
        #expect(outcome.ran.status == 1)
        #expect(outcome.ran.errorLines.count == 1)
        #expect(outcome.ran.errors.hasPrefix("footfall: task.json: the root: \(told); convert it"))
        #expect(throws: RSDTaskFileError.self) {
            try RSDFactory().decodeTask(with: Data(task.utf8))
        }
    }

    @Test("is a type of a step or a question: both are shown plainly, which is noted everywhere")
    func types() throws {
        let outcome = try Self.run(
            """
            { "identifier": "t", "steps": [
              { "identifier": "tap", "type": "com.example.tapping", "title": "Tap",
                "duration": 20, "spokenInstructions": { "start": "Go" } },
              { "identifier": "ask", "type": "form", "inputFields": [
                { "identifier": "q", "type": "com.example.dial", "optional": true } ] } ] }
            """
        )
        let told = [
            "steps[0].type: nobody has registered the type 'com.example.tapping': the step is shown "
                + "as a plain one, without a timer ('duration'), speech ('spokenInstructions'); run it "
                + "in an app that registers the type",
            "steps[1].inputFields[0].type: nobody has registered the type 'com.example.dial': any text "
                + "answers the question; run it in an app that registers the type",
        ]
        #expect(outcome.validated.status == 0)
        #expect(
            outcome.validated.output
                == (["task.json: the task 't' has no faults"] + told.map { "  note: \($0)" })
                .joined(separator: "\n") + "\n"
        )
        #expect(outcome.ran.status == 0, "\(outcome.ran.errors)")
        for line in told {
            #expect(
                outcome.ran.errors.contains("note: task.json: \(line)"),
                "\(outcome.ran.errors)"
            )
            #expect(outcome.notes.contains("task.json: \(line)"), "\(outcome.notes)")
        }
    }

    @Test("is a key: it is named, once for all its places")
    func keys() throws {
        let outcome = try Self.run(
            """
            { "identifier": "t", "$schema": "x", "steps": [
              { "identifier": "a", "type": "instruction", "subtitle": "Hello", "xyzzy": 1 },
              { "identifier": "b", "type": "instruction", "text": "x", "subtitle": "y", "xyzzy": 2 }
            ] }
            """
        )
        let told = [
            "steps[0].xyzzy: the key 'xyzzy' is not read here, nor at another place",
            "steps[1].subtitle: the key 'subtitle' is not read here: 'text' is there, which means the "
                + "same; leave one of the two out",
        ]
        #expect(outcome.validated.status == 0, "\(outcome.validated.output)")
        for line in told {
            #expect(
                outcome.validated.output.contains("  note: \(line)\n"),
                "\(outcome.validated.output)"
            )
            #expect(
                outcome.ran.errors.contains("note: task.json: \(line)"),
                "\(outcome.ran.errors)"
            )
            #expect(outcome.notes.contains("task.json: \(line)"), "\(outcome.notes)")
        }
        #expect(
            outcome.validated.output.split(separator: "\n").count == 3,
            "\(outcome.validated.output)"
        )
    }
}
