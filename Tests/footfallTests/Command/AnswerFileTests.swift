import FoundationEssentials
import Research
import ResearchUI
import SessionRuns
import TaskEngine
import Testing
import Timebase

@testable import footfall

@Suite("A file of answers")
@MainActor
struct AnswerFileTests {
    private static let task = """
        { "identifier": "Visit", "steps": [
          { "identifier": "hello", "type": "instruction", "title": "Welcome" },
          { "identifier": "walk", "type": "active", "duration": 1 },
          { "identifier": "mood", "type": "form", "inputFields": [
            { "identifier": "isGood", "type": "boolean" } ] },
          { "identifier": "tap", "type": "com.example.tapping" },
          { "identifier": "thanks", "type": "completion" } ] }
        """

    /// Runs the task with answers, and names what is in the folder then.
    private static func run(_ answers: String, of task: String = task) throws -> (
        ending: ChildProcess.Ending, names: [String]
    ) {
        let folder = try TemporaryFolder()
        try folder.write(Array(task.utf8), to: "task.json")
        try folder.write(Array(answers.utf8), to: "answers.json")
        let ending = try ChildProcess.footfall(
            [
                "run", "task.json", "--auto", "--source", "synthetic", "--speed", "max",
                "--answers", "answers.json",
            ],
            in: folder
        )
        return (ending, try folder.names().sorted())
    }

    @Test(
        "is refused, before anything is recorded, where a step asks nothing",
        arguments: ["hello", "walk", "thanks"]
    )
    func asksNothing(step: String) throws {
        let (ending, names) = try Self.run(
            #"{"\#(step)": {"speed": 1.2}, "mood": {"isGood": true}}"#
        )
        #expect(ending.status == 1)
        #expect(ending.output.isEmpty)
        #expect(
            ending.errorLines == [
                "footfall: answers.json: \(step).speed: the step asks nothing; leave this answer out"
            ]
        )
        #expect(names == ["answers.json", "task.json"])
    }

    @Test(
        "has no need of a person to end a task whose steps lead on, and back, by themselves for ever"
    )
    func leadsOnByItself() async throws {
        let task = try RSDFactory().decodeTask(
            with: Data(
                """
                { "identifier": "t", "steps": [{ "identifier": "walk", "type": "active", "duration": 1,
                  "commands": ["transitionAutomatically"], "nextStepIdentifier": "walk" }] }
                """.utf8
            )
        )
        let clock = ManualTimekeeper()
        let path = RSDTaskViewModel(task: task, timekeeper: clock)
        let step = try #require(task.stepNavigator.step(with: "walk"))
        var told: [String] = []
        var ends = 0
        let participant = AnsweringParticipant(
            [],
            onManySteps: { told.append($0) },
            onTooManySteps: { _ in ends += 1 }
        )
        for _ in 0..<10_000 {
            var prompt = StepPrompt(step: step, path: path, now: clock.now)
            #expect(await participant.respond(to: prompt) == .wait)
            // A step that is asked about again when its timer has run out is still the same.
            prompt.isTimerOver = true
            #expect(await participant.respond(to: prompt) == .goForward)
        }
        #expect(told.count == 1)
        #expect(ends == 1)
        #expect(participant.endlessness?.hasPrefix("walk: 10,000 steps were shown") == true)
    }

    @Test("is refused, before anything is recorded, where an answer is null")
    func null() throws {
        let (ending, names) = try Self.run(#"{"mood": {"isGood": null}}"#)
        #expect(ending.status == 1)
        #expect(
            ending.errorLines == [
                "footfall: answers.json: mood.isGood: null is no answer; leave the question out to give none"
            ]
        )
        #expect(names == ["answers.json", "task.json"])
    }

    /// A task whose one question has the name of its step.
    private static func sameNames(_ name: String, type: String) -> String {
        """
        { "identifier": "Visit", "steps": [ { "identifier": "\(name)", "type": "form",
          "inputFields": [ { "identifier": "\(name)", "type": "\(type)" } ] } ] }
        """
    }

    @Test(
        "is refused, before anything is recorded, where a question of its step's name is misspelt"
    )
    func misspeltSameName() throws {
        let (ending, names) = try Self.run(
            #"{"effort": {"effrt": 12}}"#,
            of: Self.sameNames("effort", type: "integer")
        )
        #expect(ending.status == 1)
        #expect(
            ending.errorLines == [
                "footfall: answers.json: effort.effrt: the step has no such question; did you mean "
                    + "effort?"
            ]
        )
        #expect(names == ["answers.json", "task.json"])
    }

    @Test("may give an object to a question of its step's name that takes one")
    func objectOfSameName() throws {
        let (ending, _) = try Self.run(
            #"{"places": {"home": "Bath"}}"#,
            of: Self.sameNames("places", type: "codable")
        )
        #expect(ending.status == 0, "\(ending.errors)")
    }

    @Test(
        "is refused where it answers a question for a number, or for yes or no, with a text",
        arguments: [("integer", "12"), ("decimal", "1.5"), ("height", "173"), ("boolean", "yes")]
    )
    func otherType(type: String, text: String) throws {
        let (ending, _) = try Self.run(
            #"{"effort": {"effort": "\#(text)"}}"#,
            of: Self.sameNames("effort", type: type)
        )
        #expect(ending.status == 1)
        let refusal = "effort.effort: the answer is refused: The answer is not of the type"
        #expect(ending.errors.contains(refusal), "\(ending.errors)")
    }

    @Test("may answer a step of an app's own type, which only the app knows")
    func ownType() throws {
        let (ending, names) = try Self.run(#"{"tap": {"count": 31}}"#)
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(names == ["Sessions", "answers.json", "task.json"])
    }

    @Test("is refused, before anything is recorded, where a key stands twice")
    func repeated() throws {
        let (ending, names) = try Self.run(
            """
            {"mood": {"isGood": true,
             "isGood": false},
            "mood": {"isGood": true}}
            """
        )
        #expect(ending.status == 1)
        #expect(ending.output.isEmpty)
        #expect(
            ending.errorLines == [
                "footfall: answers.json: mood.isGood: line 2, column 2: the key occurs here a second "
                    + "time; keep one of the two",
                "footfall: answers.json: mood: line 3, column 1: the key occurs here a second time; "
                    + "keep one of the two",
            ]
        )
        #expect(names == ["answers.json", "task.json"])
    }

    @Test(
        "is refused at a step that asks nothing only if that was unknown before",
        arguments: [true, false]
    )
    func foundLater(isKnown: Bool) async throws {
        let task = try RSDFactory().decodeTask(with: Data(Self.task.utf8))
        let step = try #require(task.stepNavigator.step(with: "hello"))
        var told: [String] = []
        let participant = AnsweringParticipant(
            [GivenAnswer(.integer(1), to: "speed", at: "hello")],
            known: isKnown ? ["hello"] : [],
            onRefusal: { told.append($0.told) },
            onTooManySteps: { _ in }
        )
        let prompt = StepPrompt(
            step: step,
            path: RSDTaskViewModel(task: task, timekeeper: LiveTimekeeper()),
            now: BootInstant(nanoseconds: 0)
        )
        for _ in 1...2 { #expect(await participant.respond(to: prompt) == .goForward) }
        let refusal = "hello.speed: the answer is refused: the step asks nothing"
        #expect(told == (isKnown ? [] : [refusal]))
        #expect(participant.refused.map(\.told) == told)
    }

    private static let sections = """
        { "identifier": "Visit", "steps": [
          { "identifier": "age", "type": "form", "inputFields": [ { "type": "integer" } ] },
          { "identifier": "morning", "type": "section", "steps": [
            { "identifier": "walk", "type": "section", "steps": [
              { "identifier": "mood", "type": "form", "inputFields": [
                { "identifier": "score", "type": "integer" },
                { "identifier": "aid", "type": "string", "optional": true } ] } ] } ] },
          { "identifier": "evening", "type": "section", "steps": [
            { "identifier": "walk", "type": "section", "steps": [
              { "identifier": "mood", "type": "form", "inputFields": [
                { "identifier": "score", "type": "integer" } ] } ] } ] } ] }
        """

    @Test("may be a session's, whose answers a run gives again in the order of the task")
    func ofSession() throws {
        let folder = try TemporaryFolder()
        let given = #"{"age":7,"walk_mood_aid":"stick","walk_mood_score":1,"walk_mood_score-2":2}"#
        try folder.write(Array(Self.sections.utf8), to: "task.json")
        try folder.write(Array(given.utf8), to: "answers.json")
        let ending = try ChildProcess.footfall(
            [
                "run", "task.json", "--auto", "--source", "synthetic", "--speed", "max",
                "--answers", "answers.json", "-o", "Runs",
            ],
            in: folder
        )
        #expect(ending.status == 0, "\(ending.errors)")
        let runs = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/Runs")
        let session = try #require(runs.first)
        let data = Data(try folder.bytes(of: "Runs/\(session)/answers.json"))
        let kept = try JSONDecoder().decode([String: JSONValue].self, from: data)
        let asked = try JSONDecoder().decode([String: JSONValue].self, from: Data(given.utf8))
        #expect(kept == asked)
    }

    @Test("is refused if an answer has the name of no question")
    func unknownName() throws {
        let (ending, names) = try Self.run(#"{"mood_isGod": true, "hello": 1}"#)
        #expect(ending.status == 1)
        #expect(
            ending.errorLines == [
                "footfall: answers.json: hello: the step asks nothing; leave this answer out",
                "footfall: answers.json: mood_isGod: no question has this name; did you mean "
                    + "mood_isGood?",
            ]
        )
        #expect(names == ["answers.json", "task.json"])
    }

    @Test("that is missing, or lacks a required answer, is asked for after the run")
    func missing() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(Self.task.utf8), to: "task.json")
        let line = [
            "run", "task.json", "--auto", "--source", "synthetic", "--speed", "max", "--quiet",
        ]
        let told =
            "footfall: note: mood: the run went on without an answer to isGood, which the step "
            + "requires; a person could not have"
        let remedy = "for example {\"mood\": {\"isGood\": ANSWER}}"
        let without = try ChildProcess.footfall(line, in: folder)
        #expect(
            without.errorLines.suffix(2) == [
                told,
                "footfall: note: give the missing answers in a file by --answers FILE, \(remedy)",
            ]
        )
        try folder.write(Array(#"{"tap": {"left": 3}}"#.utf8), to: "answers.json")
        let lacking = try ChildProcess.footfall(
            line + ["--answers", "answers.json", "-o", "Runs"],
            in: folder
        )
        #expect(
            lacking.errorLines.suffix(2) == [
                told, "footfall: note: add the missing answers to answers.json, \(remedy)",
            ]
        )
    }

    @Test("is given from the first question of a form to the last")
    func inOrder() async throws {
        let text = """
            { "identifier": "Visit", "steps": [ { "identifier": "f", "type": "form", "inputFields": [
              { "identifier": "z", "type": "string" }, { "identifier": "a", "type": "string" } ] } ] }
            """
        let task = try RSDFactory().decodeTask(with: Data(text.utf8))
        let step = try #require(task.stepNavigator.step(with: "f") as? RSDFormUIStepObject)
        let path = RSDTaskViewModel(task: task, timekeeper: LiveTimekeeper())
        let participant = AnsweringParticipant(
            [GivenAnswer("1", to: "a", at: "f"), GivenAnswer("2", to: "z", at: "f")],
            onTooManySteps: { _ in }
        )
        var prompt = StepPrompt(
            step: step,
            path: path,
            dataSource: step.instantiateDataSource(with: path, for: [.textfield]),
            now: BootInstant(nanoseconds: 0)
        )
        let (first, last) = (AnswerInput.value(.string("2")), AnswerInput.value(.string("1")))
        #expect(await participant.respond(to: prompt) == .answer(field: "z", first))
        prompt.answered = ["z"]
        #expect(await participant.respond(to: prompt) == .answer(field: "a", last))
    }
}
