// Steps that a host shows and that are not part of the task: the order of events, and their results.

import FoundationEssentials
import Research
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("RSDTaskViewController: steps of the host")
@MainActor
struct VisitTests {
    /// A controller that logs its calls, and that finishes leaving only when `letGo()` is called.
    private final class Slow: RSDStepViewController, RecordingStepController {
        var story: Story?
        var isHeld = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        override func stepMayBegin() {
            super.stepMayBegin()
            story?.add("\(step.identifier) begins")
        }
        override func stepWillLeave() {
            super.stepWillLeave()
            story?.add("\(step.identifier) is left")
        }
        override func stepDidStay() {
            super.stepDidStay()
            story?.add("\(step.identifier) stays")
        }
        func stepHasLeft() async {
            if isHeld { await withCheckedContinuation { waiting.append($0) } }
        }
        var recorders: [any RSDAsyncActionController] { [] }

        func letGo() {
            isHeld = false
            for waiter in waiting { waiter.resume() }
            waiting = []
        }
    }

    /// A run that goes back from a host's step to its own, while the host's step is still stopping.
    private func goingBack() async throws -> (TaskStage, walk: Slow, visitor: Slow) {
        let (stage, walk) = try await walking()
        show(elsewhere(), on: stage)
        try await stage.reach("elsewhere")
        let visitor = try #require(stage.controller.currentStepController as? Slow)
        visitor.isHeld = true
        show(walk.step, on: stage)
        return (stage, walk, visitor)
    }

    /// A run with the steps walk, b and c, whose controllers log their calls.
    private func walking() async throws -> (TaskStage, Slow) {
        let stage = TaskStage(
            steps: [Steps.active("walk"), Steps.instruction("b"), Steps.instruction("c")]
        )
        stage.makesController = { [unowned stage] step in
            let made = Slow(step: step, parent: stage.controller.taskPath)
            made.story = stage.story
            return made
        }
        try await stage.begin()
        try await stage.reach("walk")
        stage.story.clear()
        let walk = try #require(stage.controller.currentStepController as? Slow)
        return (stage, walk)
    }

    /// Navigates to a step, and logs whether it was shown.
    private func show(_ step: any RSDStep, on stage: TaskStage) {
        let (identifier, story) = (step.identifier, stage.story)
        stage.controller.navigate(to: step, from: nil, direction: .forward) {
            story.add($0 ? "\(identifier) is shown" : "\(identifier) is not shown")
        }
    }

    private func elsewhere(_ identifier: String = "elsewhere") -> any RSDStep {
        Steps.active(identifier)
    }

    // MARK: Waiting

    @Test(
        "`navigate(to:from:direction:completion:)` waits until the recorders of the old step stop"
    )
    func waits() async throws {
        let (stage, walk) = try await walking()
        walk.isHeld = true
        show(elsewhere(), on: stage)
        await stage.settle()
        #expect(stage.step == "walk" && stage.story.lines == ["walk is left"])
        walk.letGo()
        try await stage.reach("elsewhere")
        #expect(
            stage.story.lines == ["walk is left", "elsewhere is shown", "elsewhere begins"]
                || stage.story.lines == ["walk is left", "elsewhere begins", "elsewhere is shown"]
        )
    }

    @Test("`navigate(to:from:direction:completion:)` shows nothing if the run ends meanwhile")
    func endsMeanwhile() async throws {
        let (stage, walk) = try await walking()
        walk.isHeld = true
        show(elsewhere(), on: stage)
        stage.controller.handleTaskCancelled(shouldSave: false)
        await stage.settle()
        walk.letGo()
        await stage.settle()
        #expect(stage.reasons == [.discarded] && stage.step == "walk")
        #expect(stage.story.lines.contains("elsewhere is not shown"))
    }

    @Test("`navigate(to:from:direction:completion:)` shows nothing if the run goes on meanwhile")
    func goesOnMeanwhile() async throws {
        let (stage, walk) = try await walking()
        walk.isHeld = true
        show(elsewhere(), on: stage)
        stage.controller.goForward()
        await stage.settle()
        walk.letGo()
        try await stage.reach("b")
        #expect(stage.story.lines.contains("elsewhere is not shown"))
        #expect(!stage.story.lines.contains("elsewhere begins"))
    }

    @Test("`navigate(to:from:direction:completion:)` back to a stopping step restarts it")
    func comesBackToStopping() async throws {
        let (stage, walk) = try await walking()
        walk.isHeld = true
        show(elsewhere(), on: stage)
        show(walk.step, on: stage)
        await stage.settle()
        #expect(stage.story.lines == ["walk is left"])
        walk.letGo()
        await stage.settle()
        #expect(stage.story.lines.contains("elsewhere is not shown"))
        #expect(stage.story.lines.contains("walk stays") && walk.clock?.stoppedAt == nil)
        #expect(stage.step == "walk")
    }

    @Test("`navigate(to:from:direction:completion:)` back shows nothing if the run went on")
    func comesBackLate() async throws {
        let (stage, walk, visitor) = try await goingBack()
        await stage.settle()
        stage.controller.jump(to: "c")
        await stage.settle()
        stage.story.clear()
        visitor.letGo()
        try await stage.reach("c")
        #expect(stage.story.lines.contains("walk is not shown"))
        #expect(!stage.story.lines.contains("walk stays") && walk.clock?.stoppedAt != nil)
    }

    @Test("`navigate(to:from:direction:completion:)` back shows nothing if the run ends")
    func comesBackAtTheEnd() async throws {
        let (stage, walk, visitor) = try await goingBack()
        stage.controller.handleTaskCancelled(shouldSave: false)
        await stage.settle()
        #expect(stage.reasons.isEmpty)
        visitor.letGo()
        await stage.settle()
        #expect(stage.reasons == [.discarded] && walk.clock?.stoppedAt != nil)
        #expect(stage.story.lines.contains("walk is not shown"))
    }

    @Test("`navigate(to:from:direction:completion:)` shows nothing while the run changes its step")
    func visitsDuringMove() async throws {
        let (stage, _) = try await walking()
        show(elsewhere(), on: stage)
        try await stage.reach("elsewhere")
        let first = try #require(stage.controller.currentStepController as? Slow)
        first.isHeld = true
        show(elsewhere("second"), on: stage)
        stage.controller.goForward()
        await stage.settle()
        #expect(stage.step == "walk" && stage.story.lines.contains("elsewhere is left"))
        first.letGo()
        try await stage.reach("b")
        #expect(stage.story.lines.contains("second is not shown"))
        #expect(!stage.story.lines.contains("second begins"))
    }

    // MARK: The task's info

    private func info() -> FetchedInfo {
        FetchedInfo(identifier: "info") { [RSDUIStepObject(identifier: "inside")] }
    }

    @Test("`navigate(to:from:direction:completion:)` can leave the task's info, and return to it")
    func visitsFromInfo() async throws {
        let stage = TaskStage(info: info())
        stage.showsTaskInfo = true
        stage.controller.appear()
        let awaited = try #require(stage.controller.currentStepController)
        #expect(awaited.step.identifier == "info")
        show(elsewhere(), on: stage)
        await stage.settle()
        #expect(stage.step == "elsewhere")
        show(info(), on: stage)
        await stage.settle()
        #expect(stage.controller.currentStepController === awaited)
        try await stage.press(.goForward)
        try await stage.reach("inside")
    }

    @Test("`showLoading(for:)` leaves a host's step and shows the info")
    func loadsFromVisit() async throws {
        let task = RSDTaskObject(identifier: "T", steps: [Steps.instruction("a"), info()])
        let stage = TaskStage(task)
        stage.showsTaskInfo = true
        try await stage.begin()
        show(elsewhere(), on: stage)
        try await stage.reach("elsewhere")
        let visitor = stage.controller.currentStepController as? RSDStepViewController
        #expect(visitor?.clock?.stoppedAt == nil)
        stage.controller.goForward()
        await stage.settle()
        #expect(stage.step == "info")
        #expect(visitor?.clock?.stoppedAt != nil)
        try await stage.press(.goForward)
        try await stage.reach("inside")
    }

    // MARK: The history

    private func plain() async throws -> TaskStage {
        let stage = TaskStage(
            steps: [Steps.active("walk"), Steps.instruction("b"), Steps.instruction("c")]
        )
        try await stage.begin()
        try await stage.reach("walk")
        await stage.tick(2)
        return stage
    }

    private func history(of stage: TaskStage) -> [String] {
        stage.controller.taskViewModel.taskResult.stepHistory.map {
            "\($0.identifier) \($0.startDate.timeIntervalSince1970)-\($0.endDate.timeIntervalSince1970)"
        }
    }

    @Test("`navigate(to:from:direction:completion:)` dates the ends of both steps")
    func dates() async throws {
        let stage = try await plain()
        show(elsewhere(), on: stage)
        try await stage.reach("elsewhere")
        await stage.tick(3)
        stage.controller.goForward()
        try await stage.reach("b")
        #expect(history(of: stage) == ["walk 0.0-5.0", "elsewhere 2.0-5.0", "b 5.0-5.0"])
    }

    @Test("The end of the task dates a host's step, too")
    func datedAtTheEnd() async throws {
        let stage = try await plain()
        show(elsewhere(), on: stage)
        try await stage.reach("elsewhere")
        await stage.tick(3)
        stage.controller.handleTaskCancelled(shouldSave: true)
        await stage.settle()
        #expect(history(of: stage).last == "elsewhere 2.0-5.0")
    }

    @Test("A later step of the task that the host shows does not change the run's position")
    func laterStep() async throws {
        let stage = try await plain()
        let level = stage.controller.taskViewModel
        let last = try #require(level.task?.stepNavigator.step(with: "c"))
        show(last, on: stage)
        try await stage.reach("c")
        let shown = try #require(stage.controller.currentStepController as? RSDStepViewController)
        let progress = shown.stepViewModel.progress
        #expect(progress?.current == 1 && progress?.total == 3)
        #expect(!shown.stepViewModel.isFirstStep && shown.stepViewModel.hasStepAfter)
        #expect(!shown.stepViewModel.canNavigateBackward && level.isFirstStep)
        shown.currentResult = RSDAnswerResultObject(
            identifier: "c",
            answerType: RSDAnswerResultType(baseType: .integer),
            value: .integer(7),
            startDate: shown.currentResult.startDate
        )
        stage.clock.advance(by: .seconds(1))
        stage.controller.goForward()
        try await stage.reach("b")
        #expect(history(of: stage) == ["walk 0.0-3.0", "b 3.0-3.0"])
        stage.controller.goBack()
        try await stage.reach("walk")
        stage.controller.jump(to: "c")
        try await stage.reach("c")
        // Its earlier answer is there when the run reaches it.
        let earlier = level.previousResult(for: last) as? any RSDAnswerResult
        #expect(earlier?.value == .integer(7) && earlier?.endDate == Date(timeIntervalSince1970: 3))
    }
}
