import FoundationEssentials
import Research
import Testing

@Suite("The navigator of a task's steps")
struct NavigatorTests {
    private struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var steps: @Sendable () -> [any RSDStep]
        var history: [String]
        var after: String?
        var expected: String

        init(
            _ title: String,
            _ steps: @escaping @Sendable @autoclosure () -> [any RSDStep],
            shown history: String = "",
            after: String? = nil,
            _ expected: String
        ) {
            testDescription = title
            self.steps = steps
            self.history = history.split(separator: " ").map(String.init)
            self.after = after
            self.expected = expected
        }
    }

    private static func ruled(_ next: String) -> [any RSDStep] {
        [RuledStep("a"), RuledStep("b", next: next), RuledStep("c"), RuledStep("d")]
    }

    private static var rows: [Row] {
        [
            Row("begins at the first step", Sample.plain("a b c"), "a"),
            Row("has nothing to begin with where there is no step", [], "!end"),
            Row("goes on in order", Sample.plain("a b c"), shown: "a", after: "a", "b"),
            Row(
                "ends after the last step",
                Sample.plain("a b c"),
                shown: "a b c",
                after: "c",
                "!end"
            ),
            Row("ends after a step that is not its own", Sample.plain("a b c"), after: "z", "!end"),
            Row("goes where a rule says", ruled("d"), shown: "a b", after: "b", "d"),
            Row("turns back to a step that was shown", ruled("a"), shown: "a b", after: "b", "<a"),
            Row("goes on to an earlier step that was not", ruled("a"), shown: "b", after: "b", "a"),
            Row("repeats a step", ruled("b"), shown: "a b", after: "b", "<b"),
            Row("leaves the task", ruled("exit"), shown: "a b", after: "b", "!exit"),
            Row("leaves the section", ruled("nextSection"), shown: "b", after: "b", "!nextSection"),
            Row("goes on in order if told so", ruled("nextStep"), shown: "a b", after: "b", "c"),
            Row("hands an unknown step up", ruled("x"), shown: "a b", after: "b", "!unknown x"),
            Row(
                "skips a step",
                [RuledStep("a"), RuledStep("b", skip: true), RuledStep("c")],
                shown: "a",
                after: "a",
                "c"
            ),
            Row(
                "skips the first step",
                [RuledStep("a", skip: true), RuledStep("b")],
                "b"
            ),
            Row(
                "skips to where the skipped step leads",
                [RuledStep("a"), RuledStep("b", next: "d", skip: true)] + Sample.plain("c d"),
                shown: "a",
                after: "a",
                "d"
            ),
            Row(
                "skips the last step, and ends",
                [RuledStep("a"), RuledStep("b", skip: true)],
                shown: "a",
                after: "a",
                "!end"
            ),
            Row(
                "skips out of the task",
                [RuledStep("a"), RuledStep("b", next: "exit", skip: true), RuledStep("c")],
                shown: "a",
                after: "a",
                "!exit"
            ),
            Row(
                "ends where skipped steps lead round in a circle",
                [
                    RuledStep("a"), RuledStep("b", next: "c", skip: true),
                    RuledStep("c", next: "b", skip: true),
                ],
                shown: "a",
                after: "a",
                "!end"
            ),
            Row(
                "goes on in order to a step that was shown before, without turning back",
                [RuledStep("a"), RuledStep("b"), RuledStep("c")],
                shown: "a c b",
                after: "b",
                "c"
            ),
        ]
    }

    @Test("follows the order and the rules", arguments: rows)
    private func destinations(_ row: Row) {
        let navigator = RSDConditionalStepNavigatorObject(steps: row.steps())
        let step = row.after.map { navigator.step(with: $0) ?? PlainStep($0) }
        let result = Sample.history(row.history)
        let found = navigator.step(after: step, with: result, in: NavigationContext())
        #expect(found.word == row.expected)
        let indexed = NavigationContext(history: HistoryIndex(result.stepHistory, of: navigator))
        #expect(navigator.step(after: step, with: result, in: indexed).word == row.expected)
        let has = navigator.hasStep(after: step, with: result, in: NavigationContext())
        #expect(has == (found.step != nil))
    }

    @Test(
        "goes back through the history, not through the order",
        arguments: [
            ("c a b", "b", "a"), ("c a b", "a", "c"), ("c a b", "c", nil), ("a c", "b", "c"),
            ("", "a", nil), ("a x b", "b", "a"), ("x", "b", nil),
        ] as [(String, String, String?)]
    )
    func before(history: String, step: String, expected: String?) throws {
        let navigator = RSDConditionalStepNavigatorObject(steps: Sample.plain("a b c"))
        let result = Sample.history(history.split(separator: " ").map(String.init))
        let step = try #require(navigator.step(with: step))
        let indexed = NavigationContext(history: HistoryIndex(result.stepHistory, of: navigator))
        for context in [NavigationContext(), indexed] {
            let found = navigator.step(before: step, with: result, in: context)
            #expect(found?.identifier == expected)
            #expect(
                navigator.hasStep(before: step, with: result, in: context) == (expected != nil)
            )
        }
    }

    @Test("does not go back from a step that forbids it")
    func backRule() {
        let last = RuledStep("b", back: false)
        let navigator = RSDConditionalStepNavigatorObject(steps: [RuledStep("a"), last])
        let result = Sample.history(["a", "b"])
        #expect(navigator.step(before: last, with: result, in: NavigationContext()) == nil)
        last.allowsBack = true
        #expect(navigator.step(before: last, with: result, in: NavigationContext()) != nil)
    }

    @Test("follows the target of a step's result, but not when it only peeks")
    func resultsTarget() {
        for step in [RSDUIStepObject(identifier: "a"), PlainStep("a")] as [any RSDStep] {
            let navigator = RSDConditionalStepNavigatorObject(
                steps: [step] + Sample.plain("b c")
            )
            var result = Sample.history([])
            result.stepHistory = [
                RSDResultObject(
                    identifier: "a",
                    startDate: Sample.epoch,
                    skipToIdentifier: "c"
                )
            ]
            let context = NavigationContext()
            #expect(navigator.step(after: step, with: result, in: context).word == "c")
            #expect(navigator.step(after: step, with: result, in: context.peeking).word == "b")
        }
    }

    @Test(
        "follows the rule of a section's last step out of the section",
        arguments: [
            (nil, "c"), ("nextStep", "c"), ("nextSection", "c"), ("exit", "!exit"), ("d", "d"),
            ("a", "<a"), ("x", "!unknown x"), ("s1", "c"),
        ] as [(String?, String)]
    )
    func sections(next: String?, expected: String) {
        let inner = Sample.section("s", [RuledStep("s1"), RuledStep("s2", next: next)])
        let nested = Sample.section("s", [Sample.section("t", inner.steps)])
        for section in [inner, nested] {
            let navigator = RSDConditionalStepNavigatorObject(
                steps: [RuledStep("a"), section] + Sample.plain("c d")
            )
            var shown = Sample.history(["s1", "s2"], of: "s")
            if section === nested {
                let between = Sample.history(["s1", "s2"], of: "t")
                shown.stepHistory = [between]
            }
            var result = Sample.history(["a"])
            result.stepHistory.append(shown)
            let found = navigator.step(after: section, with: result, in: NavigationContext())
            #expect(found.word == expected)
        }
    }

    @Test(
        "uses the section's ending that the path reports",
        arguments: [
            (.end, "c"), (.nextSection, "c"), (.exit, "!exit"), (.unknown("d"), "d"),
            (.unknown("y"), "!unknown y"),
        ] as [(StepDestination.Ending, String)]
    )
    func endings(ending: StepDestination.Ending, expected: String) {
        let section = Sample.section("s", [RuledStep("s1", next: "x")])
        let navigator = RSDConditionalStepNavigatorObject(
            steps: [section] + Sample.plain("c d")
        )
        let found = navigator.step(
            after: section,
            with: Sample.history([]),
            in: NavigationContext(innerEnding: ending)
        )
        #expect(found.word == expected)
    }
}
