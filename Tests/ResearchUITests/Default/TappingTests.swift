// An app's own type of step: its decoding, its screen, when it is skipped, and its counts.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("A tapping step")
@MainActor
struct TappingTests {
    private static let file = """
        {
          "identifier": "Tap", "type": "task",
          "steps": [
            { "identifier": "hands", "type": "form", "inputFields": [
              { "identifier": "hand", "type": "singleChoice.string",
                "choices": ["left", "right", "both"] } ] },
            { "identifier": "left", "type": "tapping", "hand": "left", "duration": 4,
              "handSelectionIdentifier": "hands" },
            { "identifier": "right", "type": "tapping", "hand": "right", "duration": 4,
              "handSelectionIdentifier": "hands" },
            { "identifier": "score", "type": "feedback", "stepResultIdentifier": "right",
              "resultIdentifier": "tapCount", "unitText": "taps" },
            { "identifier": "end", "type": "completion" }
          ]
        }
        """

    private func factory() -> RSDFactory {
        let factory = RSDFactory()
        factory.replace(.tapping)
        return factory
    }

    private func rig(duration: Double = 4) -> StepRig<RSDTappingStepViewController> {
        let step = RSDTappingStepObject(identifier: "tap")
        step.hand = .left
        step.duration = duration
        return StepRig([step]) { RSDTappingStepViewController(step: $0, parent: $1) }
    }

    private func counts(_ result: (any RSDResult)?) -> [String: AnswerValue] {
        let answers = (result as? any RSDCollectionResult)?.inputResults ?? []
        return answers.reduce(into: [:]) { counts, answer in
            counts[answer.identifier] = (answer as? any RSDAnswerResult)?.value
        }
    }

    @Test(
        "is shown for the chosen hands, with its own controller",
        arguments: [
            ("left", ["left"]), ("right", ["right", "score"]),
            ("both", ["left", "right", "score"]),
        ]
    )
    func hands(choice: String, steps: [String]) async throws {
        let task = try factory().decodeTask(with: Data(Self.file.utf8))
        let stage = TaskStage(task)
        try await stage.begin()
        try await stage.reach("hands")
        let row = try #require(stage.row(titled: choice))
        #expect(stage.controller.receive(.tapped(row)))
        try await stage.press(.goForward)
        for step in steps {
            try await stage.reach(step)
            guard step != "score" else {
                #expect(stage.labels[.value] == "1 taps")
                try await stage.press(.goForward)
                continue
            }
            #expect(stage.controller.currentStepController is RSDTappingStepViewController)
            try await stage.press(titled: "Left")
            await stage.tick(4)
        }
        try await stage.reach("end")
    }

    @Test("keeps its settings through decoding, copying and encoding")
    func coding() throws {
        let factory = factory()
        let task = try #require(
            try factory.decodeTask(with: Data(Self.file.utf8)) as? RSDTaskObject
        )
        let step = try #require(task.steps[1] as? RSDTappingStepObject)
        #expect(step.hand == .left && step.handSelectionIdentifier == "hands" && step.duration == 4)
        let copy = step.copy(with: "other")
        #expect(copy.hand == .left && copy.handSelectionIdentifier == "hands")
        let again = try factory.createJSONDecoder().decode(
            RSDTappingStepObject.self,
            from: try factory.createJSONEncoder().encode(step)
        )
        #expect(again.hand == .left && again.handSelectionIdentifier == "hands")
        #expect(RSDTappingStepObject(identifier: "x").stepType == .tapping)
    }

    @Test("counts the taps on each button and beside them, with times, while its timer runs")
    func counting() async {
        let rig = rig()
        rig.host.tellsWhenStepMayBegin = true
        rig.controller.appear()
        rig.controller.leftButton.onTap?()
        #expect(rig.controller.samples.isEmpty)
        rig.controller.stepMayBegin()
        await rig.pass(.milliseconds(250))
        rig.controller.leftButton.onTap?()
        await rig.pass(.milliseconds(250))
        _ = rig.controller.receive(
            .touched("screen/tap/body/tapArea/right", .init(phase: .began, x: 0, y: 0))
        )
        _ = rig.controller.receive(
            .touched("screen/tap/body/tapArea/right", .init(phase: .ended, x: 0, y: 0))
        )
        _ = rig.controller.receive(
            .touched("screen/tap/body/tapArea", .init(phase: .began, x: 0, y: 0))
        )
        #expect(
            rig.controller.samples == [
                TappingSample(timestamp: 0.25, button: .left),
                TappingSample(timestamp: 0.5, button: .right),
                TappingSample(timestamp: 0.5, button: .none),
            ]
        )
        rig.controller.pause()
        rig.controller.leftButton.onTap?()
        rig.controller.resume()
        #expect(rig.controller.samples.count == 3)
        await rig.pass(.milliseconds(500))
        await rig.pass(seconds: 3)
        #expect(rig.host.requests == ["mark pause", "mark resume", "forward"])
        rig.controller.leftButton.onTap?()
        let counts = counts(rig.level.taskResult.findResult(for: "tap"))
        #expect(counts["hand"] == .string("left") && counts["tapCount"] == .integer(2))
        #expect(counts["leftTapCount"] == .integer(1) && counts["rightTapCount"] == .integer(1))
        guard case .array(let samples)? = counts["samples"] else {
            Issue.record("the taps are not in the result")
            return
        }
        #expect(samples.count == 3)
        #expect(
            samples.first
                == .codable(.object(["timestamp": .number(0.25), "button": .string("left")]))
        )
    }

    @Test("counts a tap once if the host sends both touch and tap, and also one without a touch")
    func touchesAndTaps() async {
        let rig = rig()
        rig.controller.appear()
        await rig.pass(.milliseconds(250))
        let left: ViewID = "screen/tap/body/tapArea/left"
        func touch(_ phase: ViewEvent.Touch.Phase, by hand: Int = 0) {
            let touch = ViewEvent.Touch(index: hand, phase: phase, x: 0, y: 0)
            _ = rig.controller.receive(.touched(left, touch))
        }
        func tap() { #expect(rig.controller.receive(.tapped(left))) }
        touch(.began)
        touch(.ended)
        tap()
        #expect(rig.controller.samples.count == 1)
        // A tap by a key or a screen reader has no touch.
        tap()
        #expect(rig.controller.samples.count == 2)
        // Two fingers on one button, and a touch whose tap the host never sends.
        touch(.began)
        touch(.began, by: 1)
        touch(.ended)
        touch(.cancelled, by: 1)
        tap()
        #expect(rig.controller.samples.count == 4)
        touch(.began)
        touch(.ended)
        tap()
        #expect(rig.controller.samples.count == 5)
        tap()
        #expect(rig.controller.samples.count == 6)
    }

    @Test("counts a tap that was made in time and arrives late, and no tap made after the end")
    func lateTaps() async {
        let rig = rig(duration: 1)
        rig.host.touchDelay = .milliseconds(500)
        rig.controller.appear()
        func tap(_ secondsAgo: Double) {
            for (element, phase) in [("/left", ViewEvent.Touch.Phase.began), ("/left", .ended)] {
                var touch = ViewEvent.Touch(phase: phase, x: 0, y: 0)
                touch.secondsAgo = secondsAgo
                let id = ViewID("screen/tap/body/tapArea" + element)
                _ = rig.controller.receive(.touched(id, touch))
            }
        }
        await rig.pass(.milliseconds(250))
        tap(0)
        await rig.pass(.milliseconds(750))
        await rig.pass(.milliseconds(250))
        #expect(rig.host.requests == [])
        tap(0.5)
        tap(0.125)
        // An interruption, such as the machine's sleep, does not delay the end.
        rig.controller.pause()
        rig.controller.resume()
        #expect(rig.controller.samples.map(\.timestamp) == [0.25, 0.75])
        await rig.pass(.milliseconds(250))
        #expect(rig.host.requests == ["forward"])
        #expect(
            counts(rig.level.taskResult.findResult(for: "tap"))["tapCount"] == .integer(2)
        )
    }

    @Test("counts a tap made before a pause that arrives after it, and none made during the pause")
    func tapsAroundPause() async {
        let rig = rig()
        rig.controller.appear()
        func tap(secondsAgo: Double) {
            for phase in [ViewEvent.Touch.Phase.began, .ended] {
                var touch = ViewEvent.Touch(phase: phase, x: 0, y: 0)
                touch.secondsAgo = secondsAgo
                _ = rig.controller.receive(.touched("screen/tap/body/tapArea/left", touch))
            }
        }
        await rig.pass(.milliseconds(500))
        rig.controller.pause()
        rig.clock.advance(by: .seconds(1))
        rig.controller.resume()
        await rig.pass(.milliseconds(250))
        tap(secondsAgo: 1.5)
        tap(secondsAgo: 0.5)
        tap(secondsAgo: 0.125)
        #expect(rig.controller.samples.map(\.timestamp) == [0.25, 0.625])
    }

    @Test("counts a key's tap after a touch that ended beside the button")
    func letGoElsewhere() async {
        let rig = rig()
        rig.controller.appear()
        await rig.pass(.milliseconds(250))
        let left: ViewID = "screen/tap/body/tapArea/left"
        func touch(_ phase: ViewEvent.Touch.Phase, by hand: Int = 0, x: Double = 0.5, y: Double = 1)
        {
            let touch = ViewEvent.Touch(index: hand, phase: phase, x: x, y: y)
            _ = rig.controller.receive(.touched(left, touch))
        }
        func tap(_ count: Int) {
            #expect(rig.controller.receive(.tapped(left)))
            #expect(rig.controller.samples.count == count)
        }
        // A touch that ends beside the button, on each of its sides.
        for (number, (x, y)) in [(-0.1, 0.5), (1.1, 0.5), (0.5, -0.1), (0.5, 1.1)].enumerated() {
            touch(.began)
            touch(.ended, x: x, y: y)
            tap(2 * number + 2)
        }
        // The end of this touch went to another element, so the step cannot know it.
        touch(.began)
        tap(10)
        touch(.began)
        touch(.ended)
        tap(11)
        tap(12)
        // A touch that began on another element makes no tap.
        touch(.ended, by: 7)
        tap(13)
        // One of two touches stays, and the other one ends as a tap.
        touch(.began, by: 1)
        touch(.began, by: 2)
        touch(.ended, by: 1)
        tap(15)
        tap(16)
        touch(.ended, by: 2)
        tap(16)
    }

    @Test("forgets earlier taps when its timer restarts")
    func beginsAnew() async {
        let rig = rig()
        rig.controller.appear()
        await rig.pass(.milliseconds(250))
        rig.controller.leftButton.onTap?()
        rig.controller.goBack()
        let before = counts(rig.level.taskResult.findResult(for: "tap"))
        #expect(before["tapCount"] == .integer(1))
        rig.controller.stepDidStay()
        #expect(rig.controller.samples.isEmpty)
        await rig.pass(.milliseconds(500))
        rig.controller.rightButton.onTap?()
        #expect(rig.controller.samples == [TappingSample(timestamp: 0.5, button: .right)])
    }

    @Test("also forgets earlier taps if the restart was delayed")
    func beginsAnewLater() async {
        let rig = rig()
        rig.controller.appear()
        await rig.pass(.milliseconds(250))
        rig.controller.leftButton.onTap?()
        rig.controller.stop()
        rig.host.isInterrupted = true
        rig.controller.start()
        #expect(rig.controller.samples.count == 1)
        rig.host.isInterrupted = false
        rig.controller.startHeld()
        #expect(rig.controller.clock?.stoppedAt == nil && rig.controller.samples.isEmpty)
    }

    @Test("keeps the taps if the run leaves the step early")
    func keepsEarly() async {
        let rig = rig()
        rig.controller.appear()
        await rig.pass(seconds: 1)
        rig.controller.rightButton.onTap?()
        rig.controller.stepWillLeave()
        let counts = counts(rig.level.taskResult.findResult(for: "tap"))
        #expect(counts["rightTapCount"] == .integer(1) && counts["tapCount"] == .integer(1))
    }

    @Test("is shown if there is no choice of hands")
    func noSelection() {
        let step = RSDTappingStepObject(identifier: "tap")
        #expect(!step.shouldSkipStep(with: nil, isPeeking: false))
        step.hand = .left
        step.handSelectionIdentifier = "hands"
        #expect(!step.shouldSkipStep(with: nil, isPeeking: false))
    }
}
