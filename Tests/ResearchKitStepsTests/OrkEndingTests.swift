// Cancelling the task at an ORK step, and reporting that the step has failed.

import FoundationEssentials
import Research
import ResearchKitSteps
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("ORKStepViewController: cancelling and failing")
@MainActor
struct OrkEndingTests {
    let host = OrkHost()
    let recorder = PlainRecorder("sensor")

    private func controller() -> ORKStepViewController {
        Walk.controller(for: host, [recorder])
    }

    private func questionAsked(on controller: UIViewController) -> UIAlertController? {
        controller.controllersOnTop.last as? UIAlertController
    }

    @Test("`cancelButtonItem` is absent if the delegate does not take a cancel")
    func nobodyTakesIt() async {
        host.takesCancel = false
        let controller = controller()
        controller.appear()
        await settle()
        #expect(controller.buttons["cancel"] == nil)
        controller.cancelButtonItem = UIBarButtonItem(title: "Leave")
        #expect(controller.buttons["cancel"] == nil)
        var pressed = 0
        controller.cancelButtonItem = UIBarButtonItem(title: "Leave") { pressed += 1 }
        #expect(controller.buttons["cancel"] == "Leave")
        controller.press("cancel")
        #expect(pressed == 1 && recorder.status == .running)
        #expect(controller.shownClock?.stoppedAt == nil)
    }

    @Test("`delegate` is informed of a cancel after the timer and the recorders have stopped")
    func cancelIsTold() async throws {
        recorder.held = [.stop]
        let controller = controller()
        controller.appear()
        await settle()
        controller.press("cancel")
        let question = try #require(questionAsked(on: controller))
        #expect(controller.shownClock?.stoppedAt == nil)
        question.choose(try #require(question.actions.first { $0.style == .destructive }))
        await settle()
        #expect(controller.shownClock?.stoppedAt != nil)
        #expect(host.heard == ["will appear"])
        recorder.letGo()
        await settle()
        let error = ORKStepViewControllerError.cancelled(shouldSave: false)
        #expect(host.heard == ["will appear", "changed", "failed: \(error)"])
        #expect(controller.result?.results.map(\.identifier) == ["sensor"])
        controller.goForward()
        await settle()
        #expect(host.heard.last == "failed: \(error)")
    }

    @Test("`hasPreviousStep()` decides whether a cancel needs a confirmation")
    func firstStep() async {
        host.hasPrevious = false
        let controller = controller()
        controller.appear()
        await settle()
        controller.press("cancel")
        await settle()
        #expect(questionAsked(on: controller) == nil)
        #expect(
            host.heard.last == "failed: \(ORKStepViewControllerError.cancelled(shouldSave: false))"
        )
    }

    @Test("asks before it cancels a Footfall task, except at the first step")
    func firstStepOfTask() async {
        for (step, isAsked) in [("a", false), ("b", true)] {
            // The step forbids going back, but data would be lost.
            let last = NoWayBack(identifier: "b")
            let stage = HostedRun([ORKStep(RSDUIStepObject(identifier: "a")), last])
            await stage.reach(step)
            #expect(stage.run.press("cancel"))
            await settle()
            #expect((questionAsked(on: stage.run) != nil) == isAsked)
            #expect(stage.run.engine.isOver == !isAsked)
        }
    }

    // MARK: Failing

    @Test("ends the task with the controller's error, or its own", arguments: [true, false])
    func failure(hasWords: Bool) async throws {
        let step = KnownStep(identifier: "mine")
        let stage = HostedRun([step])
        await stage.reach("mine")
        let made = try #require(step.made)
        let cause = RecorderError.interrupted(identifier: "sensor")
        made.delegate?.stepViewControllerDidFail(made, withError: hasWords ? cause : nil)
        await settle()
        #expect(stage.run.engine.finishReason == .failed)
        let told = stage.run.engine.finishError.map { "\($0)" }
        #expect(told == (hasWords ? "\(cause)" : "\(ORKStepViewControllerError.failed("mine"))"))
    }

    @Test("cancels the task if its controller reports a cancel")
    func cancelledByController() async throws {
        let step = KnownStep(identifier: "mine")
        let stage = HostedRun([step])
        await stage.reach("mine")
        let made = try #require(step.made)
        let error = ORKStepViewControllerError.cancelled(shouldSave: true)
        made.delegate?.stepViewControllerDidFail(made, withError: error)
        await settle()
        #expect(stage.run.engine.finishReason == .saved)
    }

    @Test("shows its failure in an alert if the host takes no failures, and then cancels")
    func failureOfForeignHost() async throws {
        let step = KnownStep(identifier: "mine")
        let (controller, foreign) = try ForeignHost.show(step)
        let made = try #require(step.made)
        made.delegate?.stepViewControllerDidFail(made, withError: nil)
        let alert = try #require(questionAsked(on: controller))
        #expect(alert.message == "\(ORKStepViewControllerError.failed("mine"))")
        #expect(foreign.requests == ["answers"])
        let result = controller.currentResult as? any RSDCollectionResult
        #expect(result?.inputResults.map(\.identifier) == ["mine_error"])
        foreign.words = StepWords(language: .arabic)
        controller.wordsDidChange()
        #expect(alert.actions.map(\.title) == ["موافق"])
        alert.choose(try #require(alert.actions.first))
        #expect(foreign.requests == ["answers", "cancel, save true"])
    }

    @Test("a foreign host receives the cancel of a step")
    func cancelOfForeignHost() async throws {
        let (controller, foreign) = try ForeignHost.show(ORKStep(identifier: "mine"))
        #expect(controller.press("cancel"))
        await settle()
        #expect(foreign.requests == ["cancel, save false"])
    }

    // MARK: Layout

    @Test("lays out its child once, with and without a task")
    func layout() async {
        let plain = LaidOutStep(identifier: "plain")
        ORKStepViewController(step: ORKStep(plain), result: nil).appear()
        #expect(plain.made?.layouts == 1)
        let hosted = LaidOutStep(identifier: "hosted")
        await HostedRun([ORKStep(hosted)]).reach("hosted")
        #expect(hosted.made?.layouts == 1)
    }
}

/// A step that forbids to go back.
private final class NoWayBack: ORKStep, RSDNavigationBackRule {
    func allowsBackNavigation(with result: (any RSDTaskResult)?) -> Bool { false }
}

/// A step whose controller counts how often it was laid out.
private final class LaidOutStep: RSDUIStepObject, RSDStepViewControllerVendor {
    final class Controller: RSDStepViewController {
        var layouts = 0
        override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            layouts += 1
        }
    }

    var made: Controller?

    func instantiateViewController(
        with parent: (any RSDPathComponent)?
    ) -> (any UIViewController & RSDStepController)? {
        let controller = Controller(step: self, parent: parent)
        made = controller
        return controller
    }
}
