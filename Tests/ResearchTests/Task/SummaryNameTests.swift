// The names of the result and step that a summary shows: a typing error there skips the summary in every run, and
// nobody notices.

import FoundationEssentials
import Research
import Testing

@Suite("The check of what summaries show")
struct SummaryNameTests {
    private func faults(in steps: String, type: String = "task") -> [String] {
        let file = #"{ "identifier": "t", "type": "\#(type)", "steps": [ \#(steps) ] }"#
        return TaskFileCheck.faults(in: Data(file.utf8)).map { "\($0)" }
    }

    private func summary(_ answer: String?, of step: String? = nil) -> String {
        let answer = answer.map { #", "resultIdentifier": "\#($0)""# } ?? ""
        let step = step.map { #", "stepResultIdentifier": "\#($0)""# } ?? ""
        return #"{ "identifier": "summary", "type": "feedback"\#(answer)\#(step) }"#
    }

    private let form = """
        { "identifier": "mood", "type": "form", "inputFields": [
          { "identifier": "feeling", "type": "string" },
          { "identifier": "pain", "type": "integer" } ] }
        """
    private let instruction = #"{ "identifier": "read", "type": "instruction" }"#

    private func section(_ name: String, _ steps: String, more: String = "") -> String {
        #"{ "identifier": "\#(name)", "type": "section"\#(more), "steps": [ \#(steps) ] }"#
    }

    private let recorder = #", "asyncActions": [{ "identifier": "m", "type": "motion" }]"#

    @Test("reports a missing step, with a suggestion")
    func noStep() {
        #expect(
            faults(in: "\(form), \(summary("pain", of: "moud"))") == [
                "steps[1].stepResultIdentifier: there is no step 'moud' at this level or around it; "
                    + "write 'mood'"
            ]
        )
        // Without an answer to show, too.
        #expect(faults(in: "\(form), \(summary(nil, of: "moud"))").count == 1)
    }

    @Test("reports a step in a section that is named without its path, and gives the path")
    func noWay() {
        let sections = section("left", form) + "," + section("right", form)
        let remedies = [
            "mood": "write one of left/mood, right/mood", "rihgt/mood": "write 'right/mood'",
            "right/mod": "write 'right/mood'",
            "right/mood/pain":
                "write one of left, left/mood, right, right/mood, summary, or leave it out",
        ]
        for (name, remedy) in remedies {
            #expect(
                faults(in: "\(sections), \(summary("pain", of: name))") == [
                    "steps[2].stepResultIdentifier: there is no step '\(name)' at this level or "
                        + "around it; \(remedy)"
                ]
            )
        }
    }

    @Test("reports a result that no question of the step gives, with a suggestion")
    func noAnswer() {
        #expect(
            faults(in: "\(form), \(summary("pian", of: "mood"))") == [
                "steps[1].resultIdentifier: there is no question 'pian' in the step 'mood'; "
                    + "write 'pain'"
            ]
        )
        #expect(
            faults(in: "\(section("left", form)), \(summary("age", of: "left"))") == [
                "steps[1].resultIdentifier: there is no question 'age' in the step 'left'; "
                    + "write one of feeling, pain, or leave it out"
            ]
        )
    }

    @Test("tells an answer that nothing within reach gives, where all there is are questions")
    func noAnswerAtAll() {
        let inner = section("s", summary("age"))
        #expect(
            faults(in: "\(form), \(inner)") == [
                "steps[1].steps[0].resultIdentifier: there is no question 'age' at this level or "
                    + "around it; write one of feeling, pain, or leave it out"
            ]
        )
        #expect(
            faults(in: summary("age")) == [
                "steps[0].resultIdentifier: there is no question 'age' at this level or around it; "
                    + "write the identifier of a question, or leave it out"
            ]
        )
    }

    @Test("reports harmless faults: the task can be run")
    func isHarmless() {
        let file = #"{ "identifier": "t", "steps": [ \#(summary("a", of: "b")) ] }"#
        let found = TaskFileCheck.faults(in: Data(file.utf8))
        #expect(found.map(\.isHarmless) == [true])
    }

    @Test("accepts results and steps at its level, below it and around it")
    func isThere() {
        let inner = section("s", form + "," + summary("pain", of: "mood"))
        let around = section("s", section("ss", summary("pain", of: "mood")))
        let below = section("s", section("ss", form)) + "," + summary("pain", of: "s/ss/mood")
        let subtask = """
            { "identifier": "sub", "type": "subtask", "task": {
              "identifier": "u", "steps": [ \(form) ] } }, \(summary("pain", of: "sub/mood"))
            """
        for steps in [
            "\(form), \(summary("pain", of: "mood"))", "\(form), \(summary("feeling"))",
            "\(form), \(summary(nil, of: "mood"))", summary(nil), inner, "\(form), \(around)",
            below, subtask, "\(section("s", form)), \(summary("pain", of: "s"))",
            "\(form), \(section("s", summary("pain")))",
        ] {
            #expect(faults(in: steps) == [], "\(steps)")
        }
    }

    @Test("accepts names that only a run can decide")
    func onlyInTheRun() {
        let fetched = """
            { "identifier": "far", "type": "taskInfo",
              "taskTransformer": { "resourceName": "Far" } }
            """
        let tapping = #"{ "identifier": "tap", "type": "tapping" }"#
        let detail = """
            { "identifier": "d", "type": "form", "inputFields": [ { "identifier": "more",
              "type": "detail.codable", "inputFields": [
                { "identifier": "pain", "type": "integer" } ] } ] }
            """
        for steps in [
            // A host's own screen may ask anything.
            "\(instruction), \(summary("pain", of: "read"))",
            "\(form), \(instruction), \(summary("age"))",
            "\(section("s", form + "," + instruction)), \(summary("age", of: "s"))",
            // So may a step of an app.
            "\(tapping), \(summary("tapCount", of: "tap"))",
            "\(tapping), \(summary("tapCount", of: "tap/inner"))",
            // A recorder may answer, too.
            "\(section("s", form, more: recorder)), \(summary("age", of: "s"))",
            "\(fetched), \(summary("pain", of: "far/mood"))",
            "\(fetched), \(summary("pain", of: "far"))", "\(fetched), \(summary("pain"))",
            "\(detail), \(summary("pain", of: "d"))",
        ] {
            #expect(faults(in: steps) == [], "\(steps)")
        }
    }

    @Test("accepts names that may be around a section in its own file")
    func section() {
        #expect(faults(in: summary("pain", of: "mood"), type: "section") == [])
        #expect(faults(in: summary("pain"), type: "section") == [])
        #expect(faults(in: "\(form), \(summary("age", of: "mood"))", type: "section").count == 1)
    }
}
