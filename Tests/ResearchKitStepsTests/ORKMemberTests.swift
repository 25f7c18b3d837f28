// The members of ORKStepViewController, with a host that implements ResearchKit's delegate.

import FoundationEssentials
import Research
import ResearchKitSteps
import ResearchUI
import Testing
import Timebase
import ViewTree

@Suite("ORKStepViewController")
@MainActor
struct ORKMemberTests {
    let host = OrkHost()
    let clock = ManualTimekeeper()

    private func controller(
        _ step: any RSDStep = RSDUIStepObject(identifier: "read"),
        _ result: ORKResult? = nil
    ) -> ORKStepViewController {
        let controller = ORKStepViewController(step: ORKStep(step), result: result)
        controller.timekeeper = clock
        controller.delegate = host
        return controller
    }

    private func form() throws -> any RSDStep {
        let file = """
            { "identifier": "t", "steps": [ { "identifier": "ask", "type": "form", "inputFields": [
              { "identifier": "age", "type": "integer", "optional": true } ] } ] }
            """
        let task = try RSDFactory().decodeTask(with: Data(file.utf8))
        return try #require(task.stepNavigator.step(with: "ask"))
    }

    @Test("`init(step:result:)` shows a wrapped step with its earlier answers")
    func initWithStep() throws {
        let earlier = ORKStepResult(
            identifier: "ask",
            startDate: Date(timeIntervalSince1970: 0),
            endDate: Date(timeIntervalSince1970: 0),
            results: [
                ORKModelResult(
                    RSDAnswerResultObject(
                        identifier: "age",
                        answerType: RSDAnswerResultType(baseType: .integer),
                        value: .integer(42),
                        startDate: Date(timeIntervalSince1970: 0)
                    )
                )
            ]
        )
        let controller = controller(try form(), earlier)
        controller.appear()
        let age = controller.result?.result(forIdentifier: "age") as? ORKModelResult
        #expect((age?.model as? any RSDAnswerResult)?.value == .integer(42))
    }

    @Test("`step` can be set until the controller appears, and is refused afterwards")
    func step() {
        let controller = ORKStepViewController(nibName: nil, bundle: nil)
        controller.delegate = host
        #expect(controller.step == nil)
        controller.step = ORKStep(identifier: "first")
        controller.step = ORKStep(identifier: "second")
        controller.appear()
        controller.step = ORKStep(identifier: "third")
        #expect(controller.step?.identifier == "second")
        let error = ORKStepViewControllerError.stepIsShown("second")
        #expect(host.heard == ["will appear", "failed: \(error)"])
    }

    @Test("`step` that is missing is reported when the controller appears")
    func withoutStep() {
        let controller = ORKStepViewController(nibName: nil, bundle: nil)
        controller.delegate = host
        controller.appear()
        #expect(host.heard == ["failed: \(ORKStepViewControllerError.noStep)"])
        #expect(controller.result == nil)
    }

    @Test("`delegate` is informed when the step appears, and in which direction it ends")
    func delegate() async {
        let controller = controller()
        controller.appear()
        controller.goForward()
        await settle()
        #expect(host.heard == ["will appear", "finished forward"])
    }

    @Test("`continueButtonTitle` replaces Next or Done")
    func continueButtonTitle() {
        let plain = controller()
        plain.appear()
        #expect(plain.buttons["goForward"] == "Next")
        host.hasNext = false
        plain.disappear()
        plain.appear()
        #expect(plain.buttons["goForward"] == "Done")
        host.onAppear = { $0.continueButtonTitle = "I agree" }
        let told = controller()
        told.appear()
        #expect(told.buttons["goForward"] == "I agree")
    }

    @Test("`learnMoreButtonTitle` is the title of the Learn More button")
    func learnMoreButtonTitle() {
        let step = RSDUIStepObject(identifier: "read")
        step.actions = [.learnMore: RSDWebViewUIActionObject(url: "why.html")]
        let controller = controller(step)
        controller.learnMoreButtonTitle = "Why?"
        controller.appear()
        #expect(controller.buttons["learnMore"] == "Why?")
    }

    @Test("`skipButtonTitle` is the title of the Skip button of an optional question")
    func skipButtonTitle() throws {
        let controller = controller(try form())
        controller.skipButtonTitle = "Rather not"
        controller.appear()
        #expect(controller.buttons["skip"] == "Rather not")
        let required = ORKStep(try form())
        required.isOptional = false
        let without = ORKStepViewController(step: required, result: nil)
        without.skipButtonTitle = "Rather not"
        without.appear()
        #expect(without.buttons["skip"] == nil)
    }

    @Test("`backButtonItem` exists if there is a previous step, and can be replaced or removed")
    func backButtonItem() async {
        let controller = controller()
        controller.appear()
        #expect(controller.buttons["goBackward"] == "Back")
        var pressed = 0
        controller.backButtonItem = UIBarButtonItem(title: "Return") { pressed += 1 }
        #expect(controller.buttons["goBackward"] == "Return")
        controller.press("goBackward")
        #expect(pressed == 1)
        controller.backButtonItem = nil
        #expect(controller.buttons["goBackward"] == nil)
    }

    @Test("`cancelButtonItem` exists unless the host removes it")
    func cancelButtonItem() {
        let controller = controller()
        controller.appear()
        #expect(controller.buttons["cancel"] == "Cancel")
        host.onAppear = { $0.cancelButtonItem = nil }
        let other = self.controller()
        other.appear()
        #expect(other.buttons["cancel"] == nil)
    }

    @Test("`result` is new each time, from the first appearance until now or the dismissal")
    func result() throws {
        let controller = controller(try form())
        clock.advance(by: .seconds(10))
        controller.appear()
        clock.advance(by: .seconds(5))
        let first = try #require(controller.result)
        #expect(first.startDate == Date(timeIntervalSince1970: 10))
        #expect(first.endDate == Date(timeIntervalSince1970: 15))
        #expect(controller.result !== first)
        controller.disappear()
        clock.advance(by: .seconds(100))
        #expect(controller.result?.endDate == Date(timeIntervalSince1970: 15))
    }

    @Test("`result` has the answers, and the delegate is informed of changes")
    func answers() async throws {
        let controller = controller(try form())
        controller.appear()
        var field: ViewID?
        controller.screen.forEach { if case .textField = $0.content { field = $0.id } }
        let place = try #require(field)
        controller.receive(.entered(place, "30"))
        controller.receive(.ended(place))
        let age = controller.result?.result(forIdentifier: "age") as? ORKModelResult
        #expect((age?.model as? any RSDAnswerResult)?.value == .integer(30))
        #expect(host.heard.contains("changed"))
    }

    @Test("`addResult(_:)` keeps a copy each time, also of an equal result")
    func addResult() {
        let controller = controller()
        controller.appear()
        let extra = ORKResult(
            identifier: "extra",
            startDate: Date(timeIntervalSince1970: 1),
            endDate: Date(timeIntervalSince1970: 2)
        )
        controller.addResult(extra)
        extra.userInfo["later"] = "yes"
        controller.addResult(extra)
        let kept = controller.result?.results ?? []
        #expect(kept.map(\.identifier) == ["extra", "extra"])
        #expect(kept.first?.userInfo == [:])
        #expect(kept.first !== extra)
        #expect(host.heard == ["will appear", "changed", "changed"])
    }

    @Test("`hasPreviousStep()` asks the delegate, and is false without one")
    func hasPreviousStep() {
        let controller = controller()
        #expect(controller.hasPreviousStep())
        host.hasPrevious = false
        #expect(!controller.hasPreviousStep())
        #expect(
            !ORKStepViewController(step: ORKStep(identifier: "a"), result: nil).hasPreviousStep()
        )
    }

    @Test("`hasNextStep()` asks the delegate, and is false without one")
    func hasNextStep() {
        let controller = controller()
        #expect(controller.hasNextStep())
        host.hasNext = false
        #expect(!controller.hasNextStep())
        #expect(!ORKStepViewController(step: ORKStep(identifier: "a"), result: nil).hasNextStep())
    }

    @Test("`goForward()` informs the delegate once, also after the participant pressed the button")
    func goForward() async {
        let controller = controller()
        controller.appear()
        #expect(controller.press("goForward"))
        controller.goForward()
        await settle()
        #expect(host.heard == ["will appear", "finished forward"])
        #expect(!controller.wasSkipped)
    }

    @Test("`goBackward()` informs the delegate when the participant presses the button")
    func goBackward() async {
        let controller = controller()
        controller.appear()
        #expect(controller.press("goBackward"))
        await settle()
        #expect(host.heard == ["will appear", "finished reverse"])
    }

    @Test("`skipForward()` goes forward, and sets `wasSkipped`")
    func skipForward() async {
        let controller = Overriding(step: ORKStep(identifier: "a"), result: nil)
        controller.delegate = host
        controller.appear()
        controller.skipForward()
        await settle()
        #expect(controller.wasSkipped)
        #expect(controller.forwards == 1)
        #expect(host.heard == ["will appear", "finished forward"])
    }

    @Test("`skipForward()` is the action of the Skip button")
    func skipButton() async throws {
        let controller = controller(try form())
        controller.appear()
        #expect(controller.press("skip"))
        await settle()
        #expect(controller.wasSkipped)
        #expect(host.heard.last == "finished forward")
    }

    @Test("`hasBeenPresented` is true from the first appearance on")
    func hasBeenPresented() {
        let controller = controller()
        #expect(!controller.hasBeenPresented)
        controller.appear()
        #expect(controller.hasBeenPresented)
        controller.disappear()
        #expect(controller.hasBeenPresented)
    }

    // MARK: Recorders and timers

    @Test("starts its recorders when it appears, and has their results in order")
    func recorders() async {
        let step = RSDActiveUIStepObject(identifier: "walk")
        step.duration = 5
        step.commands = .transitionAutomatically
        let controller = controller(step)
        let (first, second) = (PlainRecorder("first"), PlainRecorder("second"))
        controller.recorders = [first, second]
        controller.appear()
        await settle()
        #expect(first.status == .running && second.status == .running)
        for _ in 0..<5 {
            _ = await clock.nextWaking()
            clock.advance(by: .seconds(1))
            await settle()
        }
        #expect(host.heard.last == "finished forward")
        #expect(controller.result?.results.map(\.identifier) == ["first", "second"])
    }

    @Test("starts its recorders one after the other, and its timer after them")
    func recordersBeforeTimer() async {
        let step = RSDActiveUIStepObject(identifier: "walk")
        step.duration = 5
        step.commands = .transitionAutomatically
        let controller = controller(step)
        let (first, second) = (PlainRecorder("first"), PlainRecorder("second"))
        first.held = [.start]
        controller.recorders = [first, second]
        controller.appear()
        await settle()
        #expect(first.calls == [.ask, .start] && second.calls.isEmpty)
        #expect(controller.shownClock == nil)
        first.letGo()
        await until { controller.shownClock != nil }
        #expect(second.status == .running)
    }

    @Test("informs the delegate of a failed recorder, and the step can go on")
    func recorderFails() async {
        let controller = controller()
        let recorder = PlainRecorder("sensor")
        recorder.failsToStart = true
        controller.recorders = [recorder]
        controller.appear()
        await settle()
        #expect(host.heard == ["will appear", "sensor failed"])
        controller.goForward()
        await settle()
        #expect(host.heard.last == "finished forward")
    }
}

private final class Overriding: ORKStepViewController {
    var forwards = 0
    override func goForward() {
        forwards += 1
        super.goForward()
    }
}
