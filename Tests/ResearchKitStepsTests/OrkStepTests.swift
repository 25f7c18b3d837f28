// A step in ResearchKit's manner, as far as it is a step: its life, its copies, and where it leads.

import FoundationEssentials
import Research
import ResearchKitSteps
import ResearchUI
import Testing
import Timebase
import ViewTree

@Suite("An ORK step")
@MainActor
struct OrkStepTests {
    @Test("is let go of with its task, and copied with what it stands for")
    func lifeAndCopy() {
        weak var gone: ORKStep?
        do {
            let step = ORKStep(identifier: "a")
            _ = step.instantiateStepResult()
            gone = step
        }
        #expect(gone == nil)
        let model = RSDUIStepObject(identifier: "model")
        model.title = "Read"
        let copy = ORKStep(model).copy(with: "other")
        #expect((copy.shownStep as? RSDUIStepObject)?.title == "Read")
        #expect(copy.shownStep.identifier == "other")
    }

    @Test("has in a copy all that the step has that it stands for, and all of its own")
    func wholeCopy() throws {
        let form = try #require(try Forms.ask() as? RSDFormUIStepObject)
        form.text = "of the form"
        form.actions = [.learnMore: RSDNavigationUIActionObject(skipToIdentifier: "z")]
        let step = ORKStep(form)
        step.isOptional = false
        step.text = "of the step"
        step.beforeCohortRules = [RSDCohortNavigationRuleObject(requiredCohorts: ["old"])]
        let copy = step.copy(with: "other")
        #expect(!copy.isOptional && copy.text == "of the step" && copy.stepType == .form)
        #expect(copy.beforeCohortRules?.first?.requiredCohorts == ["old"])
        let shown = try #require(copy.shownStep as? RSDFormUIStepObject)
        #expect(shown !== form && shown.text == "of the form")
        #expect(shown.inputFields.map(\.identifier) == ["age"])
        #expect(shown.inputFields.first?.surveyRules?.count == 1)
        #expect(shown.actions?[.learnMore] is RSDNavigationUIActionObject)
        #expect(copy.instantiateStepResult() is any RSDCollectionResult)
    }

    @Test("has the answers in a copy of a step that cannot be copied itself")
    func copyOfPlain() async throws {
        let copy = ORKStep(PlainStep(identifier: "plain")).copy(with: "other")
        #expect(copy.shownStep.identifier == "plain")
        let controller = ORKStepViewController(step: copy, result: nil)
        controller.appear()
        let shown = try #require(controller.children.first as? RSDStepViewController)
        shown.currentResult = RSDAnswerResultObject(
            identifier: "plain",
            answerType: RSDAnswerResultType(baseType: .integer),
            value: .integer(3),
            startDate: Date(timeIntervalSince1970: 0)
        )
        #expect(controller.result?.identifier == "other")
        #expect(controller.result?.results.map(\.identifier) == ["plain"])
    }

    @Test("leads where the rules of the step lead that it stands for", arguments: [30, 80])
    func surveyRule(age: Int) async throws {
        let stage = HostedRun([
            ORKStep(try Forms.ask()), RSDUIStepObject(identifier: "y"),
            RSDUIStepObject(identifier: "z"),
        ])
        await stage.reach("ask")
        var field: ViewID?
        stage.run.screen.forEach { if case .textField = $0.content { field = $0.id } }
        let place = try #require(field)
        stage.run.receive(.entered(place, "\(age)"))
        stage.run.receive(.ended(place))
        stage.run.press("goForward")
        await settle()
        #expect(stage.place == (age == 80 ? "z" : "y"))
    }

    @Test("is left out as the instruction that it stands for, where instructions are short")
    func shortInstructions() async {
        let full = RSDUIStepObject(identifier: "full")
        full.fullInstructionsOnly = true
        let stage = HostedRun([
            RSDUIStepObject(identifier: "a"), ORKStep(full), RSDUIStepObject(identifier: "z"),
        ])
        stage.run.taskViewModel.shouldShowAbbreviatedInstructions = true
        await stage.reach("a")
        stage.run.goForward()
        await settle()
        #expect(stage.place == "z")
    }
}

/// A step that no more is known of than that it is one.
private struct PlainStep: RSDStep {
    let identifier: String
    var stepType: RSDStepType { "plain" }

    func instantiateStepResult() -> any RSDResult {
        RSDResultObject(identifier: identifier, startDate: Date(timeIntervalSince1970: 0))
    }
    func validate() throws {}
}

/// Forms as task files have them.
@MainActor
enum Forms {
    /// A form that asks for an age, and leads to `z` at 80.
    static func ask() throws -> any RSDStep {
        let file = """
            { "identifier": "t", "steps": [ { "identifier": "ask", "type": "form", "inputFields": [
              { "identifier": "age", "type": "integer", "optional": true, "surveyRules": [
                { "matchingAnswer": 80, "skipToIdentifier": "z" } ] } ] },
              { "identifier": "z" } ] }
            """
        let task = try RSDFactory().decodeTask(with: Data(file.utf8))
        return try #require(task.stepNavigator.step(with: "ask"))
    }
}
