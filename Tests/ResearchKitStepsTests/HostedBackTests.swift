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

    @Test("stays when the participant goes back from the step", arguments: ["one.json", nil])
    func backFromStep(file: String?) async {
        let stage = stage([PlainRecorder("sensor", file: file), PlainRecorder("other")])
        await stage.reach("walk")
        #expect(stage.run.press("goBackward"))
        await settle()
        #expect(stage.place == "a" && history(stage) == ["a"])
        #expect(stage.besideSteps == [file ?? "sensor", "other"])
    }

    @Test("stays when the participant goes back to the step, and records there again")
    func backToStep() async {
        let stage = stage([PlainRecorder("sensor", file: "one.json")])
        await stage.reach("y")
        #expect(stage.recorded(in: "walk") == ["sensor"] && stage.besideSteps == [])
        step.recorders = [PlainRecorder("sensor", file: "two.json")]
        #expect(stage.run.press("goBackward"))
        await settle()
        #expect(stage.place == "walk" && stage.besideSteps == ["one.json"])
        #expect(stage.recorded(in: "walk") == [])
        stage.run.press("goForward")
        await settle()
        #expect(stage.place == "y" && stage.besideSteps == ["one.json"])
        #expect(stage.recorded(in: "walk") == ["sensor"])
    }

    @Test("goes where what is recorded again replaces it", arguments: ["walk", "a"])
    func replaced(place: String) async {
        let stage = stage([PlainRecorder(replacing: "sensor", file: "one.json")])
        await stage.reach(place == "a" ? "walk" : "y")
        step.recorders = [PlainRecorder(replacing: "sensor", file: "two.json")]
        stage.run.press("goBackward")
        await settle()
        #expect(stage.place == place && stage.besideSteps == ["one.json"])
        for _ in 0..<2 where stage.place != "y" {
            stage.run.goForward()
            await settle()
        }
        #expect(stage.place == "y" && stage.recorded(in: "walk") == ["sensor"])
        #expect(stage.run.taskViewModel.taskResult.asyncResults == nil)
    }

    @Test("stays where what is recorded again has failed")
    func failedAgain() async {
        let stage = stage([PlainRecorder(replacing: "sensor", file: "one.json")])
        await stage.reach("y")
        let second = PlainRecorder(replacing: "sensor", file: "two.json")
        step.recorders = [second]
        stage.run.press("goBackward")
        await settle()
        second.fail()
        stage.run.press("goForward")
        await settle()
        #expect(stage.place == "y" && stage.besideSteps == ["one.json"])
        #expect(stage.recorded(in: "walk") == ["sensor_error", "sensor"])
    }

    @Test("stays with what has failed before the task went back")
    func failedBefore() async {
        let recorder = PlainRecorder("sensor", file: "one.json")
        let stage = stage([recorder])
        await stage.reach("walk")
        recorder.fail()
        #expect(stage.recorded(in: "walk") == ["sensor_error"])
        stage.run.jump(to: "a")
        await settle()
        #expect(stage.place == "a")
        #expect(stage.besideSteps == ["sensor_error", "one.json"])
    }

    @Test("stays with what fails while the task goes back, and does not come into its history")
    func failsMeanwhile() async {
        let recorder = PlainRecorder("sensor", file: "one.json")
        var asked = RSDStandardAsyncActionConfiguration(identifier: "motion", type: "plain")
        asked.startStepIdentifier = "a"
        let stage = stage([recorder], [asked])
        let outer = PlainRecorder("motion")
        stage.run.makers["plain"] = { _, _ in outer }
        await stage.reach("walk")
        let again = PlainRecorder("motion")
        again.held = [.ask]
        stage.run.makers["plain"] = { _, _ in again }
        await stage.run.engine.stopAsyncActions(for: [outer], showLoading: false)
        stage.run.jump(to: "a")
        await settle()
        #expect(again.calls == [.ask] && stage.place == "walk" && history(stage) == ["a"])
        recorder.fail()
        #expect(history(stage) == ["a"])
        again.letGo()
        await settle()
        #expect(stage.place == "a" && history(stage) == ["a"])
        #expect(stage.besideSteps == ["motion", "sensor_error", "one.json"])
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
