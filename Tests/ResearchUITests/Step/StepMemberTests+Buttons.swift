// The members of the step controller that perform the actions of its buttons.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("RSDStepViewController: buttons")
@MainActor
struct StepButtonMemberTests {
    @Test("`registeredButtons` has every button that was set up, by its action")
    func registeredButtons() {
        let rig = StepRig([Steps.instruction()])
        rig.controller.appear()
        #expect(
            Set(rig.controller.registeredButtons.keys)
                == [.cancel, .learnMore, .goForward, .goBackward, .skip, .reviewInstructions]
        )
        #expect(rig.controller.registeredButtons[.goForward]?.count == 1)
    }

    @Test("`nextButton` is titled Next, Get Started or Done, or as the step says")
    func nextButton() {
        func title(_ steps: [RSDUIStepObject]) -> String? {
            let rig = StepRig(steps)
            rig.controller.appear()
            return rig.controller.nextButton?.title
        }
        #expect(title([Steps.instruction("a"), Steps.instruction("b")]) == "Next")
        #expect(title([Steps.instruction("a")]) == "Done")
        #expect(title([RSDOverviewStepObject(identifier: "o")]) == "Get Started")
        let own = Steps.instruction()
        own.actions = [.goForward: RSDUIActionObject(buttonTitle: "Go, Dogs! Go!")]
        #expect(title([own]) == "Go, Dogs! Go!")
    }

    @Test("`learnMoreButton` is visible if the step has such an action")
    func learnMoreButton() {
        let step = Steps.instruction()
        let without = RSDStepViewController(step: step, parent: nil)
        without.appear()
        #expect(without.learnMoreButton?.isHidden == true)
        step.actions = [.learnMore: RSDWebViewUIActionObject(url: "more.html")]
        let with = RSDStepViewController(step: step, parent: nil)
        with.appear()
        #expect(with.learnMoreButton?.isHidden == false)
    }

    @Test("`setupButton(_:for:isFooter:)` gives a button its title, its icon and its action")
    func setupButton() {
        let step = Steps.instruction()
        step.actions = [.cancel: RSDUIActionObject(iconName: "closeX")]
        let rig = StepRig([step])
        let (cancel, next) = (UIButton(name: "x"), UIButton(name: "y"))
        rig.controller.setupButton(cancel, for: .cancel, isFooter: false)
        rig.controller.setupButton(next, for: .goForward, isFooter: true)
        rig.controller.setupButton(nil, for: .skip, isFooter: true)
        #expect(cancel.iconName == "closeX" && cancel.title == nil)
        next.receive(.tapped("y"))
        #expect(rig.host.requests == ["forward"])
    }

    @Test("are resolved by the step, then by the sections and tasks around it")
    func resolved() {
        let step = Steps.instruction()
        step.actions = [.skip: RSDUIActionObject(buttonTitle: "the step's")]
        let task = RSDTaskObject(identifier: "task", steps: [step])
        task.actions = [
            .skip: RSDUIActionObject(buttonTitle: "the task's"),
            .learnMore: RSDWebViewUIActionObject(url: "task.html"),
        ]
        let level = RSDTaskViewModel(task: task, timekeeper: ManualTimekeeper())
        _ = level.moveForward()
        let controller = RSDStepViewController(step: step, parent: level)
        controller.appear()
        let skip = controller.registeredButtons[.skip]?.first
        #expect(skip?.title == "the step's")
        #expect(controller.learnMoreButton?.isHidden == false)
    }

    @Test("`momentarilyDisableButton(_:)` ignores the second tap of a double tap")
    func momentarilyDisableButton() {
        let rig = StepRig([Steps.instruction()]) { Counting(step: $0, parent: $1) }
        rig.controller.appear()
        guard let next = rig.controller.nextButton else { return #expect(Bool(false)) }
        next.receive(.tapped("next"))
        next.receive(.tapped("next"))
        #expect(rig.controller.count == 1)
        #expect(!next.isEnabled)
    }

    @Test("`goForward()` plays the end sound, speaks the end text, and then goes on")
    func goForward() {
        var services = StepServices.silent
        let voice = HeldVoice()
        services.speak = { text, completion in voice.waiting.append { completion(text, true) } }
        let rig = StepRig(
            [Steps.active("walk", duration: 0, [.playSoundOnFinish], spoken: ["end": "Thanks"])],
            services: services
        )
        rig.controller.appear()
        rig.controller.goForward()
        #expect(rig.log.calls == [.play("short_low_high"), .speak("Thanks")])
        #expect(rig.host.requests.isEmpty)
        voice.finish()
        #expect(rig.host.requests == ["forward"])
    }

    @Test("`goForward()` does not go on if the participant has gone back or cancelled meanwhile")
    func goForwardWithdrawn() {
        for leave in [
            { $0.goBack() }, { $0.cancelTask(shouldSave: true) },
        ] as [@MainActor (RSDStepViewController) -> Void] {
            var services = StepServices.silent
            let voice = HeldVoice()
            services.speak = { text, completion in voice.waiting.append { completion(text, true) } }
            services.silence = { voice.finish() }
            let rig = StepRig(
                [Steps.active("walk", duration: 0, [], spoken: ["end": "Thanks"])],
                services: services
            )
            rig.controller.appear()
            rig.controller.goForward()
            leave(rig.controller)
            voice.finish()
            #expect(rig.host.requests.count == 1)
            #expect(rig.host.requests != ["forward"])
        }
    }

    @Test("`goForward()` goes on once, however often it is called")
    func goForwardOnce() {
        let rig = StepRig([Steps.instruction()])
        rig.controller.appear()
        for _ in 0..<3 { rig.controller.goForward() }
        #expect(rig.host.requests == ["forward"])
        rig.controller.disappear()
        rig.controller.appear()
        rig.controller.goForward()
        #expect(rig.host.requests == ["forward", "forward"])
    }

    @Test("`goForward()` goes where the step's button leads")
    func goForwardElsewhere() async {
        let step = Steps.instruction("a")
        step.actions = [.goForward: RSDNavigationUIActionObject(skipToIdentifier: "c")]
        let rig = StepRig([step, Steps.instruction("b"), Steps.instruction("c")])
        rig.controller.appear()
        rig.controller.goForward()
        await rig.settle()
        #expect(rig.host.requests == ["forward"])
        guard case .show(let move) = rig.level.moveForward() else { return #expect(Bool(false)) }
        #expect(move.step.identifier == "c")
    }

    @Test("`goBack()` silences the speech, stops the timer and goes back")
    func goBack() async {
        let rig = StepRig([Steps.active(duration: 10)])
        rig.controller.appear()
        rig.controller.goBack()
        #expect(rig.log.calls == [.silence])
        #expect(rig.controller.clock?.stoppedAt != nil)
        #expect(rig.host.requests == ["back"])
    }

    @Test("`skipForward()` does what the button says, else jumps forward")
    func skipForward() async {
        let plain = StepRig([Steps.active("walk", duration: 9, .playSoundOnFinish)])
        plain.controller.appear()
        plain.controller.skipForward()
        #expect(plain.host.requests == ["forward"])
        #expect(plain.log.calls == [.silence])
        let step = Steps.instruction("a")
        step.actions = [.skip: RSDNavigationUIActionObject(skipToIdentifier: "z")]
        let rig = StepRig([step, Steps.instruction("z")])
        rig.controller.appear()
        rig.controller.skipForward()
        #expect(rig.host.requests.isEmpty)
        await rig.settle()
        #expect((rig.controller.currentResult as? any RSDNavigationResult)?.skipToIdentifier == "z")
        #expect(rig.host.requests == ["forward"])
    }

    @Test("`jumpForward()` goes on once, without stop commands, and keeps the answer")
    func jumpForward() {
        let rig = StepRig([
            Steps.active("walk", duration: 9, [.playSound, .vibrate], spoken: ["end": "Stop"])
        ])
        rig.controller.appear()
        rig.log.clear()
        rig.controller.currentResult = RSDAnswerResultObject(
            identifier: "walk",
            answerType: RSDAnswerResultType(baseType: .integer),
            value: .integer(3),
            startDate: Date(timeIntervalSince1970: 0)
        )
        rig.controller.jumpForward()
        rig.controller.jumpForward()
        #expect(rig.log.calls == [.silence])
        #expect(rig.host.requests == ["forward"])
        let kept = rig.level.findResult(for: "walk") as? any RSDAnswerResult
        #expect(kept?.value == .integer(3))
    }

    @Test("`cancel()` asks before anything would be lost, and offers Save if the run can be saved")
    func cancel() {
        let rig = StepRig([Steps.instruction("a"), Steps.instruction("b")], at: "b")
        rig.host.canSaveTaskProgress = true
        rig.controller.appear()
        rig.controller.cancel()
        #expect(rig.questions.map(\.title) == ["Discard Results", "Save Results", "Continue"])
        rig.answer(1)
        #expect(rig.host.requests == ["cancel, save true"])
        #expect(rig.controller.presentedViewController == nil)
    }

    @Test("`cancel()` goes on with the task if the participant chooses Continue")
    func cancelAndContinue() {
        let rig = StepRig([Steps.instruction("a"), Steps.instruction("b")], at: "b")
        rig.controller.appear()
        rig.controller.cancel()
        #expect(rig.questions.map(\.isDestructive) == [true, false])
        rig.answer(1)
        #expect(rig.host.requests.isEmpty)
        rig.controller.cancel()
        rig.answer(0)
        #expect(rig.host.requests == ["cancel, save false"])
    }

    @Test("`shouldConfirmCancel()` is false at the first step while there are no data to lose")
    func shouldConfirmCancel() {
        let steps = [Steps.instruction("a"), Steps.instruction("b")]
        let (first, second) = (StepRig(steps, at: "a"), StepRig(steps, at: "b"))
        #expect(!first.controller.shouldConfirmCancel())
        #expect(second.controller.shouldConfirmCancel())
        first.host.holdsData = true
        #expect(first.controller.shouldConfirmCancel())
    }

    @Test("`cancelTask(shouldSave:)` silences the speech, stops the timer and cancels the task")
    func cancelTask() {
        let rig = StepRig([Steps.active(duration: 10)])
        rig.controller.appear()
        rig.controller.cancelTask(shouldSave: true)
        #expect(rig.log.calls == [.silence])
        #expect(rig.controller.clock?.stoppedAt != nil)
        #expect(rig.host.requests == ["cancel, save true"])
    }

    @Test("`showLearnMore()` shows the page on top, which its button closes")
    func showLearnMore() {
        let step = Steps.instruction()
        step.actions = [
            .learnMore: RSDWebViewUIActionObject(
                url: "why.html",
                title: "Why",
                closeButtonTitle: "Shut"
            )
        ]
        let rig = StepRig([step])
        rig.controller.appear()
        rig.controller.showLearnMore()
        #expect(rig.media == [MediaContent(.page, address: "why.html", title: "Why")])
        #expect(!rig.controller.receive(.tapped("screen/read/footer/goForward")))
        #expect(rig.tap("Shut"))
        #expect(rig.controller.presentedViewController == nil)
    }

    @Test("`showReviewInstructions()` goes back to the full instructions")
    func showReviewInstructions() async {
        let step = Steps.instruction("b")
        step.actions = [.reviewInstructions: RSDNavigationUIActionObject(skipToIdentifier: "a")]
        let rig = StepRig([Steps.instruction("a"), step], at: "b")
        rig.level.shouldShowAbbreviatedInstructions = true
        rig.controller.appear()
        rig.controller.showReviewInstructions()
        await rig.settle()
        #expect(!rig.level.shouldShowAbbreviatedInstructions)
        let told = rig.level.taskResult.asyncResults?.first as? any RSDAnswerResult
        #expect(told?.identifier == "shouldShowAbbreviatedInstructions")
        #expect(told?.value == .boolean(false))
        guard case .show(let move) = rig.level.moveForward() else { return #expect(Bool(false)) }
        #expect(move.step.identifier == "a" && move.direction == .reverse)
    }

    @Test("`actionTapped(with:)` handles only actions that the button itself does not perform")
    func actionTapped() {
        let step = Steps.instruction()
        step.actions = [
            .goForward: RSDUIActionObject(buttonTitle: "On"),
            "film": RSDVideoViewUIActionObject(url: "walk.mp4"),
        ]
        let rig = StepRig([step])
        rig.controller.appear()
        #expect(!rig.controller.actionTapped(with: .goForward))
        #expect(!rig.controller.actionTapped(with: "unknown"))
        #expect(rig.controller.actionTapped(with: "film"))
        #expect(rig.media == [MediaContent(.film, address: "walk.mp4")])
    }

    @Test("`assignSkipToIdentifier(_:)` adds the target to the step's result, and keeps its answer")
    func assignSkipToIdentifier() {
        let rig = StepRig([Steps.instruction("a")])
        rig.controller.currentResult = RSDAnswerResultObject(
            identifier: "a",
            answerType: RSDAnswerResultType(baseType: .integer),
            value: .integer(3),
            startDate: Date(timeIntervalSince1970: 0)
        )
        rig.controller.assignSkipToIdentifier("z")
        let result = rig.controller.currentResult as? RSDCollectionResultObject
        #expect(result?.skipToIdentifier == "z")
        #expect((result?.inputResults.first as? any RSDAnswerResult)?.value == .integer(3))
        let alone = RSDStepViewController(step: Steps.instruction("a"), parent: nil)
        alone.assignSkipToIdentifier("z")
        #expect((alone.currentResult as? any RSDNavigationResult)?.skipToIdentifier == "z")
    }
}

@Suite("Which buttons a step has")
struct ButtonRuleTests {
    @Test("cancel is always there, unless somebody hides it")
    func cancel() {
        #expect(!hidden(.cancel))
        #expect(hidden(.cancel, told: true))
    }

    @Test("those to go on or back are not there where the step goes on by itself")
    func goesOnByItself() {
        #expect(!hidden(.goForward) && !hidden(.goBackward))
        #expect(hidden(.goForward, goesOn: true) && hidden(.goBackward, goesOn: true))
        #expect(hidden(.goBackward, canGoBack: false))
    }

    @Test(
        "others are there where they do something",
        arguments: [RSDUIActionType.skip, .learnMore, .reviewInstructions, "own"]
    )
    func others(button: RSDUIActionType) {
        #expect(hidden(button))
        #expect(!hidden(button, hasAction: true))
        #expect(hidden(button, told: true, hasAction: true))
    }

    private func hidden(
        _ button: RSDUIActionType,
        told: Bool? = nil,
        hasAction: Bool = false,
        goesOn: Bool = false,
        canGoBack: Bool = true
    ) -> Bool {
        ButtonRules.isHidden(
            button,
            told: told,
            hasAction: hasAction,
            goesOnByItself: goesOn,
            canGoBack: canGoBack
        )
    }
}

extension StepRig {
    /// The pages and films on the screen.
    var media: [MediaContent] {
        var found: [MediaContent] = []
        controller.screen.forEach { node in
            if case .media(let media) = node.content { found.append(media) }
        }
        return found
    }

    /// Presses the button that says something; answers whether there is one.
    func tap(_ title: String) -> Bool {
        var found: ViewID?
        controller.screen.forEach { node in
            if case .button(let button) = node.content, button.title == title { found = node.id }
        }
        return found.map { controller.receive(.tapped($0)) } ?? false
    }

    /// The buttons of the question on top.
    var questions: [ButtonContent] {
        controller.screen.node("screen/top-0/alert")?.children.compactMap { node in
            if case .button(let button) = node.content { button } else { nil }
        } ?? []
    }

    /// Presses a button of the question on top.
    func answer(_ index: Int) {
        guard let alert = controller.screen.node("screen/top-0/alert"),
            alert.children.indices.contains(index)
        else { return }
        controller.receive(.tapped(alert.children[index].id))
    }
}

@MainActor
private final class HeldVoice {
    var waiting: [@MainActor () -> Void] = []

    func finish() {
        let all = waiting
        waiting = []
        for completion in all { completion() }
    }
}

private final class Counting: RSDStepViewController {
    var count = 0
    override func goForward() { count += 1 }
}
