import Research
import Testing

/// A rule that leads from one step to another.
private struct Detour: RSDTrackingRule {
    var before: [String: String] = [:]
    var after: [String: String] = [:]

    func skipToIdentifier(
        before step: any RSDStep,
        with result: (any RSDTaskResult)?,
        in context: NavigationContext
    ) -> String? {
        before[step.identifier]
    }

    func nextStepIdentifier(
        after step: (any RSDStep)?,
        with result: (any RSDTaskResult)?,
        in context: NavigationContext
    ) -> String? {
        after[step?.identifier ?? "start"]
    }
}

@Suite("Rules for every step, and for cohorts")
struct TrackingRuleTests {
    private static var steps: [any RSDStep] { Sample.plain("a b c d") }

    @Test(
        "skip the step that would follow, once",
        arguments: [
            (["b": "nextStep"], "c"), (["b": "d"], "d"), (["b": "exit"], "!exit"),
            (["b": "nextSection"], "!nextSection"), (["b": "a"], "<a"), (["b": "b"], "b"),
            (["b": "x"], "!unknown x"), (["c": "d"], "b"), (["b": "c", "c": "d"], "c"),
            (["b": "nextStep", "c": "nextStep"], "c"),
        ] as [([String: String], String)]
    )
    func before(rule: [String: String], expected: String) {
        let navigator = RSDConditionalStepNavigatorObject(steps: Self.steps)
        let context = NavigationContext(trackingRules: [Detour(), Detour(before: rule)])
        let found = navigator.step(
            after: RuledStep("a"),
            with: Sample.history(["a"]),
            in: context
        )
        #expect(found.word == expected)
    }

    @Test(
        "apply after a step without a matching rule of its own",
        arguments: [
            ("a", nil, ["a": "d"], "d"), ("a", "c", ["a": "d"], "c"),
            (nil, nil, ["start": "c"], "c"),
            ("a", nil, ["a": "nextSection"], "!nextSection"), ("a", nil, ["b": "d"], "b"),
        ] as [(String?, String?, [String: String], String)]
    )
    func after(step: String?, own: String?, rule: [String: String], expected: String) {
        let steps = [RuledStep("a", next: own)] + Sample.plain("b c d")
        let navigator = RSDConditionalStepNavigatorObject(steps: steps)
        let found = navigator.step(
            after: step.flatMap { navigator.step(with: $0) },
            with: Sample.history(step.map { [$0] } ?? []),
            in: NavigationContext(trackingRules: [Detour(after: rule)])
        )
        #expect(found.word == expected)
    }

    private struct CohortRow: CustomTestStringConvertible {
        var testDescription: String
        var required: Set<String>
        var rule: RSDCohortRuleOperator?
        var target: String?
        var cohorts: Set<String>
        /// Where it leads before `b`, and after `a`.
        var before: String
        var after: String
    }

    private static let cohortRows: [CohortRow] = [
        CohortRow(
            testDescription: "all of them, of one who is in all",
            required: ["x", "y"],
            cohorts: ["x", "y", "z"],
            before: "c",
            after: "!nextSection"
        ),
        CohortRow(
            testDescription: "all of them, of one who is in some",
            required: ["x", "y"],
            rule: .all,
            cohorts: ["x"],
            before: "b",
            after: "b"
        ),
        CohortRow(
            testDescription: "any of them, of one who is in some",
            required: ["x", "y"],
            rule: .any,
            cohorts: ["x"],
            before: "c",
            after: "!nextSection"
        ),
        CohortRow(
            testDescription: "any of them, of one who is in none",
            required: ["x", "y"],
            rule: .any,
            cohorts: ["z"],
            before: "b",
            after: "b"
        ),
        CohortRow(
            testDescription: "no cohort, which is no rule",
            required: [],
            rule: .any,
            target: "exit",
            cohorts: ["x"],
            before: "b",
            after: "b"
        ),
        CohortRow(
            testDescription: "no cohort, for all, which is no rule either",
            required: [],
            target: "exit",
            cohorts: ["x"],
            before: "b",
            after: "b"
        ),
        CohortRow(
            testDescription: "a cohort, with a target",
            required: ["x"],
            target: "d",
            cohorts: ["x"],
            before: "d",
            after: "d"
        ),
        CohortRow(
            testDescription: "a cohort, with the task's end as its target",
            required: ["x"],
            target: "exit",
            cohorts: ["x"],
            before: "!exit",
            after: "!exit"
        ),
    ]

    @Test("ask for cohorts before and after a step", arguments: cohortRows)
    private func cohorts(_ row: CohortRow) {
        let rules = [
            RSDCohortNavigationRuleObject(requiredCohorts: []),
            RSDCohortNavigationRuleObject(
                requiredCohorts: row.required,
                cohortOperator: row.rule,
                skipToIdentifier: row.target
            ),
        ]
        let first = RSDUIStepObject(identifier: "a")
        let second = RSDUIStepObject(identifier: "b")
        let navigator = RSDConditionalStepNavigatorObject(
            steps: [first, second] + Sample.plain("c d")
        )
        let context = NavigationContext(cohorts: row.cohorts)
        let result = Sample.history(["a"])
        second.beforeCohortRules = rules
        #expect(navigator.step(after: first, with: result, in: context).word == row.before)
        #expect(navigator.step(after: first, with: result, in: context.peeking).word == row.before)
        second.beforeCohortRules = nil
        first.afterCohortRules = rules
        #expect(navigator.step(after: first, with: result, in: context).word == row.after)
        #expect(
            navigator.step(after: first, with: result, in: context.peeking).word == "b",
            "one who only looks is not led away by what comes after"
        )
    }

    @Test("yield to the rule of the step itself")
    func stepFirst() {
        let first = RSDUIStepObject(identifier: "a", nextStepIdentifier: "d")
        first.afterCohortRules = [RSDCohortNavigationRuleObject(requiredCohorts: ["x"])]
        let navigator = RSDConditionalStepNavigatorObject(steps: [first] + Sample.plain("b c d"))
        let context = NavigationContext(cohorts: ["x"])
        #expect(navigator.step(after: first, with: Sample.history(["a"]), in: context).word == "d")
    }

    /// A form that puts whoever drinks coffee into a cohort, and others out of it.
    private static func drinks() -> RSDFormUIStepObject {
        let drink = RSDInputFieldObject(identifier: "drink", dataType: .base(.string))
        drink.surveyRules = [
            RSDComparableSurveyRuleObject(matchingAnswer: .string("coffee"), cohort: "coffee")
        ]
        return RSDFormUIStepObject(identifier: "drinks", inputFields: [drink])
    }

    private static func answered(_ drink: String) -> RSDTaskResultObject {
        var result = Sample.history([])
        result.stepHistory = [
            RSDCollectionResultObject(
                identifier: "drinks",
                startDate: Sample.epoch,
                inputResults: [Sample.answer("drink", .string(drink))]
            )
        ]
        return result
    }

    @Test(
        "of the field keep their cohorts, which the run changes and no question about the way does"
    )
    @MainActor
    func fieldRule() {
        let rule = RSDCohortTrackingRule(initialCohorts: ["test"])
        let form = Self.drinks()
        form.afterCohortRules = [RSDCohortNavigationRuleObject(requiredCohorts: ["coffee"])]
        let coffee = Self.answered("coffee")
        for isPeeking in [true, false] {
            let target = rule.nextStepIdentifier(after: form, with: coffee, isPeeking: isPeeking)
            #expect(target == nil)
            #expect(rule.currentCohorts == ["test"])
        }
        let advice = RSDUIStepObject(identifier: "advice")
        advice.beforeCohortRules = [
            RSDCohortNavigationRuleObject(requiredCohorts: ["coffee"], skipToIdentifier: "end")
        ]
        let walker = Walker([Self.drinks()] + Sample.plain("a b"))
        walker.path.trackingRules = [rule]
        walker.forward()
        walker.path.updateResult(coffee.stepHistory[0])
        walker.forward()
        #expect(rule.currentCohorts == ["test", "coffee"])
        #expect(rule.nextStepIdentifier(after: form, with: coffee, isPeeking: true) == nil)
        #expect(
            rule.nextStepIdentifier(after: form, with: coffee, isPeeking: false) == "nextSection"
        )
        #expect(rule.skipToStepIdentifier(before: advice, with: nil, isPeeking: true) == "end")
        walker.back()
        walker.path.updateResult(Self.answered("tea").stepHistory[0])
        walker.forward()
        #expect(rule.skipToStepIdentifier(before: advice, with: nil, isPeeking: true) == nil)
        #expect(rule.currentCohorts == ["test"] && rule.initialCohorts == ["test"])
    }

    @Test("of the field hear of an answer whose step leads elsewhere by itself")
    @MainActor
    func fieldRuleHears() {
        let rule = RSDCohortTrackingRule()
        let form = Self.drinks()
        let walker = Walker([form] + Sample.plain("a b"))
        walker.path.trackingRules = [rule]
        walker.forward()
        walker.path.updateResult(Self.answered("coffee").stepHistory[0])
        walker.path.assignSkip(to: "b", of: form)
        #expect(walker.forward() == "b")
        #expect(rule.currentCohorts == ["coffee"])
    }

    @Test("leave each section its own level, which its path knows before it is shown")
    @MainActor
    func pathComponents() {
        let section = Sample.section("s", Sample.plain("s1"))
        let walker = Walker([RuledStep("a"), section])
        #expect(walker.path.pathComponent(for: RuledStep("a")) == nil)
        let level = walker.path.pathComponent(for: section)
        #expect(level?.fullPath == "task/s")
        walker.forward(2)
        #expect(walker.path.currentChild === level)
    }
}
