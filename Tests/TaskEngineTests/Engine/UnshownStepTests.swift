import Research
import TaskEngine
import Testing
import Timebase

@Suite("A step without a controller")
@MainActor
struct UnshownStepTests {
    /// An engine that has no controller for one of the steps.
    private final class Blind: TaskEngine {
        override func vendDefaultStepController(
            for step: any RSDStep,
            in path: RSDTaskViewModel
        ) -> (any RSDStepController)? {
            step.identifier == "b" ? nil : PlainStepController(step, path)
        }
    }

    @Test("is passed with a note, and recorders are informed of it")
    func isGoneBy() async {
        let task = Tasks.plain(
            ["a", "b", "c", "d"].map(Tasks.step),
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

    @Test("is passed on the way back, too, unless it is the first")
    func isGoneByBackwards() async {
        let engine = Blind(
            task: Tasks.plain(["a", "b", "c"].map(Tasks.step)),
            timekeeper: ImmediateTimekeeper()
        )
        await engine.start()
        await engine.goForward()
        await engine.goBack()
        #expect(engine.taskViewModel.currentStepIdentifier == "a")
        #expect(engine.currentStepController?.step.identifier == "a")
        await engine.cancel(shouldSave: false)

        let first = Blind(
            task: Tasks.plain(["b", "c"].map(Tasks.step)),
            timekeeper: ImmediateTimekeeper()
        )
        await first.start()
        #expect(first.taskViewModel.currentStepIdentifier == "c")
        await first.goBack()
        #expect(first.taskViewModel.currentStepIdentifier == "c")
        await first.cancel(shouldSave: false)
    }
}
