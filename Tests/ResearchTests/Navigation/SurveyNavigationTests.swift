import FoundationEssentials
import Research
import Testing
import Timebase

@Suite("The survey rules of a form")
struct SurveyNavigationTests {
    private func form(
        _ targets: [String: String?],
        skip: String? = nil,
        next: String? = nil
    ) -> RSDFormUIStepObject {
        let fields = targets.sorted { $0.key < $1.key }.map { identifier, target in
            let field = RSDInputFieldObject(identifier: identifier, dataType: .base(.string))
            field.surveyRules = target.map { target in
                [
                    RSDComparableSurveyRuleObject(
                        matchingAnswer: .string("no"),
                        skipToIdentifier: "wrong"
                    ),
                    RSDComparableSurveyRuleObject(
                        matchingAnswer: .string("yes"),
                        skipToIdentifier: target
                    ),
                ]
            }
            return field
        }
        let form = Form(identifier: "form", inputFields: fields)
        form.next = next
        if let skip { form.actions = [.skip: RSDNavigationUIActionObject(skipToIdentifier: skip)] }
        return form
    }

    /// A form that says where to go on.
    private final class Form: RSDFormUIStepObject {
        var next: String?

        override func nextStepIdentifier(
            with result: (any RSDTaskResult)?,
            isPeeking: Bool
        ) -> String? {
            next ?? super.nextStepIdentifier(with: result, isPeeking: isPeeking)
        }
    }

    private func destination(
        _ form: RSDFormUIStepObject,
        _ answers: [String: String?]?,
        isPeeking: Bool = false
    ) -> String {
        let navigator = RSDConditionalStepNavigatorObject(steps: [form] + Sample.plain("b c d"))
        var result = Sample.history([])
        if let answers {
            var collection = RSDCollectionResultObject(identifier: "form", startDate: Sample.epoch)
            for (identifier, answer) in answers.sorted(by: { $0.key < $1.key }) {
                collection.appendInputResults(
                    with: Sample.answer(identifier, answer.map(AnswerValue.string))
                )
            }
            result.stepHistory = [collection]
        }
        let context = NavigationContext(isPeeking: isPeeking)
        return navigator.step(after: form, with: result, in: context).word
    }

    @Test("lead to the step of a matching answer, but not when peeking")
    func leads() {
        let one = form(["q": "d"])
        #expect(destination(one, ["q": "yes"]) == "d")
        #expect(destination(one, ["q": "maybe"]) == "b")
        #expect(destination(one, ["q": "yes"], isPeeking: true) == "b")
    }

    @Test("have no effect if two fields name different steps")
    func disagree() {
        let two = form(["p": "c", "q": "d"])
        #expect(destination(two, ["p": "yes", "q": "yes"]) == "b")
        #expect(destination(two, ["p": "yes", "q": "maybe"]) == "c")
        #expect(destination(form(["p": "d", "q": "d"]), ["p": "yes", "q": "yes"]) == "d")
        #expect(destination(form(["p": nil, "q": "d"]), ["p": "yes", "q": "yes"]) == "d")
    }

    @Test("lead where the skip button leads when nothing was answered")
    func skipped() {
        let skippable = form(["p": nil, "q": "c"], skip: "d")
        #expect(destination(skippable, ["p": nil, "q": nil]) == "d")
        #expect(destination(skippable, [:]) == "d")
        #expect(destination(skippable, nil) == "d")
        #expect(destination(skippable, ["p": "something"]) == "b")
        #expect(destination(skippable, [:], isPeeking: true) == "b")
        #expect(destination(form([:], skip: "d"), [:]) == "b", "there was nothing to answer")
    }

    @Test("come before the step that the file names, and after what an app's own form says")
    func precedence() throws {
        let written = """
            { "identifier": "form", "type": "form", "nextStepIdentifier": "c",
              "inputFields": [ { "identifier": "q", "type": "string",
                "surveyRules": [ { "matchingAnswer": "yes", "skipToIdentifier": "d" } ] } ] }
            """
        let ruled = try RSDFactory().createJSONDecoder()
            .decode(RSDFormUIStepObject.self, from: Data(written.utf8))
        #expect(destination(ruled, ["q": "yes"]) == "d")
        #expect(destination(ruled, ["q": "maybe"]) == "c")
        #expect(destination(form(["q": "d"], next: "c"), ["q": "yes"]) == "c")
    }

    @Test("judge a result that is itself the answer")
    func singleAnswer() {
        let one = form(["q": "d"])
        let navigator = RSDConditionalStepNavigatorObject(steps: [one] + Sample.plain("b c d"))
        var result = Sample.history([])
        result.stepHistory = [Sample.answer("form", .string("yes"))]
        #expect(navigator.step(after: one, with: result, in: NavigationContext()).word == "d")
    }

    @Test(
        "made in code read days in the time zone in which the form reads answers",
        // No machine is in both time zones.
        arguments: [50_400, -39_600]
    )
    func timeZone(secondsFromGMT: Int) {
        let field = RSDInputFieldObject(identifier: "q", dataType: .base(.date))
        field.surveyRules = [
            RSDComparableSurveyRuleObject(
                matchingAnswer: .string("1990-01-15"),
                skipToIdentifier: "d"
            )
        ]
        let form = RSDFormUIStepObject(identifier: "form", inputFields: [field])
        form.answerLocale.offset = UTCOffset(secondsFromGMT: secondsFromGMT, identifier: "far")
        let navigator = RSDConditionalStepNavigatorObject(steps: [form] + Sample.plain("b c d"))
        func destination(localSecondsSince1970: Double) -> String {
            let date = Date(timeIntervalSince1970: localSecondsSince1970 - Double(secondsFromGMT))
            var result = Sample.history([])
            result.stepHistory = [Sample.answer("form", .date(date))]
            return navigator.step(after: form, with: result, in: NavigationContext()).word
        }
        #expect(destination(localSecondsSince1970: 632_361_600) == "d")
        #expect(destination(localSecondsSince1970: 632_361_599) == "b")
    }

    @Test("are not asked of a form that was skipped")
    func skippedForm() {
        final class Skipped: RSDFormUIStepObject, RSDNavigationSkipRule {
            func shouldSkipStep(with result: (any RSDTaskResult)?, isPeeking: Bool) -> Bool { true }
        }
        let field = RSDInputFieldObject(identifier: "q", dataType: .base(.string))
        field.surveyRules = [RSDComparableSurveyRuleObject(ruleOperator: .always)]
        let form = Skipped(identifier: "form", inputFields: [field])
        let navigator = RSDConditionalStepNavigatorObject(steps: [form, RuledStep("b")])
        let found = navigator.step(after: nil, with: Sample.history([]), in: NavigationContext())
        #expect(found.word == "b")
    }

    @Test("add the participant to cohorts, and remove them after another answer")
    @MainActor
    func cohorts() {
        let field = RSDInputFieldObject(identifier: "q", dataType: .base(.string))
        field.surveyRules = [
            RSDComparableSurveyRuleObject(matchingAnswer: .string("yes"), cohort: "walker")
        ]
        let form = RSDFormUIStepObject(identifier: "form", inputFields: [field])
        let walk = RSDUIStepObject(identifier: "walk")
        walk.beforeCohortRules = [
            RSDCohortNavigationRuleObject(requiredCohorts: ["walker"], skipToIdentifier: "run")
        ]
        let section = Sample.section("s", [form])
        let walker = Walker([section, walk, RuledStep("run")])
        func answer(_ text: String) {
            var collection = RSDCollectionResultObject(identifier: "form", startDate: Sample.epoch)
            collection.appendInputResults(with: Sample.answer("q", .string(text)))
            walker.path.currentNode.updateResult(collection)
        }
        walker.forward()
        answer("yes")
        #expect(walker.forward() == "run")
        #expect(walker.path.cohorts == ["walker"])
        #expect(walker.back() == "<form")
        answer("no")
        #expect(walker.forward() == "walk")
        #expect(walker.path.cohorts.isEmpty)
    }
}
