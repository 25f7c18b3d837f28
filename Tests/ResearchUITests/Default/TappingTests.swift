// An app's own type of step: how it is read, shown and left out, and what it counts.

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
        "is shown for the hands that were chosen, with its own controller",
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

    @Test("reads what its file says, keeps it in a copy, and writes it again")
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

    @Test("counts taps on each button and beside them, with their times, while its timer runs")
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
        #expect(rig.host.wishes == ["mark pause", "mark resume", "forward"])
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

    @Test("counts a tap once where a host tells its touch and it, and one without a touch")
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
        // By a key, or by what reads the screen aloud.
        tap()
        #expect(rig.controller.samples.count == 2)
        // Two fingers on one button, and a touch whose tap is never told.
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

    @Test(
        "counts a tap that was made in its time and comes when that is over, and none that was made later"
    )
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
        #expect(rig.host.wishes == [])
        tap(0.5)
        tap(0.125)
        // An interruption, as by a machine that sleeps, does not keep it here.
        rig.controller.pause()
        rig.controller.resume()
        #expect(rig.controller.samples.map(\.timestamp) == [0.25, 0.75])
        await rig.pass(.milliseconds(250))
        #expect(rig.host.wishes == ["forward"])
        #expect(
            counts(rig.level.taskResult.findResult(for: "tap"))["tapCount"] == .integer(2)
        )
    }

    @Test("counts a tap by a key after a hand that was let go elsewhere")
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
        // Beside the button, on each side of it.
        for (number, (x, y)) in [(-0.1, 0.5), (1.1, 0.5), (0.5, -0.1), (0.5, 1.1)].enumerated() {
            touch(.began)
            touch(.ended, x: x, y: y)
            tap(2 * number + 2)
        }
        // Where another element is told of it: nobody knows whether the hand is still there.
        touch(.began)
        tap(10)
        touch(.began)
        touch(.ended)
        tap(11)
        tap(12)
        // A hand that has come from elsewhere makes no tap.
        touch(.ended, by: 7)
        tap(13)
        // One of two hands stays, and the other one taps.
        touch(.began, by: 1)
        touch(.began, by: 2)
        touch(.ended, by: 1)
        tap(15)
        tap(16)
        touch(.ended, by: 2)
        tap(16)
    }

    @Test("forgets the taps of a time that is over, when its timer begins anew")
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

    @Test("forgets them also where its start was held")
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

    @Test("keeps what was tapped also where the run leaves the step before its end")
    func keepsEarly() async {
        let rig = rig()
        rig.controller.appear()
        await rig.pass(seconds: 1)
        rig.controller.rightButton.onTap?()
        rig.controller.stepWillLeave()
        let counts = counts(rig.level.taskResult.findResult(for: "tap"))
        #expect(counts["rightTapCount"] == .integer(1) && counts["tapCount"] == .integer(1))
    }

    @Test("of a hand that nobody has chosen among is shown")
    func noSelection() {
        let step = RSDTappingStepObject(identifier: "tap")
        #expect(!step.shouldSkipStep(with: nil, isPeeking: false))
        step.hand = .left
        step.handSelectionIdentifier = "hands"
        #expect(!step.shouldSkipStep(with: nil, isPeeking: false))
    }
}
