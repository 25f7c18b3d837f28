// The sample tasks, run only by reading the screen and sending events. Their expected results are
// in files beside the tasks, and equal those of a run without a screen.

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
    @Test(
        "walking and balance has the expected result, which equals that of a run without a screen"
    )
    func walkAndBalance() async throws {
        let factory = SampleTasks.factory()
        let task = try SampleTasks.task("WalkAndBalance", factory)
        let stage = try SampleTasks.stage(of: task, ["motion"])
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
        #expect(try SampleTasks.text(of: result, factory) == SampleTasks.expected("WalkAndBalance"))
        let bare = try await SampleTasks.headless(
            try SampleTasks.task("WalkAndBalance", factory),
            ["motion"]
        )
        #expect(try SampleTasks.text(of: result, factory) == SampleTasks.text(of: bare, factory))
    }

    @Test("tapping works with an app's own view and standard steps")
    func tapping() async throws {
        let factory = SampleTasks.factory()
        let stage = try SampleTasks.stage(
            of: try SampleTasks.task("Tapping", factory),
            ["motion", "touch"]
        )
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
        #expect(try SampleTasks.text(of: result, factory) == SampleTasks.expected("Tapping"))
        let bare = try await SampleTasks.headless(
            try SampleTasks.task("Tapping", factory),
            ["motion", "touch"]
        )
        #expect(try SampleTasks.text(of: result, factory) == SampleTasks.text(of: bare, factory))
    }

    @Test("tapping with an app's own step type has each tap in the result")
    func registeredTapping() async throws {
        let factory = SampleTasks.factory()
        factory.replace(
            RSDDeclaration<any RSDStep>(
                .active,
                RSDTappingStepObject.self,
                "A step in which two buttons are tapped."
            )
        )
        let stage = try SampleTasks.stage(of: try SampleTasks.task("Tapping", factory), [])
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
            try await stage.reach(hand == "left" ? "instruction" : "score")
        }
        #expect(stage.labels[.value] == "3 times")
        try await stage.press(.goForward)
        try await stage.reach("completion")
        try await stage.press(.goForward)
        #expect(stage.reasons == [.completed])
        let result = stage.controller.taskPath.taskResult
        #expect(
            try SampleTasks.text(of: result, factory) == SampleTasks.expected("TappingRegistered")
        )
    }
}
