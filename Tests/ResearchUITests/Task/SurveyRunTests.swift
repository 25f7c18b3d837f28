// A survey whose rules skip questions, answered by events alone.

import Foundation
import Research
import TaskEngine
import Testing
import ViewTree

@testable import ResearchUI

@Suite("A survey with rules on a screen")
@MainActor
struct SurveyRunTests {
    @Test("asks a participant who fell for details, refuses invalid answers, and gives advice")
    func frequentFaller() async throws {
        let survey = try await Survey()
        try await survey.stage.press(.goForward)
        try await survey.stage.reach("falls")
        #expect(survey.isNextEnabled == false)
        try survey.choose("Yes")
        #expect(survey.isNextEnabled == true)
        try await survey.stage.press(.goForward)
        try await survey.stage.reach("fallCount")
        try survey.type("400", into: "count", "field")
        #expect(survey.isNextEnabled == true)
        try survey.leave("count", "field")
        // More falls than days in a year are refused, and the step stays.
        #expect(survey.stage.controller.controllersOnTop.first is UIAlertController)
        try await survey.stage.press(titled: "OK")
        try survey.type("4", into: "count", "field")
        try survey.type("2026-02-14", into: "lastFall", "picker")
        try await survey.stage.press(.goForward)
        try await survey.stage.reach("aids")
        try survey.choose("Nothing")
        try survey.choose("A stick")
        try survey.choose("A walker")
        try await survey.stage.press(.goForward)
        try await survey.stage.reach("body")
        try survey.type("1951", into: "birthYear", "field")
        try survey.type("AL", into: "name", "field")
        try await survey.stage.press(.goForward)
        try await survey.stage.reach("advice")
        try await survey.stage.press(.goForward)
        try await survey.finish(as: "SurveyFaller")
        #expect(survey.cohorts == ["fallers", "frequentFallers"])
    }

    @Test("skips questions that do not apply, and those that the participant skips")
    func steady() async throws {
        let survey = try await Survey()
        try await survey.stage.press(.goForward)
        try await survey.stage.reach("falls")
        try survey.choose("No")
        try await survey.stage.press(.goForward)
        try await survey.stage.reach("aids")
        try survey.choose("A stick")
        try survey.choose("Nothing")
        try await survey.stage.press(.goForward)
        try await survey.stage.reach("body")
        try await survey.stage.press(titled: "I would rather not say")
        try await survey.finish(as: "SurveySteady")
        #expect(survey.cohorts == ["steady"])
    }
}

/// The sample survey on a screen.
@MainActor
private final class Survey {
    let stage: TaskStage
    private let factory = SampleTasks.factory()

    init() async throws {
        stage = try SampleTasks.stage(of: try SampleTasks.task("Survey", factory), [])
        try await stage.begin()
        try await stage.reach("welcome")
    }

    /// Taps the row with this title.
    func choose(_ title: String) throws {
        let row = try #require(stage.row(titled: title), "there is no row '\(title)'")
        #expect(stage.controller.receive(.tapped(row)))
    }

    /// Enters a text as a whole.
    func type(_ text: String, into names: String...) throws {
        #expect(stage.controller.receive(.entered(try id(names), text)))
    }

    /// Leaves a field.
    func leave(_ names: String...) throws {
        #expect(stage.controller.receive(.ended(try id(names))))
    }

    private func id(_ names: [String]) throws -> ViewID {
        let found = stage.controller.screen.first(endingIn: names)
        return try #require(found, "nothing on the screen is called \(names)").id
    }

    var isNextEnabled: Bool? {
        stage.button { $0.action == "goForward" }.map { $0.style.isEnabled ?? true }
    }

    var cohorts: Set<String> { stage.controller.taskPath.cohorts }

    /// Ends the survey, and compares its result with a file.
    func finish(as name: String) async throws {
        try await stage.reach("completion")
        try await stage.press(.goForward)
        #expect(stage.reasons == [.completed])
        let text = try SampleTasks.text(of: stage.controller.taskPath.taskResult, factory)
        let expected = try SampleTasks.expected(name)
        #expect(text == expected)
    }
}
