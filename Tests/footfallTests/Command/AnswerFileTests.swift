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
    private static func run(_ answers: String) throws -> (
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
                "footfall: answers.json: mood.isGood: line 2, column 2: the key stands here a second "
                    + "time; keep one of the two",
                "footfall: answers.json: mood: line 3, column 1: the key stands here a second time; "
                    + "keep one of the two",
            ]
        )
        #expect(names == ["answers.json", "task.json"])
    }

    @Test(
        "is not given at a step that asks nothing, and refused where that was not known before",
        arguments: [true, false]
    )
    func foundLater(isKnown: Bool) async throws {
        let task = try RSDFactory().decodeTask(with: Data(Self.task.utf8))
        let step = try #require(task.stepNavigator.step(with: "hello"))
        var told: [String] = []
        let participant = AnsweringParticipant(
            ["hello": ["speed": .integer(1)]],
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
}
