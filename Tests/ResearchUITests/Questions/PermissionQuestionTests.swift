// What a task may use is asked on the screen, with its reason, where the machine leaves it open; a no is no dead end,
// and nothing is granted that nobody granted.

import Research
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("A permission question")
@MainActor
struct PermissionQuestionTests {
    private static let camera = RSDStandardPermission(
        permissionType: .camera,
        reason: "We look at your foot."
    )

    private func stage(
        _ permissions: [RSDStandardPermission] = [camera],
        _ actions: [any RSDAsyncActionConfiguration] = []
    ) -> TaskStage {
        let step = Steps.instruction("ask")
        step.standardPermissions = permissions
        let stage = TaskStage(steps: [step, Steps.instruction("walk")], actions)
        stage.makesController = {
            $0.identifier == "ask" ? RSDPermissionStepViewController(step: $0, parent: nil) : nil
        }
        stage.controller.services.authorization = { _ in .notDetermined }
        stage.controller.services.requestAuthorization = { _ in .notDetermined }
        return stage
    }

    private func question(of stage: TaskStage) -> AlertContent? {
        var found: AlertContent?
        stage.controller.screen.forEach { node in
            if case .alert(let alert) = node.content { found = alert }
        }
        return found
    }

    @Test("shows the task's reason, and enables Next once it is granted")
    func allowed() async throws {
        let stage = stage()
        try await stage.begin()
        #expect(question(of: stage)?.title == "May this task use the camera?")
        #expect(question(of: stage)?.message == "We look at your foot.")
        try await stage.press(titled: "Allow")
        #expect(question(of: stage) == nil)
        try await stage.press(.goForward)
        try await stage.reach("walk")
        #expect(stage.controller.consents == [.camera: .authorized])
    }

    @Test("can be refused, asked again, and granted")
    func refusedFirst() async throws {
        let stage = stage()
        try await stage.begin()
        try await stage.press(titled: "Do not allow")
        #expect(question(of: stage)?.title == "Using the camera is not allowed")
        try await stage.press(titled: "Try again")
        try await stage.press(titled: "Allow")
        try await stage.press(.goForward)
        try await stage.reach("walk")
    }

    @Test("can be refused, which ends the task")
    func refused() async throws {
        let stage = stage()
        try await stage.begin()
        try await stage.press(titled: "Do not allow")
        try await stage.press(titled: "End the task")
        #expect(stage.reasons == [.discarded])
    }

    @Test("is left to the system if that asks itself")
    func askedByMachine() async throws {
        let stage = stage()
        stage.controller.services.requestAuthorization = { _ in .authorized }
        try await stage.begin()
        #expect(question(of: stage) == nil)
        try await stage.press(.goForward)
        try await stage.reach("walk")
    }

    // MARK: Recorders

    private static let motion = StagedAction.Configuration(
        identifier: "m",
        asyncActionType: .motion
    )

    private func recording() -> TaskStage {
        let stage = TaskStage(steps: [Steps.instruction("walk")], [Self.motion])
        stage.controller.services.authorization = { _ in .notDetermined }
        stage.controller.services.requestAuthorization = { _ in .notDetermined }
        stage.makesAction = { [story = stage.story, path = stage.controller.taskViewModel] in
            StagedAction($0, path, story)
        }
        return stage
    }

    @Test("delays its recorder and the first step until it is answered")
    func recorder() async throws {
        let stage = recording()
        try await stage.begin()
        #expect(question(of: stage)?.title == "May this task record how you move?")
        #expect(stage.story.lines.isEmpty && stage.step == nil)
        try await stage.press(titled: "Allow")
        try await stage.reach("walk")
        #expect(stage.story.lines == ["m runs"])
    }

    @Test("offers to ask again, go on without the recorder, or end after a refusal")
    func recorderRefused() async throws {
        let stage = recording()
        let feed = ScreenFeed(of: stage.controller) { _ in }
        try await stage.begin()
        try await stage.press(titled: "Do not allow")
        #expect(question(of: stage)?.title == "“m” cannot record")
        try await stage.press(titled: "Try again")
        try await stage.press(titled: "Do not allow")
        try await stage.press(titled: "Go on without it")
        try await stage.reach("walk")
        #expect(!stage.story.lines.contains("m runs"))
        try await stage.press(.goForward)
        let results = stage.controller.taskViewModel.taskResult.asyncResults ?? []
        #expect(results.contains { ($0 as? any RSDErrorResult)?.identifier == "m_error" })
        withExtendedLifetime(feed) {}
    }

    @Test("is not asked for a recorder if a step has already asked")
    func askedOnce() async throws {
        var motion = Self.motion
        motion.startStepIdentifier = "walk"
        let stage = stage([RSDStandardPermission(permissionType: .motion)], [motion])
        stage.makesAction = { [story = stage.story, path = stage.controller.taskViewModel] in
            StagedAction($0, path, story)
        }
        try await stage.begin()
        #expect(question(of: stage)?.message == "It reads the motion sensors while it runs.")
        try await stage.press(titled: "Allow")
        try await stage.press(.goForward)
        try await stage.reach("walk")
        #expect(question(of: stage) == nil && stage.story.lines == ["m runs"])
    }

    private func setNextRun(on stage: TaskStage) {
        let task = RSDTaskObject(
            identifier: "next",
            steps: [Steps.instruction("walk")],
            asyncActions: [Self.motion]
        )
        stage.controller.taskPath = RSDTaskViewModel(task: task, timekeeper: stage.clock)
    }

    @Test("is asked anew in each run of a controller, and closes when another run replaces its own")
    func nextRuns() async throws {
        let stage = recording()
        try await stage.begin()
        try await stage.press(titled: "Allow")
        try await stage.reach("walk")
        try await stage.press(.goForward)
        await stage.settle { !stage.reasons.isEmpty }
        #expect(stage.reasons == [.completed])
        setNextRun(on: stage)
        stage.controller.goForward()
        await stage.settle()
        #expect(question(of: stage)?.title == "May this task record how you move?")
        setNextRun(on: stage)
        await stage.settle()
        #expect(question(of: stage) == nil)
        stage.controller.goForward()
        await stage.settle()
        try await stage.press(titled: "Allow")
        try await stage.reach("walk")
        #expect(stage.controller.consents == [.motion: .authorized])
    }

    @Test(
        "neither appears nor is answered in another run that was set while the machine was asked",
        arguments: [RSDAuthorizationStatus.notDetermined, .authorized, .denied]
    )
    func replacedMeanwhile(answer: RSDAuthorizationStatus) async throws {
        let stage = recording()
        var machine: CheckedContinuation<RSDAuthorizationStatus, Never>?
        stage.controller.services.requestAuthorization = { _ in
            await withCheckedContinuation { machine = $0 }
        }
        try await stage.begin()
        let waiting = try #require(machine)
        setNextRun(on: stage)
        waiting.resume(returning: answer)
        await stage.settle()
        #expect(question(of: stage) == nil && stage.controller.consents.isEmpty)
    }

    @Test("is not asked by a step of an earlier run that has a second permission to ask for")
    func secondOfStep() async throws {
        let stage = stage([Self.camera, RSDStandardPermission(permissionType: .motion)])
        var machine: CheckedContinuation<RSDAuthorizationStatus, Never>?
        var asked: [RSDStandardPermissionType] = []
        stage.controller.services.requestAuthorization = { permission in
            asked.append(permission.permissionType)
            return await withCheckedContinuation { machine = $0 }
        }
        try await stage.begin()
        #expect(asked == [.camera])
        setNextRun(on: stage)
        machine?.resume(returning: .authorized)
        await stage.settle()
        #expect(asked == [.camera])
    }

    // MARK: Participants

    private struct Refusing: TaskParticipant {
        func respond(to prompt: StepPrompt) async -> ParticipantAction { .goForward }
        func permits(_ permission: RSDStandardPermission) async -> Bool { false }
    }

    @Test("is answered by an automatic participant")
    func participant() async throws {
        let stage = recording()
        #expect(await stage.controller.run(with: Refusing()) == .completed)
        #expect(stage.controller.consents == [.motion: .denied])
        let allowed = recording()
        #expect(await allowed.controller.run(with: AutomaticParticipant()) == .completed)
        #expect(allowed.story.lines.contains("m runs"))
    }

    @Test("is not granted by default services")
    func services() async {
        let services = StepServices()
        #expect(services.authorization(.camera) == .notDetermined)
        #expect(await services.requestAuthorization(Self.camera) == .notDetermined)
    }
}
