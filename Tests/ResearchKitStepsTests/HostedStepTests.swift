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
    /// A run that is at a step with another one before and behind it.
    private func between(_ step: KnownStep) async -> RSDTaskViewController {
        let stage = HostedRun(
            [RSDUIStepObject(identifier: "a"), step, RSDUIStepObject(identifier: "z")]
        )
        await stage.reach(step.identifier)
        return stage.run
    }

    @Test("`taskViewController` is the task's, whose recordings and ways it has")
    func taskViewController() async throws {
        let step = KnownStep(identifier: "mine")
        let run = await between(step)
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
        let run = await between(step)
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
        let run = await between(step)
        try #require(step.made).goBackward()
        await settle()
        #expect(run.currentStepController?.step.identifier == "a")
    }

    @Test("shows the parts of its own controller, and takes what is done with them")
    func screen() async throws {
        let step = KnownStep(identifier: "mine")
        let run = await between(step)
        #expect(run.press("goForward"))
        await settle()
        #expect(run.currentStepController?.step.identifier == "z")
    }
}
