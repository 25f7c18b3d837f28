import FoundationEssentials
import Research
import SessionRuns
import StandardRecorders
import Testing

@testable import footfall

@Suite("The mistakes of authors of studies")
struct StudyMistakeTests {
    @Test("are each reported, with their place and a remedy", arguments: StudyMistake.all)
    func areTold(mistake: StudyMistake) throws {
        let folder = try TemporaryFolder()
        for name in StudyMistake.folder { try folder.write(Array("<svg/>".utf8), to: name) }
        let faults = try StudyCheck.findings(in: mistake.file, beside: folder.path).faults
        let told = faults.first { $0.path == mistake.path }
        #expect(told != nil, "\(faults.map(\.line))")
        #expect(told?.expected != nil || told?.nearest != nil, "\(faults.map(\.line))")
        // What follows from one mistake may be told with it, and nothing else is.
        let others = faults.map(\.path).filter { $0 != mistake.path }
        #expect(others == mistake.alsoTold, "\(faults.map(\.line))")
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

    @Test("in words of other tools are reported with the key that is meant", arguments: meanings)
    func meaning(file: String, nearest: String) throws {
        let faults = try StudyCheck.findings(in: file).faults
        #expect(faults.contains { $0.nearest == nearest }, "\(faults.map(\.line))")
    }

    @Test("are not assumed beside the right key, in another form, or in an app's own type")
    func noMeaning() throws {
        let files = [
            Self.step(#""title": "x", "heading": "y""#), Self.step(#""buttons": [1, 2]"#),
            Self.step(#""heading": "y""#).replacing(#""active""#, with: #""appStep""#),
            Self.step(#""comment": "x", "author": "y", "_rate": 3"#),
            Self.step(#""time": "morning", "timer": false"#),
            Self.step(#""text": "x", "subtitle": "y""#),
            Self.recorder(#""location": "Leiden", "hz": "100""#),
            Self.question(#""style": "wide", "description": "x""#),
        ]
        for file in files {
            let faults = try StudyCheck.findings(in: file).faults
            #expect(faults.isEmpty, "\(faults.map(\.line))")
        }
    }

    @Test("are only notes if a type or a picture may be an app's own")
    func appsOwn() throws {
        let folder = try TemporaryFolder()
        let file = """
            { "identifier": "t", "steps": [{ "identifier": "s", "type": "instruction",
                "image": { "imageName": "corridor" } }],
              "asyncActions": [{ "identifier": "air", "type": "airQuality" }] }
            """
        // A picture that is like no other is not missed because there is another one.
        try folder.write([0], to: "standing.png")
        let found = try StudyCheck.findings(in: file, beside: folder.path)
        #expect(found.faults.isEmpty, "\(found.faults.map(\.line))")
        #expect(
            found.notes.map(\.path) == ["asyncActions[0].type", "steps[0].image.imageName"],
            "\(found.notes.map(\.line))"
        )
        #expect(found.notes.first?.expected?.contains("motion, input, touch, lines") == true)
    }

    @Test(
        "are notes for a step's name that no rule can lead to, or nobody can read",
        arguments: ["exit", "nextSection", "nextStep", "", " ", "a\\nb", "\\u0000"]
    )
    func stepNames(name: String) throws {
        func file(_ name: String) -> String {
            #"""
            { "identifier": "t", "steps": [
              { "identifier": "first", "type": "instruction" },
              { "identifier": "part", "type": "section", "steps": [{ "identifier": "\#(name)" }] }] }
            """#
        }
        let found = try StudyCheck.findings(in: file(name))
        #expect(found.faults.isEmpty, "\(found.faults.map(\.line))")
        #expect(
            found.notes.map(\.path) == ["steps[1].steps[0].identifier"],
            "\(found.notes.map(\.line))"
        )
        #expect(try StudyCheck.findings(in: file("exit 2")).notes.isEmpty)
    }

    @Test("in the unit of a duration are reported with the valid words")
    func durationUnits() throws {
        for range in [#""unit": "minutes""#, #""durationUnits": ["hr", "minutes"]"#] {
            let file = #"""
                { "identifier": "t", "steps": [{ "identifier": "f", "type": "form", "inputFields":
                  [{ "identifier": "q", "type": "duration", "range": { \#(range) } }] }] }
                """#
            let faults = try StudyCheck.findings(in: file).faults
            #expect(faults.count == 1, "\(faults.map(\.line))")
            #expect(
                faults.first?.line.hasSuffix("write one of s, min, hr") == true,
                "\(faults.map(\.line))"
            )
        }
    }

    @Test("include a range of times across midnight")
    func overMidnight() throws {
        let file = #"""
            { "identifier": "t", "steps": [{ "identifier": "f", "type": "form", "inputFields":
              [{ "identifier": "q", "type": "date", "range":
                { "codingFormat": "HH:mm", "minimumDate": "22:00", "maximumDate": "06:00" } }] }] }
            """#
        let faults = try StudyCheck.findings(in: file).faults
        #expect(faults.map(\.path) == ["steps[0].inputFields[0].range.maximumDate"])
        #expect(faults.first?.expected?.contains("midnight") == true, "\(faults.map(\.line))")
    }

    @Test("do not include a cohort that a host may define, but a misspelt one")
    func cohorts() throws {
        func file(_ cohort: String) -> String {
            #"""
            { "identifier": "t", "steps": [
              { "identifier": "f", "type": "form", "inputFields": [{ "identifier": "q", "type": "boolean",
                "surveyRules": [{ "matchingAnswer": true, "cohort": "medicated" }] }] },
              { "identifier": "s", "type": "instruction",
                "beforeCohortRules": [{ "requiredCohorts": ["\#(cohort)"] }] }] }
            """#
        }
        for cohort in ["unmedicated", "dedicated", "control"] {
            let found = try StudyCheck.findings(in: file(cohort))
            #expect(found.faults.isEmpty, "\(found.faults.map(\.line))")
            #expect(found.notes.map(\.path) == ["steps[1].beforeCohortRules[0].requiredCohorts"])
        }
        for cohort in ["medicatd", "Medicated", "medicaetd"] {
            let found = try StudyCheck.findings(in: file(cohort))
            #expect(found.faults.map(\.nearest) == ["medicated"], "\(cohort)")
        }
        #expect(try StudyCheck.findings(in: file("medicated")).notes.isEmpty)
    }

    @Test("include a unit of height or weight in which it is not stored")
    func units() throws {
        func file(_ type: String, _ unit: String) -> String {
            Self.question(#""range": { "unit": "\#(unit)" }"#)
                .replacing(#""integer""#, with: #""\#(type)""#)
        }
        #expect(try StudyCheck.findings(in: file("weight", "kg")).faults.isEmpty)
        #expect(try StudyCheck.findings(in: file("height", "cm")).faults.isEmpty)
        for (type, unit) in [("weight", "lb"), ("height", "m")] {
            let faults = try StudyCheck.findings(in: file(type, unit)).faults
            #expect(faults.map(\.path) == ["steps[0].inputFields[0].range.unit"])
        }
    }

    @Test("are all found in a deep task and in a wide one; a hundred of them have a suggestion")
    func sizes() throws {
        let inner = (0..<120).reduce(#"{ "identifier": "leaf", "type": "instruction" }"#) {
            let beside = #"{ "identifier": "x\#($1)", "type": "instruction" }"#
            return #"{ "identifier": "n\#($1)", "type": "section", "steps": [\#($0), \#(beside)] }"#
        }
        let recorders = (0..<60).map {
            #"{ "identifier": "m\#($0)", "type": "motion", "startStepIdentifier": "x3", "stopStepIdentifier": "leaf" }"#
        }
        let deep = """
            { "identifier": "t", "steps": [\(inner)], "asyncActions": [\(recorders.joined(separator: ","))] }
            """
        #expect(try StudyCheck.findings(in: deep).faults.count == 60)
        let rules = (0..<150).map {
            #"{ "matchingAnswer": "choise\#($0)", "skipToIdentifier": "s" }"#
        }
        let choices = (0..<150).map { #""choice\#($0)""# }
        let wide = Self.question(
            """
            "choices": [\(choices.joined(separator: ","))], "surveyRules": [\(rules.joined(separator: ","))]
            """
        ).replacing(#""integer""#, with: #""singleChoice""#)
        let faults = try StudyCheck.findings(in: wide).faults
        #expect(faults.count == 150)
        #expect(faults.count { $0.nearest != nil } == 100)
    }

    @Test("in a resource are reported with their place in the resource")
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
