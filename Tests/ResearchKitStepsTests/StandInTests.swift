// A step in ResearchKit's manner that stands for one of the model takes part in a task as that one does.

import FoundationEssentials
import Research
import ResearchKitSteps
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("An ORK step that stands for one of the model")
@MainActor
struct StandInTests {
    private func stage(
        _ steps: [any RSDStep],
        recording actions: [any RSDAsyncActionConfiguration]? = nil
    ) -> HostedRun {
        HostedRun([RSDUIStepObject(identifier: "a")] + steps, actions)
    }

    /// A step with a timer that does not start by itself.
    private func timed(endsTask: Bool = false) -> ORKStep {
        let active = RSDActiveUIStepObject(identifier: "walk")
        active.duration = 5
        active.shouldEndOnInterrupt = endsTask
        return ORKStep(active)
    }

    @Test("is skipped where that one is, or by a rule of its own", arguments: [0, 1])
    func skipped(which: Int) async {
        let step = [ORKStep(Ruled(identifier: "b")), RuledORKStep(identifier: "b")][which]
        let stage = stage([step, RSDUIStepObject(identifier: "z")])
        await stage.reach("a")
        stage.run.goForward()
        await settle()
        #expect(stage.place == "z")
    }

    @Test("forbids to go back where that one does")
    func back() async {
        let stage = stage([ORKStep(OneWay(identifier: "b"))])
        await stage.reach("b")
        #expect(!stage.run.taskViewModel.hasStepBefore)
        stage.run.goBack()
        await settle()
        #expect(stage.place == "b")
    }

    @Test("puts the participant into cohorts by the answers to that one", arguments: [30, 80])
    func cohorts(age: Int) async throws {
        let file = """
            { "identifier": "t", "steps": [ { "identifier": "ask", "type": "form", "inputFields": [
              { "identifier": "age", "type": "integer", "optional": true, "surveyRules": [
                { "matchingAnswer": 80, "cohort": "old" } ] } ] } ] }
            """
        let task = try RSDFactory().decodeTask(with: Data(file.utf8))
        let form = try #require(task.stepNavigator.step(with: "ask"))
        let stage = stage([ORKStep(form), RSDUIStepObject(identifier: "z")])
        await stage.reach("ask")
        var field: ViewID?
        stage.run.screen.forEach { if case .textField = $0.content { field = $0.id } }
        let place = try #require(field)
        stage.run.receive(.entered(place, "\(age)"))
        stage.run.receive(.ended(place))
        stage.run.press("goForward")
        await settle()
        #expect(stage.place == "z")
        #expect(stage.run.taskViewModel.cohorts == (age == 80 ? ["old"] : []))
    }

    @Test("lets the task's recorders run for its time, where the task ends with it")
    func isTimed() async {
        var motion = RSDStandardAsyncActionConfiguration(identifier: "motion", type: "plain")
        motion.stopStepIdentifier = "walk"
        let recorder = PlainRecorder("motion")
        let stage = stage([timed()], recording: [motion])
        stage.run.makers["plain"] = { _, _ in recorder }
        await stage.reach("walk")
        #expect(recorder.calls == [.ask, .start])
    }

    @Test("ends the task when a recorder is interrupted, where that one says so")
    func interrupted() async {
        for endsTask in [true, false] {
            let motion = RSDStandardAsyncActionConfiguration(identifier: "motion", type: "plain")
            let recorder = PlainRecorder("motion")
            let stage = stage([timed(endsTask: endsTask)], recording: [motion])
            stage.run.makers["plain"] = { _, _ in recorder }
            await stage.reach("walk")
            recorder.fail(with: RecorderError.interrupted(identifier: "motion"))
            await settle()
            #expect(stage.run.engine.finishReason == (endsTask ? .failed : nil))
        }
    }

    @Test("says how the forms of the run take answers, where that one is a form")
    func formLocale() throws {
        let form = try #require(try Forms.ask() as? RSDFormUIStepObject)
        let stage = stage([ORKStep(form)])
        #expect(stage.run.taskViewModel.formLocale == form.answerLocale)
    }

    @Test("asks for nothing that cannot be done, where that one does not")
    func validate() throws {
        let active = RSDActiveUIStepObject(identifier: "walk")
        try ORKStep(active).validate()
        active.duration = -1
        #expect(throws: RSDTaskFileError.self) { try ORKStep(active).validate() }
    }
}

/// A step of the model that is always left out.
private final class Ruled: RSDUIStepObject, RSDNavigationSkipRule {
    func shouldSkipStep(with result: (any RSDTaskResult)?, isPeeking: Bool) -> Bool { true }
}

/// A step in ResearchKit's manner that is always left out.
private final class RuledORKStep: ORKStep, RSDNavigationSkipRule {
    func shouldSkipStep(with result: (any RSDTaskResult)?, isPeeking: Bool) -> Bool { true }
}

/// A step of the model that forbids to go back.
private final class OneWay: RSDUIStepObject, RSDNavigationBackRule {
    func allowsBackNavigation(with result: (any RSDTaskResult)?) -> Bool { false }
}
