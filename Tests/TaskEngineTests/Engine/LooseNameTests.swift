import Research
import ResearchUI
import TaskEngine
import Testing

@Suite("A task that names steps that are nowhere")
@MainActor
struct LooseNameTests {
    @Test("is run, and its recorder goes on to the end")
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
