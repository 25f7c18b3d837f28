// The runs of the task: to its end, and left in each possible way. Where the
// documentation says that a host calls a member, the script calls it.

import Foundation
import Research
import ResearchUI
import TaskEngine
import Timebase
import ViewTree

/// Runs of the task that is defined in a folder.
@MainActor
struct TaskScripts {
    let folder: URL

    /// A stage with the task, decoded anew.
    private func stage() throws -> Stage {
        let factory = RSDFactory(
            surroundings: FactorySurroundings(
                resources: RSDResourceLocator(folders: [folder.path])
            )
        )
        try factory.register(
            .init("noting", NotingStepObject.self, "A step that notes what is asked of it.")
        )
        try factory.register(
            .init("legacy", NotingORKStep.self, "A step by ResearchKit's conventions.")
        )
        let data = try Data(contentsOf: folder.appending(path: "task.json"))
        let task = try factory.decodeTask(with: data)
        let clock = ManualTimekeeper()
        let controller = NotingTaskViewController(task: task, timekeeper: clock)
        controller.factory = factory
        RSDLayouts.register(view: "Noting") { step, parent in
            // With its step, or without one as from a storyboard.
            let own =
                step.identifier == "ready"
                ? NotingStepViewController(nibName: nil, bundle: nil)
                : NotingStepViewController(step: step, parent: parent)
            own.designSystem = RSDDesignSystem()
            return own
        }
        // The other type is unregistered on purpose.
        RSDLayouts.report = { _ in }
        return Stage(controller, clock)
    }

    /// To the end, pressing every button.
    func whole() async throws {
        let stage = try stage()
        stage.controller.taskPath.shouldShowAbbreviatedInstructions = true
        stage.controller.appear()
        try await stage.reach("introduction")
        try await lookAround(stage)
        try await stage.press(.goForward)
        try await stage.reach("ready")
        // From here on the instructions are shown in full.
        try await stage.press(.reviewInstructions)
        try await stage.reach("introduction")
        try await stage.press(.goForward)
        try await stage.reach("practice")
        try await stage.send(.swiped(.forward))
        try await stage.reach("ready")
        try await stage.send(.swiped(.back))
        try await stage.reach("practice")
        try await stage.press(.goForward)
        try await stage.reach("ready")
        try await stage.press(.skip)
        try await stage.reach("countdown")
        stage.isInForeground = false
        await stage.tick(2)
        try await walk(stage)
        try await answer(stage)
        try await stage.reach("legacy")
        let legacy = stage.controller.currentStepViewController?.children.first
        guard let legacy = legacy as? NotingORKStepViewController,
            legacy.taskViewController === stage.controller
        else { throw ScriptError("the step of the other manner does not know its task") }
        try await stage.press(.goForward)
        try await stage.reach("completion")
        try await stage.press(.goForward)
        try await stage.end(.completed)
    }

    /// Acts at the app's own step.
    private func lookAround(_ stage: Stage) async throws {
        let introduction = try stage.shown(as: NotingStepViewController.self)
        introduction.nextButton?.title = "Let us go"
        introduction.learnMoreButton?.title = "Why?"
        try await stage.press(.learnMore)
        guard let page = stage.controller.controllersOnTop.last else {
            throw ScriptError("there is nothing to learn")
        }
        page.dismiss(animated: true)
        guard introduction.requestedPermissions()?.count == 1,
            introduction.checkAuthorizationStatus().status == .authorized
        else { throw ScriptError("the step does not know its permissions") }
    }

    /// The active step: it comes back to the screen, pauses for a while, and ends by itself.
    private func walk(_ stage: Stage) async throws {
        try await stage.reach("walk")
        let walk = try stage.shown(as: NotingStepViewController.self)
        await stage.tick()
        stage.isInForeground = true
        await stage.tick()
        try await stage.send(.screen(isInForeground: true))
        await stage.tick()
        walk.pause()
        stage.clock.advance(by: .seconds(100))
        walk.resume()
        guard walk.countdown == 2 else {
            throw ScriptError("\(walk.countdown) s are left, where 2 should be")
        }
        stage.controller.lamps.last?.goOut()
        await settle()
        await stage.tick(2)
        let spoken = stage.services.calls.filter { if case .speak = $0 { true } else { false } }
        guard spoken == [.speak("Walk."), .speak("Go on."), .speak("Stand.")] else {
            throw ScriptError("what was spoken is \(spoken)")
        }
    }

    /// The questions: one answer of each kind, and one invalid answer.
    private func answer(_ stage: Stage) async throws {
        try await stage.reach("form")
        let form = try stage.shown(as: NotingTableStepViewController.self)
        try await stage.send(.entered(stage.element("name", "field"), "Ada"))
        try await stage.send(.pressedReturn(stage.element("name", "field")))
        try await stage.send(.entered(stage.element("age", "field"), "7"))
        try await stage.send(.ended(stage.element("age", "field")))
        try await stage.press(titled: "OK")
        try await stage.send(.entered(stage.element("age", "field"), "36"))
        try await stage.send(.ended(stage.element("age", "field")))
        try await stage.send(.tapped(stage.element("pace[1]")))
        try await stage.send(.picked(stage.element("day", "picker"), [1]))
        guard form.tableData?.allAnswersValid() == true else {
            throw ScriptError("not all is answered")
        }
        try await stage.press(.goForward)
    }

    /// Leaves the task by its button, which asks first.
    func cancelled() async throws {
        let stage = try stage()
        stage.controller.appear()
        try await stage.reach("introduction")
        try await stage.press(.goForward)
        try await stage.reach("practice")
        try await stage.press(.goForward)
        try await stage.reach("ready")
        try await stage.press(.cancel)
        try await stage.press(titled: "Discard Results")
        try await stage.end(.discarded)
    }

    /// Leaves the task because a permission is refused.
    func refused() async throws {
        let stage = try stage()
        stage.authorization = .denied
        stage.controller.appear()
        try await stage.reach("introduction")
        let introduction = try stage.shown(as: NotingStepViewController.self)
        let check = introduction.checkAuthorizationStatus()
        guard let permission = check.permission else {
            throw ScriptError("nothing is refused")
        }
        introduction.handleAuthorizationFailed(status: check.status, permission: permission)
        try await stage.press(titled: "End the task")
        try await stage.end(.discarded)
    }

    /// A task that cannot be fetched.
    func lost() async throws {
        let clock = ManualTimekeeper()
        let info = RSDTaskInfoStepObject(
            info: RSDTaskInfoObject(identifier: "lost"),
            taskTransformer: RSDResourceTransformerObject(resourceName: "nowhere")
        )
        let stage = Stage(NotingTaskViewController(taskInfo: info, timekeeper: clock), clock)
        stage.controller.appear()
        try await stage.end(.failed)
    }

    /// Uses steps before any task runs.
    func steps() {
        let step = NotingStepObject(identifier: "made")
        step.fullInstructionsOnly = true
        _ = step.copy(with: "copied")
    }
}
