import FoundationEssentials
import Research
import Testing

@Suite("Words of later versions")
struct LaterWordsTests {
    private static func task(_ step: String) throws -> any RSDTask {
        try RSDFactory().decodeTask(
            with: Data(#"{"identifier":"t","steps":[{"identifier":"a",\#(step)}]}"#.utf8)
        )
    }

    private static func step<Step>(_ text: String, _ type: Step.Type) throws -> Step {
        try #require(try task(text).stepNavigator.step(with: "a") as? Step)
    }

    @Test(
        "have a subtitle where earlier ones have a text, which is shown",
        arguments: ["instruction", "active", "form", "completion", "overview", "com.example.own"]
    )
    func subtitle(type: String) throws {
        let fields = #""inputFields":[{"type":"string"}]"#
        let words = #""type":"\#(type)","title":"T","subtitle":"S","detail":"D",\#(fields)"#
        let step = try Self.step(words, RSDUIStepObject.self)
        #expect([step.title, step.text, step.detail] == ["T", "S", "D"])
        let both = try Self.step(
            #""type":"\#(type)","text":"X",\#(fields),"subtitle":"S""#,
            RSDUIStepObject.self
        )
        #expect(both.text == "X")
    }

    @Test("have buttons and images with a type, as earlier ones may")
    func typed() throws {
        let step = try Self.step(
            """
            "type": "instruction",
            "image": { "type": "animated", "imageNames": ["a", "b"], "animationDuration": 2,
                       "placementType": "topBackground" },
            "actions": {
              "goForward": { "type": "default", "buttonTitle": "Go" },
              "learnMore": { "type": "webView", "url": "help.html", "title": "Help" },
              "skip": { "type": "navigation", "skipToIdentifier": "exit" } },
            "shouldHideActions": ["goBackward"]
            """,
            RSDUIStepObject.self
        )
        #expect(step.imageTheme?.imageIdentifiers == ["a", "b"])
        #expect(step.actions?[.goForward]?.buttonTitle == "Go")
        #expect(step.actions?[.learnMore] is RSDWebViewUIActionObject)
        #expect(step.actions?[.skip] is RSDNavigationUIActionObject)
    }

    @Test("of a type that nobody has registered are kept with what the type would need")
    func kept() throws {
        let words =
            #""type":"com.example.own","duration":20,"spokenInstructions":{"start":"Go"},"subtitle":"S","text":"T""#
        let step = try Self.step(words, RSDGenericStepObject.self)
        #expect(Set(step.userInfo.keys) == ["duration", "spokenInstructions", "subtitle"])
        let factory = RSDFactory()
        let again = try factory.decodeTask(with: factory.encodeTask(Self.task(words)))
        let kept = try #require(again.stepNavigator.step(with: "a") as? RSDGenericStepObject)
        #expect(kept.userInfo == step.userInfo)
    }
}
