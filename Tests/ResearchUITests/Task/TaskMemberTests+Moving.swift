// The members of the task controller that show steps, and that follow swipes.

import FoundationEssentials
import Research
import TaskEngine
import Testing
import ViewTree

@testable import ResearchUI

@Suite("RSDTaskViewController: moving")
@MainActor
struct TaskMovingMemberTests {
    private func stage(_ make: @escaping (RSDTaskViewModel) -> RSDTaskViewController) -> TaskStage {
        let steps = ["a", "b", "c"].map { Steps.instruction($0) }
        return TaskStage(RSDTaskObject(identifier: "T", steps: steps), make)
    }

    private func stage() -> TaskStage { stage { RSDTaskViewController(taskViewModel: $0) } }

    /// A controller that logs its life-cycle calls.
    private final class Watched: RSDStepViewController {
        var story: Story?
        override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            story?.add("\(step.identifier) will appear")
        }
        override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            story?.add("\(step.identifier) did appear")
        }
        override func viewWillDisappear(_ animated: Bool) {
            super.viewWillDisappear(animated)
            story?.add("\(step.identifier) will disappear")
        }
        override func viewDidDisappear(_ animated: Bool) {
            super.viewDidDisappear(animated)
            story?.add("\(step.identifier) did disappear")
        }
    }

    private func watchedStage() -> TaskStage {
        let stage = stage()
        stage.makesController = { step in
            let made = Watched(step: step, parent: stage.controller.taskPath)
            made.story = stage.story
            return made
        }
        return stage
    }

    @Test(
        "`navigate(to:from:direction:completion:)` calls its completion when the step is on screen"
    )
    func navigate() async throws {
        let stage = stage()
        try await stage.begin()
        var isShown: Bool?
        stage.controller.navigate(
            to: Steps.instruction("elsewhere"),
            from: nil,
            direction: .forward
        ) { isShown = $0 }
        await stage.settle()
        #expect(isShown == true && stage.step == "elsewhere")
        #expect(stage.controller.screen.node("screen/task/page/elsewhere") != nil)
        #expect(stage.controller.screen.node("screen/task/page/a") == nil)
    }

    @Test("`navigate(to:from:direction:completion:)` makes the life-cycle calls in order")
    func navigationOrder() async throws {
        let stage = watchedStage()
        try await stage.begin()
        #expect(stage.story.lines == ["a will appear", "a did appear"])
        stage.story.clear()
        stage.controller.goForward()
        await stage.settle()
        #expect(
            stage.story.lines == [
                "a will disappear", "b will appear", "a did disappear", "b did appear",
            ]
        )
    }

    @Test("`pageViewController` shows one step at a time, and has the last direction")
    func pages() async throws {
        let stage = stage()
        try await stage.begin()
        let pages = try #require(stage.controller.pageViewController as? UIPageViewController)
        #expect(pages.viewControllers?.first === stage.controller.currentStepViewController)
        try await stage.press(.goForward)
        #expect(pages.lastDirection == .forward && pages.children.count == 1)
        try await stage.press(.goBackward)
        #expect(pages.lastDirection == .reverse && stage.step == "a")
        #expect(pages.viewControllers?.first === stage.controller.currentStepViewController)
    }

    /// An app's own page controller, which calls its completion later and twice.
    private final class OwnPages: UIViewController, RSDPageViewControllerProtocol {
        var shown: [UIViewController] = []
        func setViewControllers(
            _ viewControllers: [UIViewController]?,
            direction: RSDStepDirection,
            animated: Bool,
            completion: (@MainActor (Bool) -> Void)?
        ) {
            shown += viewControllers ?? []
            Task {
                completion?(true)
                completion?(true)
            }
        }
    }

    @Test("`findPageViewController()` finds a page controller that a layout has added")
    func find() async throws {
        RSDLayouts.register(nib: "WithPages") { $0.addChild(OwnPages(nibName: nil, bundle: nil)) }
        defer { RSDLayouts.unregister("WithPages") }
        let controller = RSDTaskViewController(nibName: "WithPages", bundle: nil)
        #expect(controller.findPageViewController() == nil)
        controller.taskPath = stage().controller.taskPath
        controller.appear()
        for _ in 0..<50 { await Task.yield() }
        let pages = try #require(controller.findPageViewController() as? OwnPages)
        #expect(controller.pageViewController === pages && controller.children.count == 1)
        controller.goForward()
        for _ in 0..<50 { await Task.yield() }
        #expect(
            pages.shown.map { ($0 as? RSDStepViewController)?.step.identifier } == ["a", "b"]
        )
    }

    @Test("`addPageViewController()` is called if there is no page controller")
    func add() async throws {
        final class Adder: RSDTaskViewController {
            let own = OwnPages(nibName: nil, bundle: nil)
            override func addPageViewController() -> (
                any UIViewController & RSDPageViewControllerProtocol
            ) {
                addChild(own)
                return own
            }
        }
        let stage = stage { Adder(taskViewModel: $0) }
        try await stage.begin()
        #expect(stage.controller.pageViewController === (stage.controller as? Adder)?.own)
        let plain = self.stage()
        plain.controller.loadViewIfNeeded()
        #expect(plain.controller.children.first === plain.controller.pageViewController)
    }

    @Test("`viewDidLoad()` sets up the page controller, with itself as delegate and data source")
    func viewDidLoad() throws {
        let stage = stage()
        #expect(stage.controller.pageViewController == nil)
        stage.controller.loadViewIfNeeded()
        let pages = try #require(stage.controller.pageViewController as? UIPageViewController)
        #expect(pages.dataSource === stage.controller && pages.delegate === stage.controller)
        #expect(stage.controller.currentStepController == nil)
    }

    @Test("`viewWillAppear(_:)` starts the task once; its step appears and disappears with it")
    func viewWillAppear() async throws {
        let stage = watchedStage()
        try await stage.begin()
        stage.controller.disappear()
        stage.controller.appear()
        await stage.settle()
        #expect(
            stage.story.lines == [
                "a will appear", "a did appear", "a will disappear", "a did disappear",
                "a will appear", "a did appear",
            ]
        )
        #expect(stage.controller.taskPath.taskResult.stepHistory.count == 1)
    }

    @Test("`pageViewController(_:viewControllerBefore:)` has none, and goes back where one can")
    func before() async throws {
        let stage = stage()
        try await stage.begin()
        try await stage.press(.goForward)
        #expect(stage.controller.receive(.swiped(.back)))
        await stage.settle()
        #expect(stage.step == "a")
        let pages = try #require(stage.controller.pageViewController as? UIPageViewController)
        let current = try #require(stage.controller.currentStepViewController)
        let answer = stage.controller.pageViewController(pages, viewControllerBefore: current)
        await stage.settle()
        #expect(answer == nil && stage.step == "a")
    }

    @Test("`pageViewController(_:viewControllerBefore:)` does not go back where no button would")
    func beforeWithoutButton() async throws {
        let last = Steps.instruction("last")
        last.shouldHideActions = [.goBackward]
        let stage = TaskStage(steps: [Steps.instruction("a"), last])
        try await stage.begin()
        try await stage.press(.goForward)
        stage.controller.receive(.swiped(.back))
        await stage.settle()
        #expect(stage.step == "last")
    }

    @Test("`pageViewController(_:viewControllerAfter:)` has none, and goes on where one may")
    func after() async throws {
        final class Closed: RSDStepViewController {
            override var isForwardEnabled: Bool { false }
        }
        let stage = stage()
        stage.makesController = {
            $0.identifier == "b" ? Closed(step: $0, parent: stage.controller.taskPath) : nil
        }
        try await stage.begin()
        let pages = try #require(stage.controller.pageViewController as? UIPageViewController)
        let current = try #require(stage.controller.currentStepViewController)
        #expect(stage.controller.pageViewController(pages, viewControllerAfter: current) == nil)
        await stage.settle()
        #expect(stage.step == "b")
        stage.controller.receive(.swiped(.forward))
        await stage.settle()
        #expect(stage.step == "b")
    }

    @Test("A push of the screen counts for nothing while a question lies on top of it")
    func swipeBelowQuestion() async throws {
        let stage = stage()
        try await stage.begin()
        try await stage.press(.goForward)
        try await stage.press(.cancel)
        #expect(!stage.controller.receive(.swiped(.back)))
        await stage.settle()
        #expect(stage.step == "b")
    }

    @Test("A step that the run leaves where it is can be gone on from again")
    func stays() async throws {
        let stage = stage()
        try await stage.begin()
        let first = try #require(stage.controller.currentStepController as? RSDStepViewController)
        first.hasCalledGoForward = true
        stage.controller.jump(to: "nowhere")
        await stage.settle()
        #expect(stage.step == "a" && !first.hasCalledGoForward)
    }
}
