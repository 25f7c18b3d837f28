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
                "steps[3].task.steps[0].duration", "asyncActions[1].identifier",
            ]
        )
    }

    @Test(
        "is one with a step that takes more than about three years, which are told as the most",
        arguments: [100_000_001, 8e9, 9e9, 1e300]
    )
    func endless(duration: Double) throws {
        let file = Data(
            """
            { "identifier": "t", "steps": [
              { "identifier": "a", "type": "active", "duration": \(duration) } ] }
            """.utf8
        )
        let task = try RSDFactory().decodeTask(with: file)
        let error = #expect(throws: RSDValidationError.self) { try task.validate() }
        #expect(error?.faults.map(\.path.description) == ["steps[0].duration"])
        #expect(error?.faults.first?.remedy?.contains("at most 100000000 ") == true)
        #expect(TaskFileCheck.faults(in: file).map(\.path.description) == ["steps[0].duration"])
    }

    @Test(
        "is one with more recorders at a time than any task has, which are told once, with the most",
        arguments: [
            (64, 0, nil), (65, 0, "asyncActions"), (3000, 0, "asyncActions"), (60, 4, nil),
            (60, 5, "asyncActions"), (1, 65, "steps[1].asyncActions"),
            (0, 3000, "steps[1].asyncActions"),
        ] as [(Int, Int, String?)]
    )
    func recorders(own: Int, below: Int, place: String?) throws {
        func actions(_ count: Int) -> String {
            (0..<count).map { #"{ "identifier": "r\#($0)", "type": "smell" }"# }
                .joined(separator: ",")
        }
        // Two sections, of which one runs after the other.
        let sections = ["x", "y"].enumerated().map { index, name in
            """
            { "identifier": "\(name)", "type": "section",
              "asyncActions": [\(actions(index == 0 ? min(below, 4) : below))],
              "steps": [{ "identifier": "a", "type": "instruction" }] }
            """
        }
        let file = Data(
            """
            { "identifier": "t", "asyncActions": [\(actions(own))],
              "steps": [\(sections.joined(separator: ","))] }
            """.utf8
        )
        let faults = TaskFileCheck.faults(in: file).filter { $0.description.contains("at a time") }
        #expect(faults.map(\.path.description) == [place].compactMap(\.self))
        let task = try RSDFactory().decodeTask(with: file)
        if place == nil {
            #expect(throws: Never.self) { try task.validate() }
        } else {
            let error = #expect(throws: RSDValidationError.self) { try task.validate() }
            #expect(error?.faults.count == 1)
            #expect(error?.faults.first?.remedy?.contains("at most 64;") == true)
        }
    }

    @Test("is not one with a step that takes three years")
    func long() throws {
        let file = Data(
            """
            { "identifier": "t", "steps": [
              { "identifier": "a", "type": "active", "duration": 100000000 } ] }
            """.utf8
        )
        let task = try RSDFactory().decodeTask(with: file)
        #expect(throws: Never.self) { try task.validate() }
    }

    @Test("is not one in which recorders end, and progress is marked, at steps that are nowhere")
    func namesOfNoStep() throws {
        let file = Data(
            """
            { "identifier": "t", "progressMarkers": ["a", "bb"],
              "asyncActions": [{ "identifier": "m", "type": "smell", "stopStepIdentifier": "q" }],
              "steps": [
                { "identifier": "a", "type": "instruction" },
                { "identifier": "s", "type": "section", "progressMarkers": ["z"],
                  "asyncActions": [
                    { "identifier": "n", "type": "smell", "startStepIdentifier": "a" } ],
                  "steps": [ { "identifier": "deep", "type": "instruction" } ] },
                { "identifier": "sub", "type": "subtask", "task": { "identifier": "u",
                  "asyncActions": [
                    { "identifier": "n", "type": "smell", "stopStepIdentifier": "deep" } ],
                  "steps": [ { "identifier": "x", "type": "instruction" } ] } } ] }
            """.utf8
        )
        let task = try RSDFactory().decodeTask(with: file)
        #expect(throws: Never.self) { try task.validate() }
        #expect(
            Set(TaskFileCheck.faults(in: file).map(\.path.description)) == [
                "asyncActions[0].stopStepIdentifier", "progressMarkers[1]",
                "steps[1].asyncActions[0].startStepIdentifier", "steps[1].progressMarkers[0]",
                "steps[2].task.asyncActions[0].stopStepIdentifier",
            ]
        )
    }

    @Test("is one whose recorder begins at a step that is nowhere")
    func startAtNoStep() {
        let action = RSDStandardAsyncActionConfiguration(
            identifier: "m",
            type: "smell",
            startStepIdentifier: "nowhere"
        )
        let task = RSDTaskObject(identifier: "t", steps: [PlainStep("a")], asyncActions: [action])
        let error = #expect(throws: RSDValidationError.self) { try task.validate() }
        #expect(
            error?.faults.map(\.path.description) == ["asyncActions[0].startStepIdentifier"]
        )
    }

    @Test("is not one whose recorders begin and end at steps of a task that is fetched")
    func fetchedSteps() throws {
        let file = Data(
            """
            { "identifier": "t",
              "asyncActions": [ { "identifier": "m", "type": "smell",
                "startStepIdentifier": "far", "stopStepIdentifier": "farther" } ],
              "steps": [ { "identifier": "i", "type": "taskInfo",
                "taskTransformer": { "resourceName": "Far" } } ] }
            """.utf8
        )
        let task = try RSDFactory().decodeTask(with: file)
        #expect(throws: Never.self) { try task.validate() }
        #expect(TaskFileCheck.faults(in: file) == [])
        let far = #"{ "identifier": "f", "steps": [{ "identifier": "far" }] }"#
        let folder = try ResourceFolder(["Far.json": far])
        #expect(
            TaskFileCheck.faults(in: file, factory: folder.factory).map(\.path.description)
                == ["asyncActions[0].stopStepIdentifier"]
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
