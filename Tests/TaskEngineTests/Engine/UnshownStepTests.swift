import Research
import TaskEngine
import Testing
import Timebase

@Suite("A step that nothing can show")
@MainActor
struct UnshownStepTests {
    /// An engine that has no controller for one of the steps.
    private final class Blind: TaskEngine {
        override func vendDefaultStepController(
            for step: any RSDStep,
            in path: RSDTaskViewModel
        ) -> (any RSDStepController)? {
            step.identifier == "b" ? nil : super.vendDefaultStepController(for: step, in: path)
        }
    }

    @Test("is gone by with a note, and recorders are told that the run has come by it")
    func isGoneBy() async {
        let task = Tasks.plain(
            ["a", "b", "c"].map(Tasks.step),
            [ActionConfiguration("m"), ActionConfiguration("n", start: "b")]
        )
        let engine = Blind(task: task, timekeeper: ImmediateTimekeeper())
        let log = CallLog()
        engine.makers["scripted"] = { ScriptedAction($0, $1, log) }
        await engine.start()
        log.lines = []
        await engine.goForward()
        #expect(engine.taskViewModel.currentStepIdentifier == "c")
        #expect(engine.taskViewModel.taskResult.stepHistory.map(\.identifier) == ["a", "b", "c"])
        #expect(log.lines.filter { $0.hasPrefix("m at") } == ["m at T/b", "m at T/c"])
        #expect(log.lines.contains("n running"))
        #expect(engine.notes == ["the step 'b' is left out: nothing can show it"])
        await engine.cancel(shouldSave: false)
    }
}
