// A step in ResearchKit's manner within a task of ours: its controller drives the task, and its result is
// in the task's.

import FoundationEssentials
import Research
import ResearchKitSteps
import ResearchUI
import TaskEngine
import Testing
import Timebase
import ViewTree

@Suite("ORKStepViewController: in a task of ours")
@MainActor
struct HostedStepTests {
    @Test("`taskViewController` is the task's, whose recordings and ways it has")
    func taskViewController() async throws {
        let step = KnownStep(identifier: "mine")
        let task = RSDTaskObject(
            identifier: "task",
            steps: [RSDUIStepObject(identifier: "a"), step, RSDUIStepObject(identifier: "z")]
        )
        let run = RSDTaskViewController(task: task, timekeeper: ManualTimekeeper())
        run.appear()
        await settle()
        run.goForward()
        await settle()
        let made = try #require(step.made)
        #expect(made.taskViewController === run)
        #expect(made.hasPreviousStep() && made.hasNextStep())
        made.addResult(
            ORKModelResult(
                RSDAnswerResultObject(
                    identifier: "steps",
                    answerType: RSDAnswerResultType(baseType: .integer),
                    value: .integer(12),
                    startDate: Date(timeIntervalSince1970: 0)
                )
            )
        )
        made.goForward()
        await settle()
        #expect(run.currentStepController?.step.identifier == "z")
        let result =
            run.taskViewModel.taskResult.findResult(for: "mine") as? any RSDCollectionResult
        #expect((result?.inputResults.first as? any RSDAnswerResult)?.value == .integer(12))
    }

    @Test("says its buttons in the task's words, also when they change")
    func lateWords() async throws {
        let step = KnownStep(identifier: "mine")
        let task = RSDTaskObject(
            identifier: "task",
            steps: [RSDUIStepObject(identifier: "a"), step, RSDUIStepObject(identifier: "z")]
        )
        let run = RSDTaskViewController(task: task, timekeeper: ManualTimekeeper())
        run.appear()
        await settle()
        run.goForward()
        await settle()
        func titles() -> Set<String> {
            var titles: Set<String> = []
            run.screen.forEach { node in
                if case .button(let button) = node.content { titles.insert(button.title ?? "") }
            }
            return titles
        }
        #expect(titles().isSuperset(of: ["Next", "Back"]))
        run.words = StepWords(language: .german)
        #expect(titles().isSuperset(of: ["Weiter", "Zurück"]))
        #expect(titles().isDisjoint(with: ["Next", "Back"]))
    }

    @Test("goes back where its controller does")
    func goesBack() async throws {
        let step = KnownStep(identifier: "mine")
        let task = RSDTaskObject(
            identifier: "task",
            steps: [RSDUIStepObject(identifier: "a"), step]
        )
        let run = RSDTaskViewController(task: task, timekeeper: ManualTimekeeper())
        run.appear()
        await settle()
        run.goForward()
        await settle()
        try #require(step.made).goBackward()
        await settle()
        #expect(run.currentStepController?.step.identifier == "a")
    }

    @Test("shows the parts of its own controller, and takes what is done with them")
    func screen() async throws {
        let step = KnownStep(identifier: "mine")
        let task = RSDTaskObject(
            identifier: "task",
            steps: [step, RSDUIStepObject(identifier: "z")]
        )
        let run = RSDTaskViewController(task: task, timekeeper: ManualTimekeeper())
        run.appear()
        await settle()
        var next: ViewID?
        run.screen.forEach { node in
            if case .button(let button) = node.content, button.action == "goForward" {
                next = node.id
            }
        }
        run.receive(.tapped(try #require(next)))
        await settle()
        #expect(run.currentStepController?.step.identifier == "z")
    }
}
