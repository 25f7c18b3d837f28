// The members of the task controller that have to do with recorders, and with what keeps them going.

import FoundationEssentials
import Research
import TaskEngine
import Testing
import ViewTree

@testable import ResearchUI

@Suite("RSDTaskViewController: async actions")
@MainActor
struct TaskActionMemberTests {
    private typealias Configuration = StagedAction.Configuration

    /// A stage whose recorders are made by the delegate.
    private func stage(
        _ actions: [StagedAction.Configuration],
        steps: [any RSDStep]? = nil,
        _ prepare: @escaping (StagedAction) -> Void = { _ in }
    ) -> TaskStage {
        let stage = TaskStage(
            steps: steps ?? [Steps.instruction("a"), Steps.instruction("b")],
            actions
        )
        stage.makesAction = { [unowned stage] configuration in
            let action = StagedAction(configuration, stage.controller.taskPath, stage.story)
            prepare(action)
            return action
        }
        return stage
    }

    /// A configuration that brings its own controller.
    private struct Bringer: RSDAsyncActionControllerVendor {
        let identifier = "own"
        let asyncActionType: RSDAsyncActionType = "bringer"
        let startStepIdentifier: String? = nil
        let story: Story
        func instantiateController(
            with path: any RSDPathComponent
        ) -> (any RSDAsyncActionController)? {
            StagedAction(Configuration(identifier: "by the configuration"), path, story)
        }
    }

    @Test("`asyncActionController(for:)` asks the delegate, the configuration, a maker, and nobody")
    func asyncActionController() {
        let stage = TaskStage(steps: [])
        let controller = stage.controller
        let bringer = Bringer(story: stage.story)
        stage.makesAction = { StagedAction($0, stage.controller.taskPath, stage.story) }
        let first = controller.asyncActionController(for: bringer)
        #expect(first?.configuration is Bringer)
        stage.makesAction = { _ in nil }
        let second = controller.asyncActionController(for: bringer)
        #expect(second?.configuration.identifier == "by the configuration")
        let plain = Configuration(identifier: "m")
        #expect(controller.asyncActionController(for: plain) == nil)
        controller.makers["staged"] = { StagedAction($0, $1, stage.story) }
        #expect(controller.asyncActionController(for: plain)?.configuration.identifier == "m")
    }

    @Test("`vendDefaultAsyncActionController(for:)` is asked last, and knows none by itself")
    func vendDefault() async throws {
        final class Vendor: RSDTaskViewController {
            let story = Story()
            override func vendDefaultAsyncActionController(
                for configuration: any RSDAsyncActionConfiguration
            ) -> (any RSDAsyncActionController)? {
                StagedAction(configuration, taskViewModel, story)
            }
        }
        let plain = TaskStage(steps: [])
        let configuration = Configuration(identifier: "m")
        #expect(plain.controller.vendDefaultAsyncActionController(for: configuration) == nil)
        let task = RSDTaskObject(
            identifier: "T",
            steps: [Steps.instruction("a")],
            asyncActions: [configuration]
        )
        let stage = TaskStage(task) { Vendor(taskViewModel: $0) }
        try await stage.begin()
        #expect((stage.controller as? Vendor)?.story.lines == ["m runs"])
    }

    @Test("`asyncActionController(_:didFailWith:)` records the failure, and lets the action go")
    func didFail() async throws {
        final class Hearer: RSDTaskViewController {
            var heard = 0
            override func asyncActionController(
                _ controller: any RSDAsyncActionController,
                didFailWith error: any Error
            ) {
                heard += 1
                super.asyncActionController(controller, didFailWith: error)
            }
        }
        let task = RSDTaskObject(
            identifier: "T",
            steps: [Steps.instruction("a")],
            asyncActions: [Configuration(identifier: "m")]
        )
        let stage = TaskStage(task) { Hearer(taskViewModel: $0) }
        stage.makesAction = { StagedAction($0, stage.controller.taskPath, stage.story) }
        try await stage.begin()
        let action = try #require(stage.controller.currentAsyncControllers.first as? StagedAction)
        action.fail(with: StagedFailure())
        await stage.settle()
        #expect((stage.controller as? Hearer)?.heard == 1)
        #expect(stage.controller.currentAsyncControllers.isEmpty)
        let results = stage.controller.taskViewModel.taskResult.asyncResults ?? []
        #expect(results.map(\.identifier) == ["m", "m_error"])
    }

    @Test("`cancelAllAsyncActions()` gives all up, and keeps what they had")
    func cancelAll() async throws {
        let stage = stage([Configuration(identifier: "m"), Configuration(identifier: "n")])
        try await stage.begin()
        stage.controller.cancelAllAsyncActions()
        await stage.settle()
        #expect(stage.story.lines == ["m runs", "n runs", "m cancelled", "n cancelled"])
        #expect(stage.controller.currentAsyncControllers.isEmpty)
    }

    @Test("`currentAsyncControllers` are those that start, run or stop")
    func current() async throws {
        let stage = stage([
            Configuration(identifier: "m", stopStepIdentifier: "a"),
            Configuration(identifier: "n", startStepIdentifier: "b"),
        ])
        #expect(stage.controller.currentAsyncControllers.isEmpty)
        try await stage.begin()
        let identifiers = {
            stage.controller.currentAsyncControllers.map(\.configuration.identifier)
        }
        #expect(identifiers() == ["m"])
        try await stage.press(.goForward)
        #expect(identifiers() == ["n"])
        try await stage.press(.goForward)
        #expect(identifiers().isEmpty)
    }

    @Test("`addAsyncActions(with:completion:)` makes controllers, which are idle")
    func add() async throws {
        let stage = stage([])
        try await stage.begin()
        var made: [any RSDAsyncActionController] = []
        stage.controller.addAsyncActions(with: [Configuration(identifier: "late")]) { made = $0 }
        await stage.settle()
        #expect(made.map(\.status) == [.idle])
        #expect(stage.controller.currentAsyncControllers.first === made.first)
    }

    @Test("`startAsyncActions(for:showLoading:completion:)` tells when they run, and shows a wait")
    func start() async throws {
        let stage = stage([]) { $0.isSlow = true }
        try await stage.begin()
        var made: [any RSDAsyncActionController] = []
        stage.controller.addAsyncActions(with: [Configuration(identifier: "late")]) { made = $0 }
        await stage.settle { !made.isEmpty }
        var isStarted = false
        stage.controller.startAsyncActions(for: made, showLoading: true) { isStarted = true }
        let action = try #require(made.first as? StagedAction)
        await stage.settle { action.isWaitedFor }
        #expect(!isStarted && stage.isWaitShown)
        action.release()
        await stage.settle { isStarted }
        #expect(isStarted && !stage.isWaitShown && stage.story.lines == ["late runs"])
    }

    @Test("`stopAsyncActions(for:showLoading:completion:)` attaches the results, then tells")
    func stop() async throws {
        let stage = stage([Configuration(identifier: "m")])
        try await stage.begin()
        await stage.settle { stage.controller.currentAsyncControllers.first?.status == .running }
        let running = stage.controller.currentAsyncControllers
        let action = try #require(running.first as? StagedAction)
        action.isSlow = true
        var recorded: [String]?
        stage.controller.stopAsyncActions(for: running, showLoading: true) {
            let results = stage.controller.taskViewModel.taskResult.asyncResults ?? []
            recorded = results.map(\.identifier)
        }
        await stage.settle { action.isWaitedFor }
        #expect(recorded == nil && stage.isWaitShown)
        action.release()
        await stage.settle { recorded != nil }
        #expect(recorded == ["m"] && !stage.isWaitShown)
    }

    @Test("`audioSession` is there from the first recorder that needs it to the end of the task")
    func audioSession() async throws {
        let stage = stage(
            [
                Configuration(
                    identifier: "m",
                    startStepIdentifier: "b",
                    stopStepIdentifier: "b",
                    requiresBackgroundAudio: true
                )
            ],
            steps: [Steps.instruction("a"), Steps.instruction("b"), Steps.instruction("c")]
        )
        try await stage.begin()
        #expect(stage.controller.audioSession == nil)
        try await stage.press(.goForward)
        let session = try #require(stage.controller.audioSession)
        #expect(session.isActive)
        try await stage.press(.goForward)
        #expect(stage.controller.audioSession === session)
        try await stage.press(.goForward)
        #expect(stage.reasons == [.completed])
        #expect(!session.isActive && stage.controller.audioSession == nil)
    }

    @Test(
        "`audioSession` ends with the task, however that ends",
        arguments: [true, false]
    )
    func audioSessionEnds(shouldSave: Bool) async throws {
        let stage = stage([Configuration(identifier: "m", requiresBackgroundAudio: true)])
        try await stage.begin()
        let session = try #require(stage.controller.audioSession)
        stage.controller.handleTaskCancelled(shouldSave: shouldSave)
        await stage.settle()
        #expect(!session.isActive && stage.reasons == [shouldSave ? .saved : .discarded])
    }

    @Test("`startBackgroundAudioSessionIfNeeded()` starts one session, or says there is none")
    func startBackgroundAudio() async throws {
        let stage = TaskStage(steps: [Steps.instruction()])
        stage.controller.startBackgroundAudioSessionIfNeeded()
        stage.controller.startBackgroundAudioSessionIfNeeded()
        #expect(stage.log.calls.count == 1)
        guard case .keepAwake(let reason)? = stage.log.calls.first else {
            Issue.record("nothing keeps the machine awake")
            return
        }
        #expect(reason.contains("'T'"))
        let other = TaskStage(steps: [Steps.instruction()])
        other.controller.services.keepAwake = { _ in nil }
        other.controller.startBackgroundAudioSessionIfNeeded()
        #expect(other.controller.audioSession == nil)
        #expect(other.controller.engine.notes.contains { $0.contains("awake") })
    }
}
