// The members of ORKStepViewController, for a host that knows ResearchKit's conventions.

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

    @Test("`init(step:result:)` shows a step of ours, with what was answered before")
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

    @Test("`step` is set before it is shown, and another one is refused from then on")
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

    @Test("`step` that nobody has set is told when the controller is shown")
    func withoutStep() {
        let controller = ORKStepViewController(nibName: nil, bundle: nil)
        controller.delegate = host
        controller.appear()
        #expect(host.heard == ["failed: \(ORKStepViewControllerError.noStep)"])
        #expect(controller.result == nil)
    }

    @Test("`delegate` hears that the step appears, and how it is left")
    func delegate() async {
        let controller = controller()
        controller.appear()
        controller.goForward()
        await settle()
        #expect(host.heard == ["will appear", "finished forward"])
    }

    @Test("`continueButtonTitle` stands on the button to go on, instead of Next or Done")
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

    @Test("`learnMoreButtonTitle` stands on the button to learn more")
    func learnMoreButtonTitle() {
        let step = RSDUIStepObject(identifier: "read")
        step.actions = [.learnMore: RSDWebViewUIActionObject(url: "why.html")]
        let controller = controller(step)
        controller.learnMoreButtonTitle = "Why?"
        controller.appear()
        #expect(controller.buttons["learnMore"] == "Why?")
    }

    @Test("`skipButtonTitle` stands on the button to leave out a question that may be")
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

    @Test("`backButtonItem` is there where a step is before, with its own title and action")
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

    @Test("`cancelButtonItem` is there unless the host takes it away")
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

    @Test("`result` has the answers, and the delegate hears of each")
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

    @Test("`addResult(_:)` keeps a copy, and an equal one beside it")
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

    @Test("`hasPreviousStep()` asks the delegate; without one, none is")
    func hasPreviousStep() {
        let controller = controller()
        #expect(controller.hasPreviousStep())
        host.hasPrevious = false
        #expect(!controller.hasPreviousStep())
        #expect(
            !ORKStepViewController(step: ORKStep(identifier: "a"), result: nil).hasPreviousStep()
        )
    }

    @Test("`hasNextStep()` asks the delegate; without one, none does")
    func hasNextStep() {
        let controller = controller()
        #expect(controller.hasNextStep())
        host.hasNext = false
        #expect(!controller.hasNextStep())
        #expect(!ORKStepViewController(step: ORKStep(identifier: "a"), result: nil).hasNextStep())
    }

    @Test("`goForward()` tells the delegate once, also when the participant presses the button")
    func goForward() async {
        let controller = controller()
        controller.appear()
        #expect(controller.press("goForward"))
        controller.goForward()
        await settle()
        #expect(host.heard == ["will appear", "finished forward"])
        #expect(!controller.wasSkipped)
    }

    @Test("`goBackward()` tells the delegate, also when the participant presses the button")
    func goBackward() async {
        let controller = controller()
        controller.appear()
        #expect(controller.press("goBackward"))
        await settle()
        #expect(host.heard == ["will appear", "finished reverse"])
    }

    @Test("`skipForward()` goes forward, and remembers that the step was left out")
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

    @Test("`skipForward()` is what the button to leave a question out comes to")
    func skipButton() async throws {
        let controller = controller(try form())
        controller.appear()
        #expect(controller.press("skip"))
        await settle()
        #expect(controller.wasSkipped)
        #expect(host.heard.last == "finished forward")
    }

    @Test("`hasBeenPresented` holds from the first appearance on")
    func hasBeenPresented() {
        let controller = controller()
        #expect(!controller.hasBeenPresented)
        controller.appear()
        #expect(controller.hasBeenPresented)
        controller.disappear()
        #expect(controller.hasBeenPresented)
    }

    // MARK: Recorders and timers

    @Test("starts recorders before the step's timer, and has their results in their order")
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

    @Test("tells the delegate of a recorder that fails, and the step goes on")
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
