// The question whether to leave the task, while the step's own time goes on beneath it.

import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("RSDStepViewController: asking whether to leave")
@MainActor
struct CancelPromptTests {
    private let steps = [
        Steps.instruction("a"),
        Steps.active(
            "b",
            duration: 3,
            [.transitionAutomatically, .playSoundOnFinish],
            spoken: ["end": "Stop"]
        ),
        Steps.instruction("c"),
    ]

    private var rig: StepRig<RSDStepViewController> { StepRig(steps, at: "b") }

    /// Lets the step's time run out while it asks.
    private func runOut(_ rig: StepRig<RSDStepViewController>) async {
        rig.controller.appear()
        await rig.pass(seconds: 1)
        rig.controller.cancel()
        await rig.pass(seconds: 2)
    }

    @Test("`goForward()` of a timer that runs out waits for the answer; the timer ends in time")
    func waits() async {
        let rig = rig
        await runOut(rig)
        #expect(rig.questions.count == 2 && rig.host.requests.isEmpty)
        #expect(rig.controller.completedUptime == 3 && rig.dial?.state == .over)
        #expect(rig.log.calls == [.play("short_low_high"), .speak("Stop")])
        await rig.pass(.seconds(60))
        #expect(rig.questions.count == 2 && rig.host.requests.isEmpty)
        rig.answer(1)
        #expect(rig.host.requests == ["forward"] && rig.controller.completedUptime == 3)
        #expect(rig.controller.clock?.runningDuration == .seconds(3))
    }

    @Test("`goForward()` of a timer that runs out goes on where the question is pushed aside")
    func pushedAside() async {
        let rig = rig
        await runOut(rig)
        rig.controller.receive(.closed("screen/top-0"))
        #expect(rig.questions.isEmpty && rig.host.requests == ["forward"])
    }

    @Test("`goForward()` of a timer that runs out goes on where somebody takes the question away")
    func takenAway() async {
        let rig = rig
        let page = UIViewController(nibName: nil, bundle: nil)
        rig.controller.present(page, animated: false)
        await runOut(rig)
        #expect(rig.host.requests.isEmpty && page.presentedViewController != nil)
        // With what it lies on.
        rig.controller.dismiss(animated: false)
        #expect(rig.host.requests == ["forward"])
    }

    @Test("`cancelTask(shouldSave:)` leaves the task; a timer that has run out leads nowhere else")
    func leaves() async {
        let rig = rig
        await runOut(rig)
        rig.answer(0)
        await rig.settle()
        #expect(rig.host.requests == ["cancel, save false"])
    }

    @Test("`goBack()` of a host while the question stands is all that is done")
    func goesBack() async {
        let rig = rig
        await runOut(rig)
        rig.controller.goBack()
        rig.answer(1)
        #expect(rig.host.requests == ["back"])
    }

    @Test("`cancel()` in a task keeps its question on screen until it is answered")
    func inTask() async throws {
        let stage = TaskStage(steps: steps)
        try await stage.begin()
        try await stage.press(.goForward)
        try await stage.reach("b")
        try await stage.press(.cancel)
        for _ in 0..<3 {
            _ = await stage.clock.nextWaking()
            stage.clock.advance(by: .seconds(1))
            await stage.settle()
        }
        #expect(stage.step == "b")
        try await stage.press(titled: "Continue")
        try await stage.reach("c")
    }
}
