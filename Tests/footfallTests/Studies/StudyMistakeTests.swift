import FoundationEssentials
import Research
import SessionRuns
import StandardRecorders
import Testing

@testable import footfall

@Suite("The mistakes of authors of studies")
struct StudyMistakeTests {
    @Test("are forty, each another one")
    func areForty() {
        #expect(Set(StudyMistake.all.map(\.file)).count == 40)
        #expect(Set(StudyMistake.all.map(\.description)).count == 40)
    }

    @Test("are each told, with its place and a remedy", arguments: StudyMistake.all)
    func areTold(mistake: StudyMistake) throws {
        let folder = try TemporaryFolder()
        for name in StudyMistake.folder { try folder.write(Array("<svg/>".utf8), to: name) }
        let faults = try StudyCheck.findings(in: mistake.file, beside: folder.path).faults
        let told = faults.first { $0.path == mistake.path }
        #expect(told != nil, "\(faults.map(\.line))")
        #expect(told?.expected != nil || told?.nearest != nil, "\(faults.map(\.line))")
        // What follows from one mistake may be told with it, and nothing else is.
        #expect(faults.count <= 2, "\(faults.map(\.line))")
    }

    /// Words of other tools, in an object that lacks the key, and the key that is meant.
    private static let meanings: [(file: String, nearest: String)] = [
        (#"{ "identifier": "t", "pages": [] }"#, "steps"),
        (#"{ "name": "t", "steps": [] }"#, "identifier"),
        (#"{ "identifier": "t", "steps": [], "asyncBackgroundActions": [] }"#, "asyncActions"),
        (step(#""heading": "x""#), "title"), (step(#""body": "x""#), "text"),
        (step(#""buttons": {}"#), "actions"), (step(#""seconds": 3"#), "duration"),
        (step(#""speech": {}"#), "spokenInstructions"), (question(#""label": "x""#), "prompt"),
        (question(#""logic": []"#), "surveyRules"), (question(#""isOptional": true"#), "optional"),
        (question(#""range": { "max": 3 }"#), "maximumValue"),
        (question(#""range": { "increment": 3 }"#), "stepInterval"),
        (
            question(#""surveyRules": [{ "answer": 1, "ruleOperator": "always" }]"#),
            "matchingAnswer"
        ),
        (
            question(#""surveyRules": [{ "matchingAnswer": 1, "goto": "s" }]"#),
            "skipToIdentifier"
        ),
        (recorder(#""hz": 100"#), "frequency"), (recorder(#""sample_rate": 100"#), "frequency"),
        (recorder(#""start": "s""#), "startStepIdentifier"),
        (recorder(#""until": "s""#), "stopStepIdentifier"),
        (recorder(#""position": "lowBack""#), "placement"),
        (recorder(#""channels": ["gyro"]"#), "recorderTypes"),
    ]

    private static func step(_ keys: String) -> String {
        #"{ "identifier": "t", "steps": [{ "identifier": "s", "type": "active", \#(keys) }] }"#
    }

    private static func question(_ keys: String) -> String {
        step(#""inputFields": [{ "type": "integer", \#(keys) }]"#)
            .replacing(#""active""#, with: #""form""#)
    }

    private static func recorder(_ keys: String) -> String {
        #"{ "identifier": "t", "steps": [{ "identifier": "s" }], "asyncActions": [{ "identifier": "m", "type": "motion", \#(keys) }] }"#
    }

    @Test("are in the words of other tools told with the key that is meant", arguments: meanings)
    func meaning(file: String, nearest: String) throws {
        let faults = try StudyCheck.findings(in: file).faults
        #expect(faults.contains { $0.nearest == nearest }, "\(faults.map(\.line))")
    }

    @Test("are no words that stand beside the key, that have another form, or that an app may know")
    func noMeaning() throws {
        let files = [
            Self.step(#""title": "x", "heading": "y""#), Self.step(#""buttons": [1, 2]"#),
            Self.step(#""heading": "y""#).replacing(#""active""#, with: #""appStep""#),
            Self.step(#""comment": "x", "author": "y", "_rate": 3"#),
        ]
        for file in files {
            let faults = try StudyCheck.findings(in: file).faults
            #expect(faults.isEmpty, "\(faults.map(\.line))")
        }
    }

    @Test("are notes where a type or a picture may be an app's own")
    func appsOwn() throws {
        let folder = try TemporaryFolder()
        let file = """
            { "identifier": "t", "steps": [{ "identifier": "s", "type": "instruction",
                "image": { "imageName": "corridor" } }],
              "asyncActions": [{ "identifier": "air", "type": "airQuality" }] }
            """
        let found = try StudyCheck.findings(in: file, beside: folder.path)
        #expect(found.faults.isEmpty, "\(found.faults.map(\.line))")
        #expect(
            found.notes.map(\.path) == ["asyncActions[0].type", "steps[0].image.imageName"],
            "\(found.notes.map(\.line))"
        )
        #expect(found.notes.first?.expected?.contains("motion, input, touch, lines") == true)
    }

    @Test("are in a resource told where the resource has them")
    func inResource() throws {
        let folder = try TemporaryFolder()
        let section = """
            { "identifier": "part", "type": "section", "steps": [
              { "identifier": "a", "type": "instruction" },
              { "identifier": "b", "type": "instruction", "nextStepIdentifier": "a" }] }
            """
        try folder.write(Array(section.utf8), to: "Part.json")
        let file = """
            { "identifier": "t", "steps": [{ "identifier": "part", "type": "transform",
              "resourceTransformer": { "resourceName": "Part" } }] }
            """
        let faults = try StudyCheck.findings(in: file, beside: folder.path).faults
        #expect(
            faults.map(\.path)
                == ["steps[0].resourceTransformer > Part > steps[1].nextStepIdentifier"]
        )
    }
}

/// Checks studies as the command does.
enum StudyCheck {
    static func findings(
        in text: String,
        beside folder: String? = nil,
        on device: RSDDeviceType = .computer
    ) throws -> TaskFaults {
        let given = GivenTask(
            path: "study.json",
            resources: folder.map { [$0] } ?? [],
            deviceType: device
        )
        return TaskFaults(
            in: Data(text.utf8),
            by: try given.factory(),
            making: GivenTask.recordable
        )
    }
}
