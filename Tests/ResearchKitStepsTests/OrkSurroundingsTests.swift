// What happens around a step in ResearchKit's manner while it is shown: the task stays at it, the machine
// is taken for a while, the screen goes off.

import FoundationEssentials
import Research
import ResearchKitSteps
import ResearchUI
import TaskEngine
import Testing
import Timebase
import ViewTree

@Suite("ORKStepViewController: what happens around it")
@MainActor
struct OrkSurroundingsTests {
    @Test("`goBackward()` that leads nowhere lets the step begin anew")
    func stays() async {
        let step = Walk.step()
        let stage = HostedRun([step])
        await stage.reach("walk")
        let first = step.made?.shownClock
        #expect(first != nil && first?.stoppedAt == nil)
        step.made?.goBackward()
        await settle()
        #expect(first?.stoppedAt != nil)
        #expect(stage.run.currentStepController?.step.identifier == "walk")
        let second = step.made?.shownClock
        #expect(second !== first && second?.stoppedAt == nil)
        step.made?.goForward()
        await settle()
        #expect(stage.run.engine.finishReason == .completed)
    }

    @Test("A step that the host comes back to begins anew")
    func comesBack() async {
        let step = Walk.step()
        let stage = HostedRun([step])
        await stage.reach("walk")
        let visited = RSDUIStepObject(identifier: "elsewhere")
        stage.run.navigate(to: visited, from: nil, direction: .forward, completion: nil)
        await settle()
        #expect(step.made?.shownClock?.stoppedAt != nil)
        stage.run.navigate(to: step, from: nil, direction: .reverse, completion: nil)
        await settle()
        #expect(step.made?.shownClock?.stoppedAt == nil && step.made?.shownClock != nil)
    }

    @Test("An interruption of the task lets the step's timer stand, and run again")
    func interrupted() async {
        let step = Walk.step()
        let stage = HostedRun([step])
        await stage.reach("walk")
        stage.run.handleInterruption(.began)
        #expect(step.made?.shownClock?.isPaused == true)
        stage.run.handleInterruption(.ended(mayResume: true))
        #expect(step.made?.shownClock?.isPaused == false)
    }

    @Test("An interruption ends the task where the step that is shown says so")
    func endsTask() async {
        let stage = HostedRun([Walk.step(endsTask: true)])
        await stage.reach("walk")
        stage.run.handleInterruption(.began)
        await settle()
        #expect(stage.run.engine.finishReason == .failed)
        #expect(stage.run.engine.finishError as? RSDInterruptionError == .endsTask("walk"))
    }

    @Test("`recorders` of the step and of the task are marked where its timer stands")
    func marks() async throws {
        let (inner, outer) = (PlainRecorder("inner"), PlainRecorder("motion"))
        let step = Walk.step()
        step.recorders = [inner]
        let stage = HostedRun(
            [step],
            [RSDStandardAsyncActionConfiguration(identifier: "motion", type: "plain")]
        )
        stage.run.makers["plain"] = { _, _ in outer }
        await stage.reach("walk")
        let shown = try #require(step.made?.children.first as? RSDStepViewController)
        // Marks go there, and readings come from there.
        let running = stage.run.engine.runningRecorders.map(\.configuration.identifier)
        #expect(running.sorted() == ["inner", "motion"])
        shown.pause()
        shown.resume()
        #expect(inner.marks == ["pause", "resume"] && outer.marks == ["pause", "resume"])
    }

    @Test("`recorders` of the step are marked by the step itself, in a task that is none of ours")
    func marksOfForeignHost() async throws {
        let inner = PlainRecorder("inner")
        let step = Walk.step()
        step.recorders = [inner]
        let (controller, _) = try ForeignHost.show(step)
        await settle()
        let shown = try #require(step.made?.children.first as? RSDStepViewController)
        shown.pause()
        shown.resume()
        #expect(inner.marks == ["pause", "resume"])
        withExtendedLifetime(controller) {}
    }

    @Test("Whether the screen is on is what the step was told, else what its host knows")
    func foreground() async {
        let controller = ORKStepViewController(step: Walk.step(), result: nil)
        var isOn = false
        controller.services.isInForeground = { isOn }
        #expect(!controller.isInForeground)
        isOn = true
        #expect(controller.isInForeground)
        controller.appear()
        controller.receive(.screen(isInForeground: false))
        #expect(!controller.isInForeground)
    }
}
