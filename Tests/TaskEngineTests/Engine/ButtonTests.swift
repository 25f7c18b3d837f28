import Research
import ResearchUI
import TaskEngine
import Testing
import Timebase

@Suite("A button with a target step")
@MainActor
struct ButtonTests {
    /// Skips one step, and goes on from the others.
    private struct Skipper: TaskParticipant {
        let step: String
        var answers = false

        func respond(to prompt: StepPrompt) async -> ParticipantAction {
            guard prompt.step.identifier == step else { return .goForward }
            guard answers, prompt.answered.isEmpty else { return .skip }
            return .answer(field: "q", .text("half"))
        }
    }

    private func leads(to target: String) -> [RSDUIActionType: any RSDUIAction] {
        [.skip: RSDNavigationUIActionObject(skipToIdentifier: target)]
    }

    private func shown(_ stage: Stage) -> [String] {
        stage.log.lines.filter { $0.hasPrefix("show ") }.map { String($0.dropFirst(5)) }
    }

    @Test("leads to its target, whether the step, its section or the task defines it")
    func skips() async {
        for place in 0..<4 {
            let x = Tasks.step("x")
            let section = Tasks.section("S", [x, Tasks.step("y"), Tasks.step("z")])
            let task = Tasks.plain([section, Tasks.step("b"), Tasks.step("c")])
            switch place {
            case 0: x.actions = leads(to: "z")
            case 1: section.actions = leads(to: "z")
            case 2: task.actions = leads(to: "z")
            default: break
            }
            let stage = Stage(task)
            #expect(await stage.run(with: Skipper(step: "x")) == .completed)
            #expect(
                shown(stage) == (place == 3 ? ["x", "y", "z", "b", "c"] : ["x", "z", "b", "c"])
            )
        }
    }

    @Test("leads out of the section or the task by the special identifiers")
    func words() async {
        let ways: [(String, [String], TaskFinishReason)] = [
            (RSDIdentifier.nextSection, ["x", "b", "c"], .completed),
            (RSDIdentifier.exit, ["x"], .earlyExit), ("c", ["x", "c"], .completed),
        ]
        for (target, steps, reason) in ways {
            let x = Tasks.step("x")
            x.actions = leads(to: target)
            let stage = Stage(
                Tasks.plain([
                    Tasks.section("S", [x, Tasks.step("y")]), Tasks.step("b"), Tasks.step("c"),
                ])
            )
            #expect(await stage.run(with: Skipper(step: "x")) == reason)
            #expect(shown(stage) == steps)
        }
    }

    @Test("keeps the answers, and puts its target into the result")
    func keepsAnswers() async {
        let a = Tasks.step("a")
        a.actions = leads(to: "c")
        let stage = Stage(Tasks.plain([a, Tasks.step("b"), Tasks.step("c")]))
        #expect(await stage.run(with: Skipper(step: "a", answers: true)) == .completed)
        #expect(shown(stage) == ["a", "c"])
        let result =
            stage.engine.taskViewModel.taskResult.findResult(for: "a") as? any RSDCollectionResult
        #expect(result?.inputResults.map(\.identifier) == ["q"])
        #expect(result?.skipToIdentifier == "c")
    }

    @Test("wraps a result that cannot hold a target")
    func wraps() async {
        let a = Tasks.step("a")
        a.actions = leads(to: "c")
        struct Counter: TaskParticipant {
            func respond(to prompt: StepPrompt) async -> ParticipantAction {
                guard prompt.step.identifier == "a" else { return .goForward }
                let answer = RSDAnswerResultObject(
                    identifier: "a",
                    answerType: RSDAnswerResultType(baseType: .integer),
                    value: .integer(3),
                    startDate: prompt.path.taskResult.startDate
                )
                prompt.path.updateResult(answer)
                return .skip
            }
        }
        let stage = Stage(Tasks.plain([a, Tasks.step("b"), Tasks.step("c")]))
        #expect(await stage.run(with: Counter()) == .completed)
        #expect(shown(stage) == ["a", "c"])
        let path = stage.engine.taskViewModel
        let result = path.findResult(for: "a") as? any RSDCollectionResult
        #expect(result?.skipToIdentifier == "c")
        #expect(result?.inputResults.map(\.identifier) == ["a"])
    }

    @Test("also leads to its target as the Next button, for a participant and for a timer")
    func goesForward() async {
        for commands in [RSDActiveUIStepCommand.transitionAutomatically, []] {
            let a = Tasks.timed("a", 3)
            a.commands = commands
            a.actions = [.goForward: RSDNavigationUIActionObject(skipToIdentifier: "c")]
            let stage = Stage(
                Tasks.plain([a, Tasks.step("b"), Tasks.step("c")]),
                SteppedTimekeeper()
            )
            #expect(await stage.run(with: AutomaticParticipant()) == .completed)
            #expect(shown(stage) == ["a", "c"])
        }
    }
}
