// A host in ResearchKit's style shows steps without a task controller, and uses them
// as ResearchKit's documentation allows.

import FoundationEssentials
import Research
import ResearchKitSteps
import ResearchUI
import Timebase
import ViewTree

/// Shows one step after the other.
@MainActor
final class LegacyHost: ORKStepViewControllerDelegate {
    private(set) var directions: [ORKStepViewControllerNavigationDirection] = []

    /// Leaves a step by each of its buttons for that.
    func run() async throws {
        let walk = RSDActiveUIStepObject(identifier: "legacyWalk")
        walk.title = "Walk"
        for button in [RSDUIActionType.goForward, .goBackward, .skip] {
            let clock = ManualTimekeeper()
            let controller = NotingORKStepViewController(step: ORKStep(walk), result: nil)
            controller.timekeeper = clock
            controller.delegate = self
            controller.appear()
            controller.addResult(
                ORKResult(
                    identifier: "note",
                    startDate: Date(timeIntervalSince1970: 0),
                    endDate: Date(timeIntervalSince1970: 0)
                )
            )
            guard controller.result?.result(forIdentifier: "note") != nil else {
                throw ScriptError("the result that was added is not there")
            }
            let place = try controller.screen.button { $0.action == button.rawValue }
            guard controller.receive(.tapped(place)) else {
                throw ScriptError("nobody takes a tap on \(place)")
            }
            await settle()
            controller.disappear()
        }
        guard directions == [.forward, .reverse, .forward] else {
            throw ScriptError("the host heard of \(directions)")
        }
    }

    func stepViewController(
        _ stepViewController: ORKStepViewController,
        didFinishWith direction: ORKStepViewControllerNavigationDirection
    ) { directions.append(direction) }

    func stepViewControllerWillAppear(_ stepViewController: ORKStepViewController) {
        stepViewController.continueButtonTitle = "Go"
        stepViewController.learnMoreButtonTitle = "More"
        stepViewController.skipButtonTitle = "Leave out"
        stepViewController.backButtonItem = UIBarButtonItem(title: "Before")
        stepViewController.cancelButtonItem = UIBarButtonItem(title: "Leave")
    }

    func stepViewControllerHasPreviousStep(
        _ stepViewController: ORKStepViewController
    ) -> Bool { true }

    func stepViewControllerHasNextStep(
        _ stepViewController: ORKStepViewController
    ) -> Bool { true }
}
