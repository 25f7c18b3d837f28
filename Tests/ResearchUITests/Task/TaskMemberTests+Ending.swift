// The members of the task controller by which a run ends.

import FoundationEssentials
import Research
import TaskEngine
import Testing
import ViewTree

@testable import ResearchUI

@Suite("RSDTaskViewController: ending")
@MainActor
struct TaskEndingMemberTests {
    private func completion() -> RSDResultSummaryStepObject {
        let step = RSDResultSummaryStepObject(identifier: "end", type: .completion)
        step.shouldHideActions = [.goBackward]
        return step
    }

    @Test("`handleTaskCompleted()` tells the delegate after the last step, and after an early exit")
    func handleTaskCompleted() async throws {
        final class Hearer: RSDTaskViewController {
            var calls = 0
            override func handleTaskCompleted() {
                calls += 1
                super.handleTaskCompleted()
            }
        }
        let steps = ["a", "b"].map { Steps.instruction($0) }
        for (target, reason) in [("b", TaskFinishReason.completed), ("exit", .earlyExit)] {
            let task = RSDTaskObject(identifier: "T", steps: steps)
            let stage = TaskStage(task) { Hearer(taskViewModel: $0) }
            try await stage.begin()
            stage.controller.jump(to: target)
            await stage.settle()
            if target == "b" { try await stage.press(.goForward) }
            #expect((stage.controller as? Hearer)?.calls == 1 && stage.reasons == [reason])
        }
    }

    @Test("`handleTaskCompleted()` of a subclass may keep the end quiet; the session ends")
    func keepsQuiet() async throws {
        final class Quiet: RSDTaskViewController {
            override func handleTaskCompleted() {}
        }
        let task = RSDTaskObject(identifier: "T", steps: [Steps.instruction("a")])
        let stage = TaskStage(task) { Quiet(taskViewModel: $0) }
        try await stage.begin()
        stage.controller.startBackgroundAudioSessionIfNeeded()
        try await stage.press(.goForward)
        #expect(stage.reasons.isEmpty && stage.controller.engine.isOver)
        #expect(stage.controller.audioSession == nil)
    }

    @Test("`handleTaskResultReady(with:)` comes with the last step, where nothing leads back")
    func readyAtLastStep() async throws {
        let stage = TaskStage(steps: [Steps.instruction("a"), completion()])
        try await stage.begin()
        try await stage.press(.goForward)
        #expect(stage.story.lines == ["ready at end"])
        try await stage.press(.goForward)
        #expect(stage.story.lines == ["ready at end", "completed"])
    }

    @Test("`handleTaskResultReady(with:)` comes at the end of any other task")
    func readyAtEnd() async throws {
        final class Hearer: RSDTaskViewController {
            var heard: [RSDTaskPath] = []
            override func handleTaskResultReady(with taskPath: RSDTaskPath) {
                heard.append(taskPath)
                super.handleTaskResultReady(with: taskPath)
            }
        }
        let task = RSDTaskObject(
            identifier: "T",
            steps: [Steps.instruction("a"), Steps.instruction("b")]
        )
        let stage = TaskStage(task) { Hearer(taskViewModel: $0) }
        try await stage.begin()
        try await stage.press(.goForward)
        #expect(stage.story.lines.isEmpty)
        try await stage.press(.goForward)
        #expect(stage.story.lines == ["ready at b", "completed"])
        #expect((stage.controller as? Hearer)?.heard.first === stage.controller.taskPath)
    }

    @Test(
        "`handleTaskCancelled(shouldSave:)` is what the question leads to",
        arguments: [
            ("Discard Results", RSDTaskFinishReason.discarded), ("Save Results", .saved),
        ]
    )
    func handleTaskCancelled(answer: String, reason: RSDTaskFinishReason) async throws {
        let stage = TaskStage(steps: [Steps.instruction("a"), Steps.instruction("b")])
        stage.controller.canSaveTaskProgress = true
        try await stage.begin()
        try await stage.press(.goForward)
        try await stage.press(.cancel)
        #expect(stage.reasons.isEmpty)
        try await stage.press(titled: answer)
        #expect(stage.reasons == [reason])
        // Nothing is on top any more, and nothing goes on.
        stage.controller.goForward()
        await stage.settle()
        #expect(stage.step == "b" && stage.reasons == [reason])
    }

    @Test("`handleTaskCancelled(shouldSave:)` of a subclass may stay in the task")
    func staysInTask() async throws {
        final class Stayer: RSDTaskViewController {
            override func handleTaskCancelled(shouldSave: Bool) {}
        }
        let task = RSDTaskObject(identifier: "T", steps: [Steps.instruction("a")])
        let stage = TaskStage(task) { Stayer(taskViewModel: $0) }
        try await stage.begin()
        try await stage.press(.cancel)
        #expect(stage.reasons.isEmpty && stage.step == "a")
        try await stage.press(.goForward)
        #expect(stage.reasons == [.completed])
    }
}
