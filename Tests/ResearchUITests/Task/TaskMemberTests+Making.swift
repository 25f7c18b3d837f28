// The members of the task controller by which it is made and set up.

import Foundation
import Research
import Synchronization
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("RSDTaskViewController: making it")
@MainActor
struct TaskMakingMemberTests {
    @Test("`delegate` hears of the end, once, and is held weakly")
    func delegate() async throws {
        let stage = TaskStage(steps: [Steps.instruction("a")])
        try await stage.begin()
        try await stage.press(.goForward)
        #expect(stage.reasons == [.completed])
        var other: TaskStage? = TaskStage(steps: [Steps.instruction()])
        stage.controller.delegate = other
        other = nil
        #expect(stage.controller.delegate == nil)
    }

    @Test("`init(nibName:bundle:)` takes a layout by its name, and its task later")
    func initWithNib() async throws {
        RSDLayouts.register(nib: "TaskOfTheHost") { $0.view.accessibilityLabel = "laid out" }
        defer { RSDLayouts.unregister("TaskOfTheHost") }
        let controller = RSDTaskViewController(nibName: "TaskOfTheHost", bundle: nil)
        #expect(controller.taskPath == nil)
        controller.taskPath = RSDTaskViewModel(
            task: RSDTaskObject(identifier: "T", steps: [Steps.instruction("a")]),
            timekeeper: ManualTimekeeper()
        )
        controller.appear()
        #expect(controller.view.accessibilityLabel == "laid out")
        #expect(controller.currentStepController?.step.identifier == "a")
    }

    @Test("`init(coder:)` finds the layout that was written down, or is none")
    func initWithCoder() throws {
        RSDLayouts.register(nib: "ArchivedTask") { _ in }
        defer { RSDLayouts.unregister("ArchivedTask") }
        func written(_ name: String) throws -> NSKeyedUnarchiver {
            let archive = NSKeyedArchiver(requiringSecureCoding: true)
            archive.encode(NSString(string: name), forKey: "UINibName")
            archive.finishEncoding()
            return try NSKeyedUnarchiver(forReadingFrom: archive.encodedData)
        }
        let controller = try RSDTaskViewController(coder: written("ArchivedTask"))
        #expect(controller?.nibName == "ArchivedTask" && controller?.taskPath == nil)
        #expect(try RSDTaskViewController(coder: written("NobodysTaskLayout")) == nil)
    }

    @Test("`init(task:)` runs the task by the machine's own time")
    func initWithTask() async throws {
        let task = RSDTaskObject(identifier: "T", steps: [Steps.instruction("a")])
        let controller = RSDTaskViewController(task: task)
        #expect(controller.taskPath.task === task)
        #expect(controller.taskViewModel.timekeeper is LiveTimekeeper)
        controller.appear()
        #expect(controller.currentStepController?.step.identifier == "a")
    }

    @Test("`init(taskInfo:)` fetches the task when it is shown")
    func initWithTaskInfo() async throws {
        let info = FetchedInfo(identifier: "info") { [RSDUIStepObject(identifier: "inside")] }
        let controller = RSDTaskViewController(taskInfo: info)
        #expect(controller.taskPath.task == nil)
        controller.appear()
        for _ in 0..<100 { await Task.yield() }
        #expect(controller.currentStepController?.step.identifier == "inside")
        #expect(controller.taskPath.taskResult.identifier == "info")
    }

    @Test("`factory` decodes what is fetched, also one that a subclass answers")
    func factory() async throws {
        final class OwnFactory: RSDFactory, @unchecked Sendable {}
        final class OwnController: RSDTaskViewController {
            let own = OwnFactory()
            override var factory: RSDFactory? {
                get { own }
                set {}
            }
        }
        let seen = SeenFactories()
        let info = FetchedInfo(identifier: "info", seen: seen) {
            [RSDUIStepObject(identifier: "a")]
        }
        let told = OwnFactory()
        let plain = RSDTaskViewController(taskInfo: info)
        #expect(plain.factory == nil)
        plain.factory = told
        #expect(plain.factory === told && plain.engine.factory === told)
        plain.appear()
        let own = OwnController(taskInfo: info)
        own.appear()
        for _ in 0..<100 { await Task.yield() }
        #expect(seen.all == [ObjectIdentifier(told), ObjectIdentifier(own.own)])
    }

    @Test("`taskPath` is the state of the run, and takes another run while none is shown")
    func taskPath() async throws {
        let stage = TaskStage(steps: [Steps.instruction("a"), Steps.instruction("b")])
        #expect(stage.controller.taskPath === stage.controller.engine.taskViewModel)
        stage.controller.makers["x"] = { _, _ in nil }
        let other = RSDTaskViewModel(
            task: RSDTaskObject(identifier: "other", steps: [Steps.instruction("z")]),
            timekeeper: stage.clock
        )
        stage.controller.taskPath = other
        #expect(stage.controller.makers["x"] != nil)
        try await stage.begin()
        #expect(stage.controller.taskPath === other && stage.step == "z")
        try await stage.press(.goForward)
        #expect(stage.reasons == [.completed])
    }

    @Test("`taskPath` that is set while a run is shown ends that run: its recorders and its timer")
    func otherTaskPath() async throws {
        let stage = TaskStage(
            steps: [Steps.active("a", duration: 3), Steps.instruction("b")],
            [StagedAction.Configuration(identifier: "m")]
        )
        stage.controller.makers["staged"] = { StagedAction($0, $1, stage.story) }
        try await stage.begin()
        let old = try #require(stage.controller.currentStepController as? RSDStepViewController)
        stage.controller.taskPath = RSDTaskViewModel(
            task: RSDTaskObject(identifier: "other", steps: [Steps.instruction("z")]),
            timekeeper: stage.clock
        )
        await stage.settle()
        #expect(stage.story.lines == ["m runs", "m cancelled"] && stage.reasons.isEmpty)
        #expect(old.clock?.stoppedAt != nil)
        stage.controller.appear()
        try await stage.reach("z")
    }

    @Test("A controller that is let go in the middle of a run gives its recorders up")
    func letGo() async throws {
        let story = Story()
        let task = RSDTaskObject(
            identifier: "T",
            steps: [Steps.instruction("a"), Steps.instruction("b")],
            asyncActions: [StagedAction.Configuration(identifier: "m")]
        )
        var controller: RSDTaskViewController? = RSDTaskViewController(task: task)
        weak let held = controller
        controller?.makers["staged"] = { StagedAction($0, $1, story) }
        controller?.appear()
        for _ in 0..<50 { await Task.yield() }
        controller = nil
        for _ in 0..<50 { await Task.yield() }
        #expect(held == nil && story.lines == ["m runs", "m cancelled"])
    }

    @Test("`canSaveTaskProgress` is so where progress is kept, or as somebody says")
    func canSaveTaskProgress() async throws {
        let stage = TaskStage(steps: [Steps.instruction("a"), Steps.instruction("b")])
        #expect(!stage.controller.canSaveTaskProgress)
        try await stage.begin()
        try await stage.press(.goForward)
        try await stage.press(.cancel)
        #expect(stage.button { $0.title == "Save Results" } == nil)
        try await stage.press(titled: "Continue")
        stage.controller.canSaveTaskProgress = true
        // Its button is locked for a second of a person's time.
        (stage.controller.currentStepController as? RSDStepViewController)?.cancel()
        #expect(stage.controller.canSaveTaskProgress)
        #expect(stage.button { $0.title == "Save Results" } != nil)
    }
}

/// The factories by which tasks were fetched.
final class SeenFactories: Sendable {
    private let seen = Mutex<[ObjectIdentifier]>([])
    var all: [ObjectIdentifier] { seen.withLock { $0 } }
    func add(_ factory: RSDFactory) { seen.withLock { $0.append(ObjectIdentifier(factory)) } }
}

/// What is known of a task that is there when it is asked for.
struct FetchedInfo: RSDTaskInfoStep {
    struct Transformer: RSDTaskTransformer {
        var failures: FailuresLeft
        var seen: SeenFactories?
        var steps: @Sendable () -> [any RSDStep]
        var estimatedFetchTime: Double { 1 }

        func fetchTask(by factory: RSDFactory) async throws -> sending any RSDTask {
            seen?.add(factory)
            await Task.yield()
            if failures.takesOne() { throw StagedFailure() }
            return RSDTaskObject(identifier: "fetched", steps: steps())
        }

        func step(by factory: RSDFactory) throws -> any RSDStep { throw StagedFailure() }
    }

    var identifier: String
    var stepType: RSDStepType { .taskInfo }
    var info: RSDTaskInfoObject
    var taskTransformer: (any RSDTaskTransformer)?
    var taskInfo: any RSDTaskInfo { info }

    init(
        identifier: String,
        failures: Int = 0,
        seen: SeenFactories? = nil,
        task steps: @escaping @Sendable () -> [any RSDStep]
    ) {
        self.identifier = identifier
        info = RSDTaskInfoObject(identifier: identifier)
        info.title = "A task"
        info.estimatedMinutes = 5
        taskTransformer = Transformer(failures: FailuresLeft(failures), seen: seen, steps: steps)
    }
}

/// How often something still fails.
final class FailuresLeft: Sendable {
    private let left: Mutex<Int>
    init(_ left: Int) { self.left = Mutex(left) }
    func takesOne() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }
}
