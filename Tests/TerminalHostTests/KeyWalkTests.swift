// Sample tasks by keys alone. The results equal those of the same tasks by events.

import Research
import ResearchUI
import TaskEngine
import Testing
import ViewTree

@testable import TerminalHost

@Suite("A task by keys alone")
@MainActor
struct KeyWalkTests {
    @Test("forty questions by keys give the answers of the same form by events")
    func fortyQuestions() async throws {
        let run = try SampleRun("FortyQuestions", locale: AnswerLocale(regionCode: "CA"))
        let walk = KeyWalk(run)
        try await run.reach("welcome")
        walk.press(.enter)
        try await run.reach("form")
        for (question, deed) in fortyKeys {
            try walk.act(deed, on: question)
            #expect(walk.interaction.scene.alert == nil, "\(question): \(walk.page.whole)")
        }
        try walk.go(to: "goForward")
        walk.press(.enter)
        try await run.reach("completion")
        walk.press(.enter)
        try await run.settle { run.controller.engine.isOver }
        #expect(run.controller.engine.finishReason == .completed)
        #expect(try run.result == SampleRun.expected("FortyQuestions"))
    }

    @Test("the question about leaving has the focus on Continue; Esc and Enter close it")
    func leaving() async throws {
        let run = try SampleRun("Survey")
        // If the run can be saved, Save is the first button.
        run.controller.canSaveTaskProgress = true
        let walk = KeyWalk(run)
        try await run.reach("welcome")
        walk.press(.enter)
        try await run.reach("falls")
        for way in [Key.escape, .enter] {
            walk.press(.alt("c"))
            #expect(walk.interaction.scene.alert != nil)
            #expect(walk.interaction.state.focus?.id.path.hasSuffix("/continue") == true)
            walk.press(way)
            #expect(walk.interaction.scene.alert == nil)
            #expect(!run.controller.engine.isOver)
        }
    }

    @Test("a survey refuses an invalid answer with an alert, and the focus returns to its field")
    func survey() async throws {
        let run = try SampleRun("Survey")
        let walk = KeyWalk(run)
        try await run.reach("welcome")
        walk.press(.enter)
        try await run.reach("falls")
        walk.type("1")
        walk.press(.alt("n"))
        try await run.reach("fallCount")
        walk.type("400")
        walk.press(.enter)
        // The range of the question ends at the days of a year.
        #expect(walk.interaction.scene.alert != nil)
        #expect(walk.page.whole.contains("[OK]"))
        walk.press(.enter)
        #expect(walk.interaction.scene.alert == nil)
        #expect(walk.interaction.state.focus?.id.path.contains("/count") == true)
        walk.press(.backspace, .backspace, .enter)
        walk.type("2026-02-14")
        walk.press(.alt("n"))
        try await run.reach("aids")
        #expect(walk.page.whole.contains("1 [ ]"))
        for title in ["Nothing", "A stick", "A walker"] {
            let item = walk.interaction.scene.body.first { item in
                if case .choice(let cell, _) = item.kind { cell.title == title } else { false }
            }
            guard case .choice(_, let number)? = item?.kind else { continue }
            walk.type("\(number)")
        }
        walk.press(.alt("n"))
        try await run.reach("body")
        try walk.go(to: "birthYear")
        walk.type("1951")
        try walk.go(to: "name")
        walk.type("AL")
        walk.press(.alt("n"))
        try await run.reach("advice")
        walk.press(.enter)
        try await run.reach("completion")
        walk.press(.enter)
        try await run.settle { run.controller.engine.isOver }
        #expect(try run.result == SampleRun.expected("SurveyFaller"))
    }

    @Test("tapping by keys gives the result of the same taps by events")
    func tapping() async throws {
        let run = try TappingByKeys.run()
        let walk = KeyWalk(run)
        try await run.reach("practice")
        walk.press(.enter)
        for hand in ["left", "right"] {
            try await run.reach("instruction")
            walk.press(.enter)
            try await run.reach("countdown")
            try await run.tick(5)
            try await run.reach("tapping")
            #expect(walk.page.whole.contains("←") && walk.page.whole.contains("→"))
            for tap in TappingByKeys.taps {
                try await run.pass(tap.wait)
                walk.press(tap.key)
            }
            #expect(walk.page.whole.contains("Taps: 3"))
            try await run.tick(TappingByKeys.secondsLeft)
            try await run.reach(hand == "left" ? "instruction" : "score")
        }
        #expect(walk.page.whole.contains("3 times"))
        walk.press(.enter)
        try await run.reach("completion")
        walk.press(.enter)
        try await run.settle { run.controller.engine.isOver }
        #expect(run.controller.engine.finishReason == .completed)
        #expect(try run.result == TappingByKeys.expected())
    }

    @Test("Cancel asks before it discards, and Enter goes on with the run")
    func cancel() async throws {
        let run = try SampleRun("Survey")
        let walk = KeyWalk(run)
        try await run.reach("welcome")
        walk.press(.enter)
        try await run.reach("falls")
        walk.type("1c")
        #expect(walk.interaction.scene.alert != nil)
        walk.press(.enter)
        #expect(walk.interaction.scene.alert == nil && !run.controller.engine.isOver)
        walk.type("cd")
        try await run.settle { run.controller.engine.isOver }
        #expect(run.controller.engine.finishReason == .discarded)
    }
}
