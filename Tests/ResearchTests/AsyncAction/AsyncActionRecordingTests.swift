import Research
import Testing

@MainActor
@Suite("An async action that records nothing")
struct AsyncActionRecordingTests {
    @Test("takes no marks, has no notes and keeps nobody waiting for a source, without a word")
    func hasDefaults() async {
        let controller: any RSDAsyncActionController = ScriptedController(
            configuration: PlainConfiguration(identifier: "walk"),
            path: RSDStandalonePath(identifier: "walk")
        )
        #expect(!controller.takesMarks && controller.notes.isEmpty)
        controller.mark("turn")
        await controller.waitForEndOfSource()
        #expect(controller.status == .idle && controller.result == nil)
    }
}
