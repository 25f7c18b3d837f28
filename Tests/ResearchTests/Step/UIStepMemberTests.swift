import FoundationEssentials
import Research
import Testing
import Timebase

/// A step of an app: it overrides what can be overridden.
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

@Suite("The 27 members of RSDUIStepObject")
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

    @Test("hold what a file says, and what it says for this kind of device")
    func decodes() throws {
        let step = try step()
        #expect(step.identifier == "foo")
        #expect(step.stepType == .instruction)
        #expect(step.title == "Sit")
        #expect(step.text == "Text")
        #expect(step.detail == "Detail")
        #expect(step.footnote == "Foot")
        #expect(step.standardPermissions?.first?.permissionType == .motion)
        #expect(step.standardPermissions?.first?.isOptional == true)
        #expect(step.fullInstructionsOnly)
        #expect(step.viewTheme?.viewIdentifier == "Active")
        #expect(step.colorMapping?.customColor?.color == "blue")
        #expect(step.imageTheme is RSDAnimatedImageThemeElementObject)
        #expect(step.nextStepIdentifier == "boo")
        #expect(step.beforeCohortRules?.first?.cohortOperator == .any)
        #expect(step.afterCohortRules?.first?.requiredCohorts == ["b"])
        #expect(step.actions?[.cancel]?.iconName == "closeX")
        #expect(step.actions?[.skip] == nil, "actions are not the device's")
        #expect(step.shouldHideAction(for: .goBackward, on: step) == true)
    }

    @Test("keep the name that an earlier file gives a colour")
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

    @Test("survive being encoded and decoded")
    func roundTrip() throws {
        let factory = RSDFactory()
        let once = try factory.createJSONEncoder().encode(step())
        let again = try factory.createJSONDecoder().decode(RSDUIStepObject.self, from: once)
        #expect(try factory.createJSONEncoder().encode(again) == once)
    }

    @Test("make steps in code, of the class's own type or another")
    func initializers() {
        #expect(RSDUIStepObject.defaultType() == .instruction)
        #expect(RSDUIStepObject(identifier: "a", type: nil).stepType == .instruction)
        #expect(RSDUIStepObject(identifier: "a", type: .form).stepType == .form)
        #expect(GreetingStep(identifier: "a").stepType == "greeting")
        let jumping = RSDUIStepObject(identifier: "a", nextStepIdentifier: "z", type: .active)
        #expect(jumping.nextStepIdentifier == "z")
    }

    @Test("copy a step under another identifier, with what subclasses add")
    func copies() throws {
        let step = GreetingStep(identifier: "a")
        step.greeting = "hello"
        step.title = "title"
        let copy: GreetingStep = step.copy(with: "b")
        #expect(copy.identifier == "b")
        #expect(copy.greeting == "hello")
        #expect(copy.title == "title")
        #expect(try step.copy(with: "c", decoder: nil).identifier == "c")
    }

    @Test("replace values by those of a decoder")
    func replaces() throws {
        let factory = RSDFactory()
        factory.register(GreetingStep.self, for: "greeting")
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
        #expect(throws: Never.self) { try step.validate() }
        #expect(throws: RSDTaskFileError.self) { try GreetingStep(identifier: "b").validate() }
    }

    @Test("say where the task goes on: where the result says, but not to one who only looks")
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
        #expect(step.instantiateStepResult().identifier == "a")
    }

    @Test("have no table of their own")
    @MainActor
    func dataSource() {
        let step = RSDUIStepObject(identifier: "a")
        #expect(step.instantiateDataSource(with: nil, for: [.list]) == nil)
    }
}
