import FoundationEssentials
import Research
import Testing

@Suite("The check of a task file")
struct TaskFileCheckTests {
    private func faults(
        _ json: String,
        factory: RSDFactory = .withRecorders
    ) -> [RSDTaskFileFault] {
        TaskFileCheck.faults(in: Data(json.utf8), factory: factory)
    }

    private func inSteps(_ steps: String) -> String {
        #"{ "identifier": "t", "steps": [ \#(steps) ] }"#
    }

    private func withRecorder(_ action: String) -> String {
        #"{ "identifier": "t", "steps": [{ "identifier": "s" }], "asyncActions": [\#(action)] }"#
    }

    /// The keys of the only step, the path of the fault, and the suggested name.
    private static let slips: [(step: String, path: String, nearest: String?)] = [
        (#""type": "instuction""#, "type", "instruction"),
        (#""type": "active", "titel": "x""#, "titel", "title"),
        (#""type": "active", "tpye": "form""#, "tpye", "type"),
        (#""type": "active", "duration": "30""#, "duration", nil),
        (#""type": "active", "commands": ["vibrat"]"#, "commands[0]", "vibrate"),
        (
            #""type": "active", "spokenInstructions": { "begin": "x" }"#,
            "spokenInstructions.begin", nil
        ),
        (
            #""type": "active", "spokenInstructions": { "strat": "x" }"#,
            "spokenInstructions.strat", "start"
        ),
        (#""type": "active", "fullInstructionsOnly": "yes""#, "fullInstructionsOnly", nil),
        (
            #""type": "active", "actions": { "goFoward": { "type": "default" } }"#,
            "actions.goFoward", "goForward"
        ),
        (
            #""type": "active", "actions": { "skip": { "type": "webview", "url": "a" } }"#,
            "actions.skip.type", "webView"
        ),
        (#""type": "active", "actions": { "skip": { "type": "webView" } }"#, "actions.skip", nil),
        (#""type": "active", "nextStepIdentifier": "aa""#, "nextStepIdentifier", "a"),
        (
            #""type": "active", "image": { "imageName": "x", "placementType": "iconbefore" }"#,
            "image.placementType", "iconBefore"
        ),
        (#""type": "active", "image": { "type": "film", "imageName": "x" }"#, "image.type", nil),
        (#""type": "active", "colorTheme": {}"#, "colorTheme", nil),
        (
            #""type": "active", "colorMapping": { "customColor": { "usesLightStyle": true } }"#,
            "colorMapping.customColor", nil
        ),
        (
            #""type": "active", "permissions": [{ "permissionType": "motions" }]"#,
            "permissions[0].permissionType", "motion"
        ),
        (
            #""type": "active", "beforeCohortRules": { "requiredCohorts": [] }"#,
            "beforeCohortRules", nil
        ),
        (
            #""type": "active", "beforeCohortRules": [{ "operator": "any" }]"#,
            "beforeCohortRules[0]", nil
        ),
        (#""type": "active", "phone": { "titel": "x" }"#, "phone.titel", "title"),
        (#""type": "active", "phone": { "actions": {} }"#, "phone.actions", nil),
        (#""type": "overview", "icons": [{ "title": "x" }]"#, "icons[0]", nil),
        (#""type": "imagePicker", "sourceType": "kamera""#, "sourceType", "camera"),
        (#""type": "form""#, "", nil),
        (
            #""type": "form", "inputFields": [{ "identifier": "f", "type": "intger" }]"#,
            "inputFields[0].type", "integer"
        ),
        (
            #""type": "form", "inputFields": [{ "type": "string", "range": {} }]"#,
            "inputFields[0].range", nil
        ),
        (
            #""type": "form", "inputFields": [{ "type": "date", "range": { "allowFutur": true } }]"#,
            "inputFields[0].range.allowFutur", "allowFuture"
        ),
        (
            #""type": "form", "inputFields": [{ "type": "integer", "surveyRules": [{ "ruleOperator": "eqq", "matchingAnswer": 1 }] }]"#,
            "inputFields[0].surveyRules[0].ruleOperator", "eq"
        ),
        (
            #""type": "taskInfo", "taskTransformer": { "ressourceName": "x" }"#, "taskTransformer",
            nil
        ),
        (#""type": "section""#, "", nil),
        (
            #""type": "section", "steps": [{ "identifier": "x" }, { "identifier": "x" }]"#,
            "steps[1].identifier", nil
        ),
        (
            #""type": "section", "steps": [], "asyncActions": [{ "identifier": "m", "type": "motoin" }]"#,
            "asyncActions[0].type", "motion"
        ),
        (
            #""type": "section", "steps": [], "asyncActions": [{ "identifier": "m", "type": "motion", "recorderTypes": ["gyros"] }]"#,
            "asyncActions[0].recorderTypes[0]", "gyro"
        ),
    ]

    @Test("finds a typing error, with its path and a suggestion", arguments: slips)
    func findsSlip(step: String, path: String, nearest: String?) throws {
        let found = faults(inSteps(#"{ "identifier": "a", \#(step) }"#))
        let place = path.isEmpty ? "steps[0]" : "steps[0].\(path)"
        let fault = try #require(found.first { $0.path.description == place }, "\(found)")
        #expect(fault.nearest == nearest)
    }

    /// The keys of a recorder, the path of the fault, and a part of the remedy.
    private static let recorders: [(action: String, path: String, says: String)] = [
        (#""type": "touch", "events": ["keys"]"#, "events", "it is for input"),
        (#""type": "touch", "includeKeys": []"#, "includeKeys", "it is for input"),
        (#""type": "touch", "frequency": 5"#, "frequency", "it is for motion"),
        (#""type": "motion", "markers": []"#, "markers", "it is for input"),
        (#""type": "motion", "grab": true"#, "grab", "it is for input, touch"),
        (#""type": "input", "frequency": 100"#, "frequency", "it is for motion"),
        (#""type": "input", "placement": "foot""#, "placement", "it is for motion"),
        (
            #""type": "input", "events": ["touches"], "includeKeys": ["KEY_A"]"#, "includeKeys",
            "add 'keys' to 'events'"
        ),
    ]

    @Test("reports keys that a recorder does not use, as harmless", arguments: recorders)
    func meaningless(action: String, path: String, says: String) throws {
        let actions = #"{ "identifier": "r", \#(action) }"#
        let found = faults(withRecorder(actions))
        #expect(found.map(\.path.description) == ["asyncActions[0].\(path)"])
        #expect(found.first?.expected?.contains(says) == true, "\(found)")
        #expect(found.first?.isHarmless == true)
    }

    @Test(
        "suggests a recorder's type for the name of what it records",
        arguments: [
            ("touches", "touch"), ("key", "input"), ("keys", "input"), ("switch", "input"),
            ("pointer", "input"), ("gyro", "motion"), ("motions", "motion"),
        ]
    )
    func recorderTypes(word: String, meant: String) throws {
        let action = #"{ "identifier": "r", "type": "\#(word)" }"#
        let found = faults(withRecorder(action))
        #expect(found.map(\.nearest) == [meant])
        #expect(found.first?.isHarmless == false)
    }

    @Test("reports a device that one recorder would grab from another")
    func grabbedDevice() {
        func found(_ first: String, _ second: String) -> [String] {
            faults(
                """
                { "identifier": "t", "steps": [{ "identifier": "s" }], "asyncActions": [
                  { "identifier": "a", "type": "input", "device": "Switch" \(first) },
                  { "identifier": "b", "type": "touch", "device": "switch" \(second) },
                  { "identifier": "c", "type": "input", "device": "other", "grab": true } ] }
                """
            ).map(\.path.description)
        }
        let grab = #", "grab": true"#
        #expect(found("", "") == [])
        #expect(found(grab, "") == ["asyncActions[1].device"])
        #expect(found("", grab) == ["asyncActions[0].device"])
        #expect(found(grab, grab) == ["asyncActions[1].device"])
    }

    @Test("reports the faults that stop a run beside harmless ones")
    func beside() {
        let found = faults(
            """
            { "identifier": "t", "steps": [
                { "identifier": "a", "type": "active", "duration": -1, "titel": "x" } ],
              "asyncActions": [
                { "identifier": "m", "type": "motion", "grab": true, "device": "" } ] }
            """
        )
        #expect(
            Set(found.filter { !$0.isHarmless }.map(\.path.description)) == [
                "steps[0].duration", "asyncActions[0].device",
            ]
        )
    }

    @Test("lists the steps if none resembles the given identifier")
    func listsSteps() {
        let found = faults(
            """
            { "identifier": "t", "steps": [
                { "identifier": "walk", "type": "instruction", "nextStepIdentifier": "qqq" },
                { "identifier": "rest", "type": "instruction" } ],
              "asyncActions": [
                { "identifier": "m", "type": "motion", "startStepIdentifier": "zzz" } ] }
            """
        )
        let expected = found.map { "\($0.path): \($0.expected ?? "")" }
        #expect(
            Set(expected) == [
                "steps[0].nextStepIdentifier: write one of rest, walk, 'exit' or 'nextSection'",
                "asyncActions[0].startStepIdentifier: write one of rest, walk, or leave it out",
            ]
        )
    }

    @Test("reports an unknown start step of a task's recorder once, as preventing a run")
    func unknownStart() {
        let action = #"{ "identifier": "m", "type": "motion", "startStepIdentifier": "zzz" }"#
        let found = faults(withRecorder(action))
        #expect(found.map(\.path.description) == ["asyncActions[0].startStepIdentifier"])
        #expect(found.map(\.isHarmless) == [false])
    }

    @Test("accepts types and keys that an app may define")
    func appsOwn() {
        let found = faults(
            """
            { "identifier": "t", "type": "motorControlTask", "hands": ["left"], "steps": [
              { "identifier": "a", "type": "tapping", "titles": 3, "hand": "left" },
              { "identifier": "b", "type": "instruction", "somethingOfOurOwn": [1, null] },
              { "identifier": "c", "actions": { "dance": { "type": "celebrate", "loud": true } } }
            ], "asyncActions": [{ "identifier": "m", "type": "airQuality", "station": 4 }] }
            """
        )
        #expect(found == [])
    }

    @Test("reports every fault of a file once")
    func everyFault() {
        let found = faults(
            """
            { "identifier": "t", "progressMarkers": ["b"], "steps": [
              { "identifier": "a", "type": "active", "duration": -1, "titel": "x" },
              { "identifier": "a", "type": "active", "text": 7 },
              { "type": "instruction" } ],
              "asyncActions": [
                { "identifier": "m", "type": "motion", "stopStepIdentifier": "walk" } ] }
            """
        )
        #expect(
            Set(found.map(\.path.description)) == [
                "progressMarkers[0]", "steps[0].duration", "steps[0].titel", "steps[1].identifier",
                "steps[1].text", "steps[2]", "asyncActions[0].stopStepIdentifier",
            ]
        )
        #expect(Set(found.map(\.path)).count == found.count)
    }

    @Test("reports a negative duration")
    func rules() {
        let found = faults(inSteps(#"{ "identifier": "a", "type": "active", "duration": -1 }"#))
        #expect(found.map(\.path.description) == ["steps[0].duration"])
    }

    @Test("reports a task and a section without steps; only the section is harmless")
    func noSteps() {
        let empty = faults(#"{ "identifier": "t", "steps": [] }"#)
        #expect(empty.map(\.path.description) == ["steps"])
        #expect(empty.first?.isHarmless == false)
        #expect(empty.first?.expected == "write one: without any, it ends as soon as it begins")
        let section = faults(inSteps(#"{ "identifier": "s", "type": "section", "steps": [] }"#))
        #expect(section.map(\.path.description) == ["steps[0].steps"])
        #expect(section.first?.isHarmless == true)
    }

    @Test(
        "says where a misplaced key belongs",
        arguments: [
            (#""type": "duration", "durationUnits": ["min"]"#, "durationUnits", "'range'"),
            (#""type": "integer", "minimumValue": 1"#, "minimumValue", "'range'"),
            (#""type": "dateOnly", "allowFuture": false"#, "allowFuture", "'range'"),
            (#""type": "string", "maximumLength": 3"#, "maximumLength", "'textFieldOptions'"),
        ]
    )
    func misplaced(keys: String, key: String, home: String) {
        let field = #"{ "identifier": "q", \#(keys) }"#
        let found = faults(
            inSteps(#"{ "identifier": "f", "type": "form", "inputFields": [\#(field)] }"#)
        )
        #expect(found.map(\.path.description) == ["steps[0].inputFields[0].\(key)"])
        #expect(found.first?.expected == "move it into the question's \(home)")
        #expect(found.first?.isHarmless == true)
    }

    @Test("reports the duration of a step without a timer")
    func durationOfForm() {
        let field = #"{ "identifier": "q", "type": "string" }"#
        let found = faults(
            inSteps(
                #"{ "identifier": "f", "type": "form", "duration": -5, "inputFields": [\#(field)] }"#
            )
        )
        #expect(found.map(\.path.description) == ["steps[0].duration"])
        #expect(found.first?.expected == "leave it out: it is for steps of type 'active'")
    }

    @Test("reports an invalid duration also if another fault makes the file unreadable")
    func durationBesideOthers() {
        let found = faults(
            inSteps(
                """
                { "identifier": "a", "type": "active", "duration": -5 },
                { "identifier": "b", "type": "active", "text": 7 }
                """
            )
        )
        #expect(found.map(\.path.description) == ["steps[0].duration", "steps[1].text"])
        #expect(found.first?.what == "a step cannot take -5.0 seconds")
        #expect(found.first?.isHarmless == false)
    }

    @Test("lists all types of questions for an unknown one")
    func questionTypes() throws {
        let field = #"{ "identifier": "q", "type": "singelChoice", "choices": ["a"] }"#
        let found = faults(
            inSteps(#"{ "identifier": "f", "type": "form", "inputFields": [\#(field)] }"#)
        )
        let expected = try #require(found.first?.expected)
        for word in RSDFormDataType.BaseType.allCases.map(\.rawValue) + [
            "postalCode", "bloodPressure", "singleChoice", "multipleChoice", "multipleComponent",
            "detail", ".adult", ".infant", "singleChoice.integer",
        ] { #expect(expected.contains(word), "\(word) in \(expected)") }
        #expect(expected.contains("45 with an ending"))
        #expect(found.first?.nearest == "singleChoice")
    }

    @Test("checks resources, and the keys that replace theirs")
    func resources() throws {
        let folder = try ResourceFolder([
            "Section.json": """
            { "identifier": "s", "type": "section", "steps": [
              { "identifier": "read", "type": "instruction", "titel": "x" } ] }
            """
        ])
        let found = faults(
            inSteps(
                """
                { "identifier": "left", "type": "transform",
                  "resourceTransformer": { "resourceName": "Section" },
                  "steps": [ { "identifier": "raed", "title": "y" },
                             { "identifier": "read", "txet": "z", "title": 3 } ] },
                { "identifier": "gone", "type": "transform",
                  "resourceTransformer": { "resourceName": "../Section" } }
                """
            ),
            factory: folder.factory
        )
        #expect(
            Set(found.map(\.path.description)) == [
                "steps[0].resourceTransformer > Section > steps[0].titel",
                "steps[0].steps[0].identifier", "steps[0].steps[1].txet",
                "steps[0].steps[1].title",
                "steps[1].resourceTransformer.resourceName",
            ]
        )
    }

    @Test("reports a fault in a resource once, and a missing resource at every use")
    func resourcesThatCannotBeRead() throws {
        let folder = try ResourceFolder(["Broken.json": "{", "Torn.json": "{"])
        func transform(_ identifier: String, _ name: String) -> String {
            """
            { "identifier": "\(identifier)", "type": "transform",
              "resourceTransformer": { "resourceName": "\(name)" } }
            """
        }
        func taskInfo(_ identifier: String, _ name: String) -> String {
            """
            { "identifier": "\(identifier)", "type": "taskInfo",
              "taskTransformer": { "resourceName": "\(name)" } }
            """
        }
        let steps = [
            transform("a", "Broken"), transform("b", "Broken"), transform("c", "Gone"),
            transform("d", "Gone"), taskInfo("e", "Torn"), taskInfo("f", "Torn"),
            taskInfo("g", "Broken"), taskInfo("h", "Gone"),
        ]
        let found = faults(inSteps(steps.joined(separator: ",")), factory: folder.factory)
        #expect(
            found.map(\.path.description) == [
                "steps[0].resourceTransformer > Broken > the root",
                "steps[2].resourceTransformer.resourceName",
                "steps[3].resourceTransformer.resourceName",
                "steps[4].taskTransformer > Torn > the root",
                "steps[7].taskTransformer.resourceName",
            ]
        )
    }

    @Test("reports a fault in a file once if several steps fetch it")
    func fetchedTwice() throws {
        let folder = try ResourceFolder([
            "Part.json": """
            { "identifier": "s", "type": "section", "steps": [
              { "identifier": "read", "type": "instruction", "titel": "x" } ] }
            """,
            "Near.json": """
            { "identifier": "near", "steps": [
              { "identifier": "p", "type": "transform",
                "resourceTransformer": { "resourceName": "Part" } } ] }
            """,
            // It names a step of a resource that was checked before, as part of another task.
            "Far.json": """
            { "identifier": "far", "steps": [
              { "identifier": "f", "type": "instruction", "nextStepIdentifier": "read",
                "txet": "y" },
              { "identifier": "p", "type": "transform",
                "resourceTransformer": { "resourceName": "Part" } } ] }
            """,
        ])
        let steps = ["Near", "Far", "Far", "Near"].enumerated().map { number, name in
            """
            { "identifier": "i\(number)", "type": "taskInfo",
              "taskTransformer": { "resourceName": "\(name)" } }
            """
        }
        let found = faults(inSteps(steps.joined(separator: ",")), factory: folder.factory)
        #expect(found.count == 2, "\(found)")
        #expect(Set(found.map(\.nearest)) == ["title", "text"])
    }

    @Test("compares the steps that a resource names with those of each task that takes it")
    func referencesOfResources() throws {
        let folder = try ResourceFolder([
            "Part.json": """
            { "identifier": "part", "type": "instruction", "nextStepIdentifier": "end" }
            """,
            "Far.json": """
            { "identifier": "far", "steps": [
              { "identifier": "p", "type": "transform",
                "resourceTransformer": { "resourceName": "Part" } } ] }
            """,
        ])
        let part = #"""
            { "identifier": "p", "type": "transform",
              "resourceTransformer": { "resourceName": "Part" } }
            """#
        let end = #"{ "identifier": "end", "type": "instruction" }"#
        func far(_ identifier: String) -> String {
            """
            { "identifier": "\(identifier)", "type": "taskInfo",
              "taskTransformer": { "resourceName": "Far" } }
            """
        }
        func found(_ steps: [String]) -> [String] {
            faults(inSteps(steps.joined(separator: ",")), factory: folder.factory).map {
                "\($0.what): \($0.path)"
            }
        }
        func fault(ofStep number: Int) -> String {
            "there is no step 'end': steps[\(number)].taskTransformer > Far > "
                + "steps[0].resourceTransformer > Part > nextStepIdentifier"
        }
        // Only the fetched task lacks the step, wherever the resource is read first.
        #expect(found([part, end, far("f")]) == [fault(ofStep: 2)])
        #expect(found([far("f"), part, end]) == [fault(ofStep: 0)])
        #expect(found([part, end]) == [])
        // All of them lack it.
        #expect(found([far("f"), far("g"), part]) == [fault(ofStep: 0)])
    }

    @Test("checks the replacing keys as those of the first step with that identifier")
    func firstOfTwo() throws {
        let folder = try ResourceFolder([
            "Section.json": """
            { "identifier": "s", "type": "section", "steps": [
              { "identifier": "x", "type": "form", "inputFields": [
                { "identifier": "f", "type": "string" } ] },
              { "identifier": "x", "type": "instruction" } ] }
            """
        ])
        let found = faults(
            inSteps(
                """
                { "identifier": "left", "type": "transform",
                  "resourceTransformer": { "resourceName": "Section" },
                  "steps": [ { "identifier": "x", "inputField": [] } ] }
                """
            ),
            factory: folder.factory
        )
        let fault = found.first { $0.path.description == "steps[0].steps[0].inputField" }
        #expect(fault?.nearest == "inputFields")
    }

    @Test("reports invalid or too deeply nested JSON as one fault")
    func noJSON() {
        #expect(faults("{").count == 1)
        #expect(faults("").count == 1)
        #expect(faults("[]").count == 1)
        #expect(faults(String(repeating: "[", count: 600)).count == 1)
    }

    @Test("knows the types that an app has registered")
    func registered() throws {
        let factory = RSDFactory()
        try factory.register(.init("actve", RSDActiveUIStepObject.self, "An app's own step."))
        let step = inSteps(#"{ "identifier": "a", "type": "actve" }"#)
        #expect(faults(step, factory: factory) == [])
        #expect(faults(step).first?.nearest == "active")
    }
}
