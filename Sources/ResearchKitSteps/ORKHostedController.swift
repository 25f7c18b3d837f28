// A step in ResearchKit's manner within a task of ours: to the task it is a step controller like others,
// to the step's own controller it is the delegate that it knows.

internal import Foundation
internal import Research
internal import ResearchUI
internal import Timebase
internal import ViewTree

/// Shows an ORK step's own controller in a task of ours.
final class ORKHostedController: RSDStepViewController, ORKStepViewControllerDelegate {
    private var hosted: ORKStepViewController?

    override func loadView() {
        guard let step = step as? ORKStep else { return super.loadView() }
        let earlier = path.previousResult(for: step).map { ORKModelResult($0) }
        let hosted = step.makeViewController(with: earlier)
        hosted.delegate = self
        hosted.timekeeper = stepViewModel.timekeeper
        hosted.services = host?.services ?? .silent
        hosted.words = host?.words ?? StepWords()
        self.hosted = hosted
        addChild(hosted)
        hosted.loadViewIfNeeded()
        let around = UIStackView(name: step.identifier, role: .stack)
        around.addSubview(hosted.view)
        view = around
    }

    // The hosted controller has its own parts.
    override func viewDidLoad() {}
    override func setupViews() {}
    override func performStartCommands() {}

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        hosted?.viewWillAppear(animated)
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        hosted?.viewDidAppear(animated)
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        hosted?.viewWillDisappear(animated)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        hosted?.viewDidDisappear(animated)
    }

    // MARK: What the step's controller says

    func stepViewController(
        _ stepViewController: ORKStepViewController,
        didFinishWith direction: ORKStepViewControllerNavigationDirection
    ) {
        keepResult(of: stepViewController)
        switch direction {
        case .forward: goForward()
        case .reverse: goBack()
        }
    }

    func stepViewControllerResultDidChange(_ stepViewController: ORKStepViewController) {
        keepResult(of: stepViewController)
        host?.answersDidChange()
    }

    func stepViewControllerDidFail(
        _ stepViewController: ORKStepViewController,
        withError error: (any Error)?
    ) {
        guard let error else { return }
        (host as? RSDTaskViewController)?.handleTaskFailure(with: error)
    }

    func stepViewController(
        _ stepViewController: ORKStepViewController,
        recorder: any RSDAsyncActionController,
        didFailWithError error: any Error
    ) {
        stepViewController.addResult(
            ORKModelResult(
                RSDErrorResultObject(
                    identifier: "\(recorder.configuration.identifier)_error",
                    error: error,
                    startDate: stepViewController.now,
                    endDate: stepViewController.now
                )
            )
        )
    }

    func stepViewControllerHasPreviousStep(_ stepViewController: ORKStepViewController) -> Bool {
        stepViewModel.canNavigateBackward
    }

    func stepViewControllerHasNextStep(_ stepViewController: ORKStepViewController) -> Bool {
        stepViewModel.hasStepAfter
    }

    /// The result keeps where the task goes on, if somebody has said so meanwhile.
    private func keepResult(of controller: ORKStepViewController) {
        guard let result = controller.result else { return }
        let earlier = currentResult as? any RSDNavigationResult
        var kept = result.modelResult
        if var collection = kept as? RSDCollectionResultObject {
            collection.skipToIdentifier = earlier?.skipToIdentifier
            kept = collection
        }
        currentResult = kept
    }
}
