// The documented members of the base step. Each title begins with the members that the test shows:
// Documentation/FieldAPI.md lists them.

import FoundationEssentials
import Research
import Testing
import Timebase

/// An app's step, which overrides all that can be overridden.
private final class GreetingStep: RSDUIStepObject {
    var greeting: String?

    override class func defaultType() -> RSDStepType { "greeting" }

    override func copyInto(_ copy: RSDUIStepObject) {
        super.copyInto(copy)
        (copy as? GreetingStep)?.greeting = greeting
    }

    override func decode(from decoder: any Decoder, for deviceType: RSDDeviceType?) throws {
        try super.decode(from: decoder, for: deviceType)
        struct Keys: Decodable { var greeting: String? }
        greeting = try Keys(from: decoder).greeting ?? greeting
    }

    override func validate() throws {
        if greeting == nil { throw RSDTaskFileError("nobody is greeted") }
    }
}

@Suite("The members of `RSDUIStepObject`")
struct UIStepMemberTests {
    static let json = """
        {
          "identifier": "foo", "type": "instruction", "title": "Walk", "text": "Text",
          "detail": "Detail", "footnote": "Foot", "nextStepIdentifier": "boo",
          "fullInstructionsOnly": true,
          "permissions": [{ "permissionType": "motion", "optional": true }],
          "actions": { "cancel": { "type": "default", "iconName": "closeX" } },
          "shouldHideActions": ["goBackward"],
          "image": { "type": "animated", "imageNames": ["a", "b"], "animationDuration": 2, },
          "viewTheme": { "viewIdentifier": "Active", "storyboardIdentifier": "Steps" },
          "colorMapping": { "customColor": { "color": "blue", "usesLightStyle": true } },
          "beforeCohortRules": [
            { "requiredCohorts": ["a"], "skipToIdentifier": "c", "operator": "any" }
          ],
          "afterCohortRules": [{ "requiredCohorts": ["b"] }],
          "computer": { "title": "Sit", "actions": { "skip": { "type": "default" } } },
        }
        """

    private func step() throws -> RSDUIStepObject {
        try RSDFactory().createJSONDecoder()
            .decode(RSDUIStepObject.self, from: Data(Self.json.utf8))
    }

    @Test("`identifier` and `stepType` are what a file says")
    func names() throws {
        let step = try step()
        #expect(step.identifier == "foo")
        #expect(step.stepType == .instruction)
    }

    @Test("`title`, `text`, `detail` and `footnote` are a file's words, until they are set")
    func texts() throws {
        let step = try step()
        #expect(step.title == "Sit", "what it says for this kind of device")
        #expect(step.text == "Text")
        #expect(step.detail == "Detail")
        #expect(step.footnote == "Foot")
        step.title = nil
        step.text = "b"
        step.detail = "c"
        step.footnote = "d"
        #expect([step.title, step.text, step.detail, step.footnote] == [nil, "b", "c", "d"])
    }

    @Test("`standardPermissions` and `fullInstructionsOnly` are none, unless a file says so")
    func needs() throws {
        let step = try step()
        #expect(step.standardPermissions?.map(\.permissionType) == [.motion])
        #expect(step.standardPermissions?.first?.isOptional == true)
        #expect(step.fullInstructionsOnly)
        #expect(RSDUIStepObject(identifier: "a").standardPermissions == nil)
        #expect(!RSDUIStepObject(identifier: "a").fullInstructionsOnly)
    }

    @Test("`viewTheme`, `colorMapping` and `imageTheme` are how a file has the step look")
    func looks() throws {
        let step = try step()
        #expect(step.viewTheme?.viewIdentifier == "Active")
        #expect(step.viewTheme?.storyboardIdentifier == "Steps")
        #expect(step.colorMapping?.customColor?.color == "blue")
        #expect(step.imageTheme is RSDAnimatedImageThemeElementObject)
    }

    @Test("`nextStepIdentifier`, `beforeCohortRules` and `afterCohortRules` are a file's rules")
    func rules() throws {
        let step = try step()
        #expect(step.nextStepIdentifier == "boo")
        #expect(step.beforeCohortRules?.map(\.requiredCohorts) == [["a"]])
        #expect(step.beforeCohortRules?.first?.cohortOperator == .any)
        #expect(step.beforeCohortRules?.first?.skipToIdentifier == "c")
        #expect(step.afterCohortRules?.map(\.requiredCohorts) == [["b"]])
    }

    @Test("actions are those of the file, and not of the kind of device")
    func actions() throws {
        let step = try step()
        #expect(step.actions?[.cancel]?.iconName == "closeX")
        #expect(step.actions?[.skip] == nil)
        #expect(step.shouldHideAction(for: .goBackward, on: step) == true)
    }

    @Test("a colour keeps the name that an earlier file gives it")
    func oldColour() throws {
        for key in ["color", "backgroundColor"] {
            let json = #"{"\#(key)":"red","usesLightStyle":true}"#
            let color = try JSONDecoder().decode(RSDCustomColor.self, from: Data(json.utf8))
            #expect(color.color == "red")
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            #expect(String(decoding: try encoder.encode(color), as: UTF8.self) == json)
        }
    }

    @Test("a colour with both names has that of `color`, and the check says so")
    func bothColours() throws {
        let json = #"{"backgroundColor":"blue","color":"red"}"#
        let color = try JSONDecoder().decode(RSDCustomColor.self, from: Data(json.utf8))
        #expect(color.color == "red")
        let written = String(decoding: try JSONEncoder().encode(color), as: UTF8.self)
        #expect(written == #"{"color":"red"}"#)
        let task = """
            { "identifier": "t", "steps": [{ "identifier": "a", "type": "instruction",
                "colorMapping": { "type": "singleColor", "customColor": \(json) } }] }
            """
        let found = TaskFileCheck.findings(in: Data(task.utf8))
        #expect(found.faults.isEmpty, "\(found.faults)")
        let place = "steps[0].colorMapping.customColor.backgroundColor"
        #expect(
            found.notes.map(\.description) == [
                "\(place): the key 'backgroundColor' is not read here: 'color' is there, which means "
                    + "the same; leave one of the two out"
            ]
        )
        // The other name of a missing key is no other fault than the missing key.
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(RSDCustomColor.self, from: Data("{}".utf8))
        }
    }

    @Test("`init(from:)` reads back all that a step writes")
    func roundTrip() throws {
        let factory = RSDFactory()
        let once = try factory.createJSONEncoder().encode(step())
        let again = try factory.createJSONDecoder().decode(RSDUIStepObject.self, from: once)
        #expect(try factory.createJSONEncoder().encode(again) == once)
        #expect(throws: DecodingError.self, "a step has an identifier") {
            try factory.createJSONDecoder().decode(RSDUIStepObject.self, from: Data("{}".utf8))
        }
    }

    @Test("`defaultType()` and `init(identifier:type:)` make steps of the class's type or another")
    func types() {
        #expect(RSDUIStepObject.defaultType() == .instruction)
        #expect(RSDUIStepObject(identifier: "a").identifier == "a")
        #expect(RSDUIStepObject(identifier: "a", type: nil).stepType == .instruction)
        #expect(RSDUIStepObject(identifier: "a", type: .form).stepType == .form)
        #expect(GreetingStep(identifier: "a").stepType == "greeting")
    }

    @Test("`init(identifier:nextStepIdentifier:type:)` makes a step that goes on at another")
    func jumping() {
        let step = RSDUIStepObject(identifier: "a", nextStepIdentifier: "z", type: .active)
        #expect(step.identifier == "a")
        #expect(step.nextStepIdentifier == "z")
        #expect(step.stepType == .active)
        #expect(RSDUIStepObject(identifier: "a", nextStepIdentifier: "z").stepType == .instruction)
    }

    @Test("`copy(with:)` and `copyInto(_:)` give a step another name, and keep what subclasses add")
    func copies() {
        let step = GreetingStep(identifier: "a")
        step.greeting = "hello"
        step.title = "title"
        let copy: GreetingStep = step.copy(with: "b")
        #expect(copy.identifier == "b")
        #expect(copy.greeting == "hello")
        #expect(copy.title == "title")
        copy.title = "other"
        #expect(step.title == "title")
    }

    @Test("`copy(with:decoder:)` puts the values of a decoder into the copy, and only those")
    func copiesDecoded() throws {
        struct Copied: Decodable {
            let copy: RSDUIStepObject
            init(from decoder: any Decoder) throws {
                let step = RSDUIStepObject(identifier: "a")
                step.title = "title"
                step.text = "text"
                copy = try step.copy(with: "c", decoder: decoder)
                #expect(step.title == "title")
            }
        }
        let json = Data(#"{ "title": "Walk" }"#.utf8)
        let copy = try RSDFactory().createJSONDecoder().decode(Copied.self, from: json).copy
        #expect(copy.identifier == "c")
        #expect(copy.title == "Walk")
        #expect(copy.text == "text")
        #expect(try RSDUIStepObject(identifier: "a").copy(with: "c", decoder: nil).title == nil)
    }

    @Test("`decode(from:)` and `decode(from:for:)` take a file's values, then those of the device")
    func replaces() throws {
        let factory = RSDFactory()
        try factory.register(.init("greeting", GreetingStep.self, "A step that greets."))
        let task = try factory.decodeTask(
            with: Data(
                """
                { "identifier": "t", "steps": [
                  { "identifier": "a", "type": "greeting", "greeting": "hello",
                    "computer": { "greeting": "good day" } } ] }
                """.utf8
            )
        )
        let step = try #require(task.stepNavigator.step(with: "a") as? GreetingStep)
        #expect(step.greeting == "good day")
    }

    @Test("`validate()` finds nothing wrong, unless a subclass does")
    func validates() {
        #expect(throws: Never.self) { try RSDUIStepObject(identifier: "a").validate() }
        let task = RSDTaskObject(identifier: "t", steps: [GreetingStep(identifier: "b")])
        #expect(throws: RSDValidationError.self) { try task.validate() }
    }

    @Test("`nextStepIdentifier(with:isPeeking:)` is the result's, but not for one who only looks")
    func nextStep() {
        let step = RSDUIStepObject(identifier: "a", nextStepIdentifier: "z")
        var own = RSDResultObject(identifier: "a", startDate: Date(timeIntervalSince1970: 0))
        own.skipToIdentifier = "q"
        let task = RSDTaskObject(identifier: "t", steps: [step])
        var result = task.instantiateTaskResult()
        result.appendStepHistory(with: own)
        #expect(step.nextStepIdentifier(with: result, isPeeking: false) == "q")
        #expect(step.nextStepIdentifier(with: result, isPeeking: true) == "z")
        #expect(step.nextStepIdentifier(with: nil, isPeeking: false) == "z")
    }

    @Test("`instantiateStepResult()` makes an empty result of the step's name")
    func result() {
        let result = RSDUIStepObject(identifier: "a").instantiateStepResult()
        #expect(result.identifier == "a")
        #expect(result is RSDResultObject)
    }

    @Test("`instantiateDataSource(with:for:)` has no table to give")
    @MainActor
    func dataSource() {
        let step = RSDUIStepObject(identifier: "a")
        #expect(step.instantiateDataSource(with: nil, for: [.list]) == nil)
    }
}
