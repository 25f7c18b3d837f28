// What a step in ResearchKit's manner has recorded, once the task has gone back from it: the step's result is
// in the history no more, and nothing that was recorded is lost with it.

import FoundationEssentials
import Research
import ResearchKitSteps
import ResearchUI
import TaskEngine
import Testing
import Timebase
import ViewTree

@Suite("ORKStepViewController: what it has recorded when the task goes back")
@MainActor
struct HostedBackTests {
    private let step = KnownStep(identifier: "walk")

    private func stage(
        _ recorders: [PlainRecorder],
        _ actions: [any RSDAsyncActionConfiguration]? = nil
    ) -> HostedRun {
        step.recorders = recorders
        return HostedRun(
            [RSDUIStepObject(identifier: "a"), step, RSDUIStepObject(identifier: "y")],
            actions
        )
    }

    private func history(_ stage: HostedRun) -> [String] {
        stage.run.taskViewModel.taskResult.stepHistory.map(\.identifier)
    }

    @Test("is not in the result of the next visit, also where no time has passed")
    func atOnce() async {
        let recorder = PlainRecorder("sensor", file: "one.json")
        recorder.held = [.stop]
        let stage = stage([recorder])
        await stage.reach("walk")
        step.recorders = []
        stage.run.jump(to: "walk")
        await settle()
        recorder.letGo()
        await settle()
        #expect(stage.place == "walk" && history(stage) == ["a", "walk"])
        #expect(stage.besideSteps == ["one.json"] && stage.recorded(in: "walk") == [])
    }

    @Test("is nothing where nothing was recorded")
    func nothing() async {
        let stage = stage([])
        await stage.reach("walk")
        stage.run.jump(to: "a")
        await settle()
        #expect(stage.place == "a")
        #expect(stage.run.taskViewModel.taskResult.asyncResults == nil)
    }
}
