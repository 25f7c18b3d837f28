// The members of the task controller that have to do with tasks that are fetched.

import FoundationEssentials
import Research
import TaskEngine
import Testing
import ViewTree

@testable import ResearchUI

@Suite("RSDTaskViewController: loading")
@MainActor
struct TaskLoadingMemberTests {
    private func info(failures: Int = 0) -> FetchedInfo {
        FetchedInfo(identifier: "info", failures: failures) {
            [RSDUIStepObject(identifier: "inside")]
        }
    }

    @Test("`showLoading(for:)` puts an element of progress on the screen, with the task's title")
    func showLoading() async throws {
        let stage = TaskStage(steps: [Steps.instruction("a")])
        try await stage.begin()
        stage.controller.showLoading(for: info())
        let node = try #require(stage.controller.screen.node("screen/task/loading"))
        #expect(node.content == .progress(ProgressContent(done: nil, total: nil, text: "A task")))
    }

    @Test("`showLoading(for:)` is called when the run comes to a task that has to be fetched")
    func showLoadingIsCalled() async throws {
        final class Hearer: RSDTaskViewController {
            let story = Story()
            override func showLoading(for taskInfo: any RSDTaskInfoStep) {
                story.add("shows")
                super.showLoading(for: taskInfo)
                if standardLoadingView != nil { story.add("on screen") }
            }
            override func hideLoadingIfNeeded() {
                super.hideLoadingIfNeeded()
                story.add("hides")
            }
            override func handleFinishedLoading() {
                story.add("finished")
                super.handleFinishedLoading()
            }
        }
        let task = RSDTaskObject(identifier: "T", steps: [Steps.instruction("a"), info()])
        let stage = TaskStage(task) { Hearer(taskViewModel: $0) }
        try await stage.begin()
        try await stage.press(.goForward)
        try await stage.reach("inside")
        let story = (stage.controller as? Hearer)?.story.lines
        #expect(story == ["shows", "on screen", "hides", "finished"])
        #expect(!stage.isWaitShown)
    }

    @Test("`showLoading(for:)` shows the info step where the delegate wants it, which awaits a tap")
    func showsInfo() async throws {
        let stage = TaskStage(info: info())
        stage.showsTaskInfo = true
        stage.controller.appear()
        let shown = try #require(
            stage.controller.currentStepController as? RSDTaskInfoStepViewController
        )
        #expect(shown.isFetching && !shown.isForwardEnabled && !stage.isWaitShown)
        await stage.settle()
        #expect(!shown.isFetching && shown.isForwardEnabled && stage.step == "info")
        try await stage.press(.goForward)
        try await stage.reach("inside")
        try await stage.press(.goForward)
        #expect(stage.reasons == [.completed])
    }

    @Test("`handleFinishedLoading()` tells the present step, and goes on")
    func handleFinishedLoading() async throws {
        final class Told: RSDStepViewController {
            let story = Story()
            override func didFinishLoading() {
                super.didFinishLoading()
                story.add("told")
            }
        }
        let task = RSDTaskObject(identifier: "T", steps: [Steps.instruction("a"), info()])
        let stage = TaskStage(task)
        var first: Told?
        stage.makesController = { step in
            guard step.identifier == "a" else { return nil }
            first = Told(step: step, parent: stage.controller.taskPath)
            return first
        }
        try await stage.begin()
        try await stage.press(.goForward)
        try await stage.reach("inside")
        #expect(first?.story.lines == ["told"])
    }

    @Test("`handleFinishedLoading()` of a subclass may go on later")
    func goesOnLater() async throws {
        final class Waiter: RSDTaskViewController {
            override func handleFinishedLoading() {}
        }
        let task = RSDTaskObject(identifier: "T", steps: [Steps.instruction("a"), info()])
        let stage = TaskStage(task) { Waiter(taskViewModel: $0) }
        try await stage.begin()
        try await stage.press(.goForward)
        #expect(stage.step == "a")
        stage.controller.goForward()
        try await stage.reach("inside")
    }

    @Test("`hideLoadingIfNeeded()` takes the element away, and is no fault without one")
    func hideLoading() async throws {
        let stage = TaskStage(steps: [Steps.instruction("a")])
        stage.controller.hideLoadingIfNeeded()
        #expect(!stage.controller.isViewLoaded)
        try await stage.begin()
        stage.controller.showLoading(for: info())
        stage.controller.showLoading(for: info())
        stage.controller.hideLoadingIfNeeded()
        #expect(!stage.isWaitShown)
    }

    @Test("`handleTaskFailure(with:)` ends the run, unless the delegate waits and tries again")
    func handleTaskFailure() async throws {
        let ending = TaskStage(info: info(failures: 1))
        try await ending.begin()
        #expect(ending.story.lines == ["failure", "failed"] && ending.failure is StagedFailure)

        let waiting = TaskStage(info: info(failures: 2))
        waiting.failureResponse = .wait
        try await waiting.begin()
        #expect(waiting.story.lines == ["failure"] && !waiting.isWaitShown)
        waiting.controller.goForward()
        await waiting.settle()
        #expect(waiting.story.lines == ["failure", "failure"])
        waiting.controller.goForward()
        try await waiting.reach("inside")
    }

    @Test("`handleTaskFailure(with:)` leaves the step that was shown, and one can try again")
    func failureKeepsStep() async throws {
        let task = RSDTaskObject(
            identifier: "T",
            steps: [Steps.instruction("a"), info(failures: 1)]
        )
        let stage = TaskStage(task)
        stage.failureResponse = .wait
        try await stage.begin()
        let first = try #require(stage.controller.currentStepController as? RSDStepViewController)
        first.goForward()
        await stage.settle()
        #expect(stage.step == "a" && stage.story.lines == ["failure"])
        first.goForward()
        try await stage.reach("inside")
    }
}
