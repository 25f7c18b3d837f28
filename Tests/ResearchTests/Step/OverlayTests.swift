import FoundationEssentials
import Research
import Testing

@Suite("Replacing keys of a step from a resource")
struct OverlayTests {
    private static let section = """
        { "identifier": "s", "type": "section", "progressMarkers": ["go"],
          "actions": { "cancel": { "type": "default", "iconName": "x" },
                       "skip": { "type": "default", "buttonTitle": "Skip" } },
          "shouldHideActions": ["goBackward"],
          "asyncActions": [
            { "identifier": "m", "type": "smell", "startStepIdentifier": "read", "strength": 2 } ],
          "steps": [
            { "identifier": "read", "type": "instruction", "title": "Read", "text": "All of it",
              "actions": { "learnMore": { "type": "webView", "url": "a.html" } },
              "shouldHideActions": ["skip"] },
            { "identifier": "inner", "type": "section", "steps": [
              { "identifier": "deep", "type": "countdown", "title": "Deep" } ] },
            { "identifier": "go", "type": "active", "duration": 30, "commands": ["vibrate"] } ] }
        """

    private static let outer = """
        { "identifier": "left", "type": "transform",
          "resourceTransformer": { "resourceName": "Section" },
          "actions": { "cancel": { "type": "default", "iconName": "y" } },
          "shouldHideActions": ["goBackward", "cancel"],
          "asyncActions": [ { "identifier": "m", "strength": 5 },
                            { "identifier": "n", "type": "noise" } ],
          "steps": [
            { "identifier": "read", "title": "Read with the left eye",
              "actions": { "goForward": { "type": "default", "buttonTitle": "Done" } },
              "shouldHideActions": ["goBackward"],
              "computer": { "detail": "on a screen" } },
            { "identifier": "inner", "steps": [ { "identifier": "deep", "duration": 3 } ] },
            { "identifier": "nowhere", "title": "ignored" } ] }
        """

    private func section() throws -> RSDSectionStepObject {
        let folder = try ResourceFolder(["Section.json": Self.section])
        let task = try folder.factory.decodeTask(
            with: Data(#"{ "identifier": "t", "steps": [\#(Self.outer)] }"#.utf8)
        )
        return try #require(task.stepNavigator.step(with: "left") as? RSDSectionStepObject)
    }

    @Test(
        "changes the steps of a section by their identifiers, also nested ones, and keeps the rest"
    )
    func steps() throws {
        let section = try section()
        #expect(section.steps.map(\.identifier) == ["read", "inner", "go"])
        let read = try #require(section.steps.first as? RSDActiveUIStepObject)
        #expect(read.title == "Read with the left eye")
        #expect(read.text == "All of it")
        #expect(read.detail == "on a screen")
        let inner = try #require(section.steps[1] as? RSDSectionStepObject)
        let deep = try #require(inner.steps.first as? RSDCountdownUIStepObject)
        #expect(deep.title == "Deep")
        #expect(deep.duration == 3)
        #expect(section.stepNavigator.step(with: "read") as? RSDActiveUIStepObject === read)
        #expect(section.progressMarkers == ["go"])
    }

    @Test("merges buttons one by one, and hides what either hides")
    func actions() throws {
        let section = try section()
        #expect(section.actions?[.cancel]?.iconName == "y")
        #expect(section.actions?[.skip]?.buttonTitle == "Skip")
        #expect(section.shouldHideActions == [.goBackward, .cancel])
        let read = try #require(section.steps.first as? RSDActiveUIStepObject)
        #expect(Set(read.actions?.keys.map(\.rawValue) ?? []) == ["learnMore", "goForward"])
        #expect(read.shouldHideActions == [.skip, .goBackward])
    }

    @Test("changes the keys of an async action that it names, and adds others")
    func asyncActions() throws {
        let actions = try #require(try section().asyncActions)
        #expect(actions.map(\.identifier) == ["m", "n"])
        let smell = try #require(actions[0] as? RSDStandardAsyncActionConfiguration)
        #expect(smell.startStepIdentifier == "read")
        #expect(smell.userInfo["strength"] == .integer(5))
    }

    @Test("changes the first of two steps with one identifier, and an async action of its own")
    func firstOfTwo() throws {
        let folder = try ResourceFolder([
            "Section.json": """
            { "identifier": "s", "type": "section", "steps": [
              { "identifier": "x", "type": "instruction", "title": "One" },
              { "identifier": "x", "type": "instruction", "title": "Two" } ] }
            """
        ])
        let task = try folder.factory.decodeTask(
            with: Data(
                """
                { "identifier": "t", "steps": [
                  { "identifier": "left", "type": "transform",
                    "resourceTransformer": { "resourceName": "Section" },
                    "asyncActions": [ { "identifier": "n", "type": "noise", "strength": 1 },
                                      { "identifier": "n", "strength": 2 } ],
                    "steps": [ { "identifier": "x", "title": "Three" } ] } ] }
                """.utf8
            )
        )
        let section = try #require(
            task.stepNavigator.step(with: "left") as? RSDSectionStepObject
        )
        #expect(section.steps.map { ($0 as? RSDUIStepObject)?.title } == ["Three", "Two"])
        #expect(section.asyncActions?.count == 1)
        let noise = section.asyncActions?.first as? RSDStandardAsyncActionConfiguration
        #expect(noise?.userInfo["strength"] == .integer(2))
    }

    @Test("that is wrong is told where it stands, not where it is laid over")
    func placeOfFault() throws {
        let folder = try ResourceFolder(["Section.json": Self.section])
        let error = #expect(throws: RSDTaskFileError.self) {
            try folder.factory.decodeTask(
                with: Data(
                    """
                    { "identifier": "t", "steps": [
                      { "identifier": "left", "type": "transform",
                        "resourceTransformer": { "resourceName": "Section" },
                        "asyncActions": [ { "identifier": "m", "startStepIdentifier": 7 } ] } ] }
                    """.utf8
                )
            )
        }
        #expect(
            error?.path.description == "steps[0].asyncActions[0].startStepIdentifier"
        )
    }

    @Test("changes a step of an unknown type too, which does not become a transform by it")
    func unknownType() throws {
        let folder = try ResourceFolder([
            "Tap.json": #"{ "identifier": "x", "type": "tapping", "hand": "left", "taps": 2 }"#
        ])
        let task = try folder.factory.decodeTask(
            with: Data(
                """
                { "identifier": "t", "steps": [
                  { "identifier": "tap", "type": "transform", "hand": "right", "title": "Tap",
                    "resourceTransformer": { "resourceName": "Tap" } } ] }
                """.utf8
            )
        )
        let step = try #require(task.stepNavigator.step(with: "tap") as? RSDGenericStepObject)
        #expect(step.stepType == "tapping")
        #expect(step.title == "Tap")
        #expect(step.userInfo == ["hand": "right", "taps": .integer(2)])
    }

    @Test("of a copy does not reach what it was copied from")
    func copiesAreApart() throws {
        let section = try section()
        let copy = section.copy(with: "right")
        let title = "Read with the right eye"
        (copy.steps.first as? RSDUIStepObject)?.title = title
        #expect((section.steps.first as? RSDUIStepObject)?.title != title)
        #expect(copy.identifier == "right")
        #expect(copy.asyncActions?.count == 2)
    }
}
