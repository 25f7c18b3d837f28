import Research
import ResearchUI
import TaskEngine
import Testing

@Suite("A task that names missing steps")
@MainActor
struct LooseNameTests {
    @Test("can be run, and its recorder runs to the end")
    func runs() async {
        let action = RSDStandardAsyncActionConfiguration(
            identifier: "m",
            type: "scripted",
            stopStepIdentifier: "nowhere"
        )
        let task = RSDTaskObject(
            identifier: "T",
            steps: [Tasks.step("a"), Tasks.step("b")],
            progressMarkers: ["stray"],
            asyncActions: [action]
        )
        let stage = Stage(task)
        #expect(await stage.run(with: AutomaticParticipant()) == .completed)
        #expect(stage.engine.taskViewModel.taskResult.recorded == ["m"])
    }
}
