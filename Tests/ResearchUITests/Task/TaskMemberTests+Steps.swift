// The members of the task controller that say which controller shows a step.

import FoundationEssentials
import Research
import TaskEngine
import Testing
import ViewTree

@testable import ResearchUI

@Suite("RSDTaskViewController: the controllers of steps")
@MainActor
struct TaskStepMemberTests {
    private final class Delegates: RSDStepViewController {}
    private final class Steps1: RSDStepViewController {}
    private final class Themes: RSDStepViewController {}

    /// A step that brings its own controller, if it is told to.
    private final class Bringer: RSDUIStepObject, RSDStepViewControllerVendor {
        var brings = true
        func instantiateViewController(
            with parent: (any RSDPathComponent)?
        ) -> (any UIViewController & RSDStepController)? {
            brings ? Steps1(step: self, parent: parent) : nil
        }
    }

    @Test("`viewController(for:)` asks the delegate, the step, its theme and nobody, in order")
    func viewController() {
        RSDLayouts.register(view: "Bringers") { Themes(step: $0, parent: $1) }
        defer { RSDLayouts.unregister("Bringers") }
        let step = Bringer(identifier: "a")
        step.viewTheme = RSDViewThemeElementObject(viewIdentifier: "Bringers")
        let stage = TaskStage(steps: [step])
        stage.makesController = { Delegates(step: $0, parent: nil) }
        #expect(stage.controller.viewController(for: step) is Delegates)
        stage.makesController = { _ in nil }
        #expect(stage.controller.viewController(for: step) is Steps1)
        step.brings = false
        #expect(stage.controller.viewController(for: step) is Themes)
        step.viewTheme = nil
        #expect(stage.controller.viewController(for: step) is RSDInstructionStepViewController)
    }

    @Test("a registered screen comes before the built-in ones, and behind what a step names")
    func registeredScreen() {
        final class Own: RSDStepViewController {}
        final class Later: RSDStepViewController {}
        RSDLayouts.register(view: "Bringers") { Themes(step: $0, parent: $1) }
        defer { RSDLayouts.unregister("Bringers") }
        let step = Bringer(identifier: "a")
        step.viewTheme = RSDViewThemeElementObject(viewIdentifier: "Bringers")
        let stage = TaskStage(steps: [step])
        let controller = stage.controller
        controller.screens.register(RSDScreen(Own.init(step:parent:)) { $0 is Bringer })
        controller.screens.register(RSDScreen(Later.init(step:parent:)) { _ in true })
        #expect(controller.viewController(for: step) is Steps1)
        step.brings = false
        #expect(controller.viewController(for: step) is Themes)
        step.viewTheme = nil
        #expect(controller.viewController(for: step) is Own)
        #expect(controller.viewController(for: Steps.instruction("b")) is Later)
    }

    @Test("`viewController(for:)` is what the run shows, told who shows it and where it stands")
    func isShown() async throws {
        final class Own: RSDTaskViewController {
            override func viewController(
                for step: any RSDStep
            ) -> any UIViewController & RSDStepController {
                step.identifier == "a"
                    ? Delegates(nibName: nil, bundle: nil) : super.viewController(for: step)
            }
        }
        let task = RSDTaskObject(identifier: "T", steps: [Steps.instruction("a")])
        let stage = TaskStage(task) { Own(taskViewModel: $0) }
        try await stage.begin()
        let shown = try #require(stage.controller.currentStepController as? Delegates)
        #expect(shown.host === stage.controller)
        #expect(shown.step.identifier == "a" && shown.path === stage.controller.taskPath)
    }

    @Test("`instantiateViewController(with:)` finds what is registered, and says what is not")
    func instantiate() async throws {
        RSDLayouts.register(view: "Board", storyboard: "Story") { Themes(step: $0, parent: $1) }
        RSDLayouts.register(nib: "Nib") { $0.view.accessibilityLabel = "by the nib" }
        defer { for name in ["Board", "Nib"] { RSDLayouts.unregister(name) } }
        var told: [String] = []
        let report = RSDLayouts.report
        RSDLayouts.report = { told.append($0.layout) }
        defer { RSDLayouts.report = report }

        let steps = ["Board", "Nib", "Nobody"].map { name in
            let step = Steps.instruction(name)
            step.viewTheme = RSDViewThemeElementObject(
                viewIdentifier: name,
                storyboardIdentifier: name == "Board" ? "Story" : nil
            )
            return step
        }
        let stage = TaskStage(steps: steps)
        let controllers = steps.map { stage.controller.viewController(for: $0) }
        #expect(controllers[0] is Themes)
        #expect(type(of: controllers[1]) == RSDStepViewController.self)
        controllers[1].loadViewIfNeeded()
        #expect(controllers[1].view.accessibilityLabel == "by the nib")
        #expect(controllers[2] is RSDInstructionStepViewController)
        #expect(told == ["Nobody"])
        #expect(stage.controller.engine.notes.contains { $0.contains("'Nobody'") })
        let theme = RSDViewThemeElementObject(viewIdentifier: "Board", storyboardIdentifier: "No")
        #expect(stage.controller.instantiateViewController(with: theme) == nil)
    }

    private static func step(_ type: RSDStepType) -> any RSDStep {
        switch type {
        case .taskInfo: FetchedInfo(identifier: "a") { [] }
        case .countdown: RSDCountdownUIStepObject(identifier: "a")
        case .overview: RSDOverviewStepObject(identifier: "a")
        case .completion, .feedback: RSDResultSummaryStepObject(identifier: "a", type: type)
        case .imagePicker: RSDImagePickerStepObject(identifier: "a")
        case .form:
            RSDFormUIStepObject(
                identifier: "a",
                inputFields: [RSDInputFieldObject(identifier: "q", dataType: .base(.string))]
            )
        case .section: RSDSectionStepObject(identifier: "a", steps: [])
        default: RSDUIStepObject(identifier: "a", type: type)
        }
    }

    @Test(
        "`vendDefaultViewController(for:)` has a controller for each kind of step",
        arguments: [
            (.taskInfo, "RSDTaskInfoStepViewController"),
            (.countdown, "RSDCountdownStepViewController"),
            (.overview, "RSDOverviewStepViewController"),
            (.instruction, "RSDInstructionStepViewController"),
            (.completion, "RSDCompletionStepViewController"),
            (.feedback, "RSDResultSummaryStepViewController"),
            (.imagePicker, "RSDImagePickerStepViewController"),
            (.form, "RSDTableStepViewController"),
            ("something", "RSDTableStepViewController"), (.section, "DebugStepViewController"),
        ] as [(RSDStepType, String)]
    )
    func vend(type: RSDStepType, name: String) {
        let stage = TaskStage(steps: [])
        let made = stage.controller.vendDefaultViewController(for: Self.step(type))
        #expect("\(Swift.type(of: made))" == name)
    }

    @Test("`vendDefaultViewController(for:)` looks at timers, permissions and addresses too")
    func vendByContents() throws {
        let stage = TaskStage(steps: [])
        let timed = Steps.active("a", duration: 1)
        #expect(
            stage.controller.vendDefaultViewController(for: timed) is RSDActiveStepViewController
        )
        // One that the participant ends.
        let led = Steps.active("a", duration: 1, .startTimerAutomatically)
        #expect(
            stage.controller.vendDefaultViewController(for: led)
                is RSDInstructionStepViewController
        )
        let endless = Steps.active("a", duration: 0)
        #expect(
            stage.controller.vendDefaultViewController(for: endless)
                is RSDInstructionStepViewController
        )
        let asking = Steps.instruction()
        asking.standardPermissions = [RSDStandardPermission(permissionType: .motion)]
        #expect(
            stage.controller.vendDefaultViewController(for: asking)
                is RSDPermissionStepViewController
        )
        let page = RSDGenericStepObject(identifier: "page", type: .webView)
        page.userInfo["url"] = .string("about.html")
        #expect(
            stage.controller.vendDefaultViewController(for: page) is RSDWebStepViewController
        )
    }

    @Test("`currentStepController` is of the step that is shown")
    func currentStepController() async throws {
        let stage = TaskStage(steps: [Steps.instruction("a"), Steps.instruction("b")])
        #expect(stage.controller.currentStepController == nil)
        try await stage.begin()
        #expect(stage.controller.currentStepController?.step.identifier == "a")
        try await stage.press(.goForward)
        #expect(stage.controller.currentStepController?.step.identifier == "b")
    }

    @Test("`currentStepViewController` is the same, as a controller of views")
    func currentStepViewController() async throws {
        let stage = TaskStage(steps: [Steps.instruction("a")])
        #expect(stage.controller.currentStepViewController == nil)
        try await stage.begin()
        #expect(
            stage.controller.currentStepViewController === stage.controller.currentStepController
        )
    }

    @Test("`shouldFetchSubtask(for:)` is so, or the info step is shown as a step")
    func shouldFetchSubtask() async throws {
        final class Shows: RSDTaskViewController {
            override func shouldFetchSubtask(for step: any RSDTaskInfoStep) -> Bool { false }
        }
        let info = FetchedInfo(identifier: "info") { [RSDUIStepObject(identifier: "inside")] }
        let task = RSDTaskObject(identifier: "T", steps: [info])
        let fetching = TaskStage(task)
        #expect(fetching.controller.shouldFetchSubtask(for: info))
        try await fetching.begin()
        try await fetching.reach("inside")
        let showing = TaskStage(task) { Shows(taskViewModel: $0) }
        try await showing.begin()
        try await showing.reach("info")
        #expect(showing.controller.currentStepController is RSDTaskInfoStepViewController)
    }

    @Test("`shouldPageSectionSteps(for:)` is so, or the section is shown as a step")
    func shouldPageSectionSteps() async throws {
        final class Shows: RSDTaskViewController {
            override func shouldPageSectionSteps(for step: any RSDSectionStep) -> Bool { false }
        }
        let section = RSDSectionStepObject(identifier: "S", steps: [Steps.instruction("a")])
        let task = RSDTaskObject(identifier: "T", steps: [section])
        let paging = TaskStage(task)
        #expect(paging.controller.shouldPageSectionSteps(for: section))
        try await paging.begin()
        #expect(paging.step == "a")
        let showing = TaskStage(task) { Shows(taskViewModel: $0) }
        try await showing.begin()
        #expect(showing.step == "S")
    }
}
