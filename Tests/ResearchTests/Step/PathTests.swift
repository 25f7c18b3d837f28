import Research
import Testing

private struct Step: RSDStep {
    var identifier: String
    var stepType: RSDStepType = .active
}

@MainActor
@Suite("The path that a record carries")
struct PathTests {
    @Test("is the recorder's identifier where there is no task")
    func standsAlone() {
        let path = RSDStandalonePath(identifier: "walk")
        #expect(path.fullPath == "walk")
        #expect(path.currentStepPath == "walk")
    }

    @Test("leads from the root to the step, sections included, with no slash ahead")
    func leadsFromRoot() {
        let task = RSDStandalonePath(identifier: "Gait")
        let section = RSDStandalonePath(identifier: "left", parent: task)
        section.currentStepIdentifier = "stand"
        #expect(section.fullPath == "Gait/left")
        #expect(section.currentStepPath == "Gait/left/stand")
    }

    @Test("follows the step that a controller is moved to")
    func followsStep() {
        let task = RSDStandalonePath(identifier: "Gait")
        let controller = ScriptedController(
            configuration: PlainConfiguration(identifier: "walk"),
            path: task
        )
        controller.moveTo(step: Step(identifier: "walk"), taskPath: task)
        #expect(controller.calls == ["Gait/walk"])
    }
}
