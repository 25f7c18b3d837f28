import FoundationEssentials
import Research
import Testing

@Suite("A task that cannot be run")
struct TaskRulesTests {
    @Test("is refused with every fault and its place")
    func everyFault() throws {
        let task = try RSDFactory().decodeTask(
            with: Data(
                """
                { "identifier": "t", "progressMarkers": ["a", "bb"],
                  "asyncActions": [
                    { "identifier": "m", "type": "smell", "startStepIdentifier": "deep" },
                    { "identifier": "m", "type": "smell", "stopStepIdentifier": "nowhere" } ],
                  "steps": [
                    { "identifier": "a", "type": "instruction" },
                    { "identifier": "a", "type": "active", "duration": -1 },
                    { "identifier": "s", "type": "section",
                      "asyncActions": [
                        { "identifier": "n", "type": "smell", "startStepIdentifier": "a" } ],
                      "steps": [
                        { "identifier": "deep", "type": "instruction" },
                        { "identifier": "deep", "type": "instruction" } ] },
                    { "identifier": "sub", "type": "subtask", "task": {
                      "identifier": "u", "steps": [
                        { "identifier": "x", "type": "active", "duration": -2 } ] } } ] }
                """.utf8
            )
        )
        let error = #expect(throws: RSDValidationError.self) { try task.validate() }
        #expect(
            error?.faults.map(\.path.description) == [
                "steps[1].identifier", "steps[1].duration", "steps[2].steps[1].identifier",
                "steps[2].asyncActions[0].startStepIdentifier", "steps[3].task.steps[0].duration",
                "asyncActions[1].identifier", "asyncActions[1].stopStepIdentifier",
                "progressMarkers[1]",
            ]
        )
    }

    @Test("is not one whose recorders begin and end at steps inside of its sections")
    func stepsBelow() throws {
        let inner = RSDSectionStepObject(
            identifier: "s",
            steps: [RSDActiveUIStepObject(identifier: "walk")]
        )
        let action = RSDStandardAsyncActionConfiguration(
            identifier: "m",
            type: "smell",
            startStepIdentifier: "walk",
            stopStepIdentifier: "s"
        )
        let task = RSDTaskObject(identifier: "t", steps: [inner], asyncActions: [action])
        #expect(throws: Never.self) { try task.validate() }
    }
}
