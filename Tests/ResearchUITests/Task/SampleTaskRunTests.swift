// The sample tasks, run by nothing but what is on the screen and what a hand does with it. What comes of
// them is in files beside the tasks, and is what comes of a run without any screen.

import Foundation
import Research
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("A sample task on a screen")
@MainActor
struct SampleTaskRunTests {
    private static let samples: String = {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.path + "/SampleData"
    }()

    private static let run = "4F1F0B4E-5D1A-4C7E-9C55-0D9E3A1B2C3D"

    /// Ten o'clock on the first of March 2026.
    private static let start = ClockReading(
        realtime: WallInstant(nanosecondsSince1970: 1_772_359_200_000_000_000),
        monotonicNanoseconds: 0,
        boottime: BootInstant(nanoseconds: 0)
    )

    private func factory() -> RSDFactory {
        RSDFactory(
            writingDatesIn: .utc,
            surroundings: FactorySurroundings(
                resources: RSDResourceLocator(folders: ["\(Self.samples)/Tasks"])
            )
        )
    }

    private func task(_ name: String, _ factory: RSDFactory) throws -> any RSDTask {
        let file = URL(filePath: "\(Self.samples)/Tasks/\(name).json")
        return try factory.decodeTask(with: Data(contentsOf: file))
    }

    private func stage(of task: any RSDTask, _ types: [RSDAsyncActionType]) throws -> TaskStage {
        let stage = TaskStage(task, clock: ManualTimekeeper(startingAt: Self.start))
        stage.controller.taskPath.taskResult.taskRunUUID = try #require(UUID(uuidString: Self.run))
        for type in types {
            stage.controller.makers[type] = { StagedAction($0, $1, stage.story) }
        }
        return stage
    }

    /// What comes of the same task without a screen.
    private func headless(
        _ task: any RSDTask,
        _ types: [RSDAsyncActionType]
    ) async throws -> any RSDTaskResult {
        let engine = TaskEngine(
            task: task,
            timekeeper: ImmediateTimekeeper(startingAt: Self.start)
        )
        engine.taskViewModel.taskResult.taskRunUUID = try #require(UUID(uuidString: Self.run))
        engine.participant = AutomaticParticipant()
        for type in types { engine.makers[type] = { StagedAction($0, $1, Story()) } }
        #expect(await engine.run() == .completed)
        return engine.taskViewModel.taskResult
    }

    private func text(of result: any RSDTaskResult, _ factory: RSDFactory) throws -> String {
        String(decoding: try factory.createJSONEncoder().encode(result), as: UTF8.self) + "\n"
    }

    private func expected(_ name: String) throws -> String {
        try String(
            contentsOf: URL(filePath: "\(Self.samples)/TaskResults/\(name).expected.json"),
            encoding: .utf8
        )
    }

    @Test("walking and balance: the result is the expected one, and that of a run without a screen")
    func walkAndBalance() async throws {
        let factory = factory()
        let task = try task("WalkAndBalance", factory)
        let stage = try stage(of: task, ["motion"])
        try await stage.begin()

        try await stage.reach("overview")
        #expect(stage.labels[.title] == "Walk and balance")
        #expect(stage.button { $0.title == "Remind me later" } != nil)
        try await stage.press(titled: "Begin")
        for section in ["walking", "standing"] {
            try await stage.reach("instruction")
            try await stage.press(.goForward)
            try await stage.reach("countdown")
            #expect(stage.labels[.value] == "5")
            await stage.tick(5)
            try await stage.reach(section)
            await stage.tick(30)
        }
        try await stage.reach("completion")
        #expect(stage.button { $0.action == "cancel" } == nil)
        try await stage.press(titled: "Done")

        #expect(stage.reasons == [.completed])
        let spoken = stage.log.calls.compactMap { call -> String? in
            if case .speak(let text) = call { text } else { nil }
        }
        #expect(
            spoken == [
                "Walk at your own pace.", "Half of it is done.", "three", "two", "one",
                "Stop where you are.", "Stand still.", "You are half way through.",
                "You may move again.",
            ]
        )
        // From the first recorder to the end, once.
        #expect(stage.log.calls.filter { $0 == .letSleep }.count == 1)
        let result = stage.controller.taskPath.taskResult
        #expect(try text(of: result, factory) == expected("WalkAndBalance"))
        let bare = try await headless(try self.task("WalkAndBalance", factory), ["motion"])
        #expect(try text(of: result, factory) == text(of: bare, factory))
    }

    @Test("tapping as the file has it: an app's own view and steps of a known type")
    func tapping() async throws {
        let factory = factory()
        let stage = try stage(of: try task("Tapping", factory), ["motion", "touch"])
        final class Practice: RSDStepViewController {}
        RSDLayouts.register(view: "TappingPractice", storyboard: "Tapping") {
            Practice(step: $0, parent: $1)
        }
        defer { RSDLayouts.unregister("TappingPractice") }
        try await stage.begin()
        try await stage.reach("practice")
        #expect(stage.controller.currentStepController is Practice)
        try await stage.press(.goForward)
        for hand in ["Left hand", "Right hand"] {
            try await stage.reach("instruction")
            #expect(stage.labels[.title] == hand)
            try await stage.press(.goForward)
            try await stage.reach("countdown")
            await stage.tick(5)
            try await stage.reach("tapping")
            await stage.tick(15)
        }
        // What there is no count for is left out.
        try await stage.reach("completion")
        try await stage.press(.goForward)
        #expect(stage.reasons == [.completed])
        let result = stage.controller.taskPath.taskResult
        #expect(try text(of: result, factory) == expected("Tapping"))
        let bare = try await headless(try task("Tapping", factory), ["motion", "touch"])
        #expect(try text(of: result, factory) == text(of: bare, factory))
    }

    @Test("tapping by an app that has registered a type of its own: each tap is in the result")
    func registeredTapping() async throws {
        let factory = factory()
        factory.register(RSDTappingStepObject.self, for: .active)
        let stage = try stage(of: try task("Tapping", factory), [])
        try await stage.begin()
        try await stage.press(.goForward)
        for hand in ["left", "right"] {
            try await stage.reach("instruction")
            try await stage.press(.goForward)
            try await stage.reach("countdown")
            await stage.tick(5)
            try await stage.reach("tapping")
            let area: ViewID = "screen/task/page/tapping/body/tapArea"
            for (place, milliseconds) in [("left", 400), ("right", 300), ("left", 300)] {
                await stage.pass(.milliseconds(milliseconds))
                stage.controller.receive(.tapped(area.appending(place)))
            }
            stage.controller.receive(
                .touched(area, ViewEvent.Touch(phase: .began, x: 0.5, y: 0.9))
            )
            #expect(stage.labels[.value] == "Taps: 3")
            await stage.tick(14)
            let section = hand == "left" ? "right" : "completion"
            try await stage.reach(section == "right" ? "instruction" : section)
        }
        try await stage.press(.goForward)
        #expect(stage.reasons == [.completed])
        let result = stage.controller.taskPath.taskResult
        #expect(try text(of: result, factory) == expected("TappingRegistered"))
    }
}
