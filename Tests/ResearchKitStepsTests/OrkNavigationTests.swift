// Navigation from an ORK step: its buttons and results control the task that contains it,
// or are in its result for a host without a task.

import FoundationEssentials
import Research
import ResearchKitSteps
import ResearchUI
import TaskEngine
import Testing
import Timebase
import ViewTree

@Suite("ORKStepViewController: navigation")
@MainActor
struct OrkNavigationTests {
    nonisolated static let buttons = ["goForward", "goBackward", "skip", "learnMore", "cancel"]

    /// A step with a button that leads to the step `z`.
    private func model(_ button: String) -> RSDUIStepObject {
        let model = RSDUIStepObject(identifier: "mine")
        model.actions = [
            RSDUIActionType(rawValue: button): RSDNavigationUIActionObject(skipToIdentifier: "z")
        ]
        return model
    }

    private func stage(_ step: any RSDStep) -> HostedRun {
        HostedRun(
            [RSDUIStepObject(identifier: "a"), step]
                + ["y", "z"].map { RSDUIStepObject(identifier: $0) }
        )
    }

    @Test("a button of the wrapped step controls the task", arguments: buttons)
    func button(button: String) async {
        let stage = stage(ORKStep(model(button)))
        await stage.reach("mine")
        #expect(stage.run.press(button))
        await settle()
        #expect(stage.place == "z")
        let result = stage.run.taskViewModel.taskResult.findResult(for: "mine")
        #expect((result as? any RSDNavigationResult)?.skipToIdentifier == "z")
    }

    @Test("a button of an own ORK step controls the task", arguments: buttons)
    func ownButton(button: String) async {
        let step = ORKStep(identifier: "mine")
        step.actions = model(button).actions
        let stage = stage(step)
        await stage.reach("mine")
        #expect(stage.run.press(button))
        await settle()
        #expect(stage.place == "z")
    }

    @Test("a button that is pressed while the step stops has no effect", arguments: buttons[1...])
    func tooLate(button: String) async {
        let recorder = PlainRecorder("sensor")
        recorder.held = [.stop]
        let step = KnownStep(model(button))
        step.recorders = [recorder]
        let stage = stage(step)
        await stage.reach("mine")
        stage.run.press("goForward")
        await settle()
        #expect(recorder.calls == [.ask, .start, .stop] && stage.place == "mine")
        #expect(stage.run.press(button))
        await settle()
        recorder.letGo()
        await settle()
        #expect(stage.place == "y")
        let result = stage.run.taskViewModel.taskResult.findResult(for: "mine")
        #expect((result as? any RSDNavigationResult)?.skipToIdentifier == nil)
    }

    @Test("a button works again after the task has stayed at the step")
    func taskStayed() async {
        let step = KnownStep(model("learnMore"))
        let stage = HostedRun([step] + ["y", "z"].map { RSDUIStepObject(identifier: $0) })
        await stage.reach("mine")
        step.made?.goBackward()
        await settle()
        #expect(stage.place == "mine" && stage.run.press("learnMore"))
        await settle()
        #expect(stage.place == "z")
    }

    @Test("a button works again when the step appears again")
    func shownAnew() async {
        let host = OrkHost()
        let controller = ORKStepViewController(step: ORKStep(model("learnMore")), result: nil)
        controller.delegate = host
        controller.appear()
        controller.goForward()
        await settle()
        controller.disappear()
        controller.appear()
        #expect(controller.press("learnMore"))
        await settle()
        #expect(controller.result?.skipToIdentifier == "z")
    }

    @Test("a step that is already finishing cannot be skipped")
    func skippedTooLate() async {
        let recorder = PlainRecorder("sensor")
        recorder.held = [.stop]
        let controller = ORKStepViewController(
            step: ORKStep(RSDActiveUIStepObject(identifier: "walk")),
            result: nil
        )
        controller.recorders = [recorder]
        controller.appear()
        await settle()
        controller.goForward()
        controller.skipForward()
        recorder.letGo()
        await settle()
        controller.skipForward()
        #expect(!controller.wasSkipped)
    }

    @Test("a pressed button takes precedence over the Next button's target")
    func twoButtons() async {
        let step = ORKStep(identifier: "mine")
        step.actions = [
            .goForward: RSDNavigationUIActionObject(skipToIdentifier: "y"),
            .skip: RSDNavigationUIActionObject(skipToIdentifier: "z"),
        ]
        let stage = stage(step)
        await stage.reach("mine")
        stage.run.press("skip")
        await settle()
        #expect(stage.place == "z")
    }

    @Test("a button that the task defines controls it, too")
    func buttonOfTask() async {
        let task = RSDTaskObject(
            identifier: "task",
            steps: [ORKStep(RSDUIStepObject(identifier: "mine"))]
                + ["y", "z"].map { RSDUIStepObject(identifier: $0) }
        )
        task.actions = [.learnMore: RSDNavigationUIActionObject(skipToIdentifier: "z")]
        let run = RSDTaskViewController(task: task, timekeeper: ManualTimekeeper())
        run.appear()
        await settle()
        #expect(run.press("learnMore"))
        await settle()
        #expect(run.currentStepController?.step.identifier == "z")
    }

    @Test("an added result controls the task, but the pressed button takes precedence")
    func addedResult() async {
        for (button, expected) in [("learnMore", "z"), ("goForward", "y")] {
            let step = KnownStep(model("learnMore"))
            let stage = stage(step)
            await stage.reach("mine")
            step.made?.addResult(
                ORKModelResult(
                    RSDResultObject(
                        identifier: "told",
                        startDate: Date(timeIntervalSince1970: 0),
                        skipToIdentifier: "y"
                    )
                )
            )
            stage.run.press(button)
            await settle()
            #expect(stage.place == expected)
        }
    }

    @Test("a target that the app has assigned is kept if the step names none")
    func saidByApp() async {
        let step = KnownStep(identifier: "mine")
        let stage = stage(step)
        await stage.reach("mine")
        stage.run.taskViewModel.assignSkip(to: "z", of: step)
        step.made?.goForward()
        await settle()
        #expect(stage.place == "z")
    }

    @Test("the review of the instructions goes back to them in full")
    func reviewInstructions() async {
        let model = RSDUIStepObject(identifier: "mine")
        model.actions = [.reviewInstructions: RSDNavigationUIActionObject(skipToIdentifier: "a")]
        let section = RSDSectionStepObject(identifier: "section", steps: [ORKStep(model)])
        let stage = stage(section)
        stage.run.taskViewModel.shouldShowAbbreviatedInstructions = true
        await stage.reach("mine")
        #expect(stage.run.press("reviewInstructions"))
        await settle()
        #expect(stage.place == "a")
        let root = stage.run.taskViewModel
        #expect(!root.shouldShowAbbreviatedInstructions)
        let told = root.taskResult.asyncResults?.first as? any RSDAnswerResult
        #expect(told?.identifier == "shouldShowAbbreviatedInstructions")
        #expect(told?.value == .boolean(false))
    }

    // MARK: Without a Footfall task

    @Test("`result` names the target for a host without a task", arguments: buttons)
    func result(button: String) async throws {
        let host = OrkHost()
        let controller = ORKStepViewController(step: ORKStep(model(button)), result: nil)
        controller.delegate = host
        controller.appear()
        #expect(controller.result?.skipToIdentifier == nil)
        #expect(controller.press(button))
        await settle()
        #expect(host.heard.last == "finished forward")
        let result = try #require(controller.result)
        #expect(result.skipToIdentifier == "z")
        #expect((result.copy() as? ORKStepResult)?.skipToIdentifier == "z")
        #expect((result.modelResult as? any RSDNavigationResult)?.skipToIdentifier == "z")
        #expect(controller.wasSkipped == (button == "skip"))
    }

    @Test("`result` has no target of an earlier appearance")
    func shownAgain() async {
        let host = OrkHost()
        let controller = ORKStepViewController(step: ORKStep(model("learnMore")), result: nil)
        controller.delegate = host
        controller.appear()
        controller.press("learnMore")
        await settle()
        controller.disappear()
        controller.appear()
        controller.press("goForward")
        await settle()
        #expect(host.heard.suffix(2) == ["will appear", "finished forward"])
        #expect(controller.result?.skipToIdentifier == nil)
    }

    @Test("`skipForward()` does not skip if the button only shows a page")
    func skipShowsPage() {
        let model = RSDUIStepObject(identifier: "mine")
        model.actions = [.skip: RSDWebViewUIActionObject(url: "why.html")]
        let host = OrkHost()
        let controller = ORKStepViewController(step: ORKStep(model), result: nil)
        controller.delegate = host
        controller.appear()
        controller.skipForward()
        #expect(!controller.wasSkipped && host.heard == ["will appear"])
        #expect(controller.controllersOnTop.count == 1)
    }
}
