// Adapts a ResearchKit-style step to a task of Footfall's. To the task, this is a step controller like any other; to
// the step's own `ORKStepViewController`, it is the delegate.

internal import FoundationEssentials
internal import Research
internal import ResearchUI
internal import TaskEngine
internal import Timebase
internal import ViewTree

/// Shows an `ORKStep` with its own controller in a task of Footfall's.
final class ORKHostedController: RSDStepViewController, ORKStepViewControllerDelegate,
    RecordingStepController
{
    private var hosted: ORKStepViewController?
    /// The number of this visit to the step in the run, once the step is shown.
    private var visit: Int?
    private var hasLeft = false
    /// How many of the added results are in the step's result.
    private var addedToResult = 0
    /// How many of the added results `keepBesideSteps` has processed.
    private var addedBesideSteps = 0

    override func loadView() {
        guard let step = step as? ORKStep else { return super.loadView() }
        let earlier = path.previousResult(for: step).map { ORKModelResult($0) }
        let hosted = step.makeViewController(with: earlier)
        hosted.delegate = self
        hosted.timekeeper = stepViewModel.timekeeper
        hosted.services = host?.servicesOfSteps ?? .silent
        hosted.words = host?.words ?? StepWords()
        hosted.visit.waitsForWord = host?.tellsWhenStepMayBegin ?? false
        hosted.limits = run?.engine.limits ?? hosted.limits
        self.hosted = hosted
        addChild(hosted)
        hosted.loadViewIfNeeded()
        let around = UIStackView(name: step.identifier, role: .stack)
        around.addSubview(hosted.view)
        view = around
    }

    // The hosted controller does all of this itself.
    override func viewDidLoad() {}
    override func setupViews() {}
    override func performStartCommands() {}
    override func performStopCommands() {}
    override func spokenInstruction(at duration: TimeInterval) -> String? { nil }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        hosted?.viewWillAppear(animated)
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        visit = visit ?? path.visit(of: step.identifier)
        hosted?.viewDidAppear(animated)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        hosted?.viewDidLayoutSubviews()
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        hosted?.viewWillDisappear(animated)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        hosted?.viewDidDisappear(animated)
    }

    override func wordsDidChange() {
        hosted?.words = host?.words ?? StepWords()
        super.wordsDidChange()
    }

    // MARK: What the run says

    override func stepMayBegin() {
        super.stepMayBegin()
        hosted?.takeWordToBegin()
    }

    override func stepWillLeave() {
        super.stepWillLeave()
        guard let hosted, !hasLeft else { return }
        hasLeft = true
        hosted.leaveByHost()
        keepResult(of: hosted)
    }

    override func stepDidStay() {
        super.stepDidStay()
        hasLeft = false
        hosted?.beginAgain()
    }

    func stepHasLeft() async {
        guard let hosted else { return }
        await hosted.departure?.value
        keepResult(of: hosted)
    }

    var recorders: [any RSDAsyncActionController] { hosted?.recorders ?? [] }

    // MARK: What the step's controller says

    func stepViewController(
        _ stepViewController: ORKStepViewController,
        didFinishWith direction: ORKStepViewControllerNavigationDirection
    ) {
        keepResult(of: stepViewController)
        let target = (currentResult as? any RSDNavigationResult)?.skipToIdentifier
        switch direction {
        // The target is known already, so the action of the forward button must not override it.
        case .forward where target != nil || stepViewController.wasSkipped: jumpForward()
        case .forward: goForward()
        case .reverse: goBack()
        }
    }

    func stepViewControllerResultDidChange(_ stepViewController: ORKStepViewController) {
        keepResult(of: stepViewController)
        if !hasLeft { host?.answersDidChange() }
    }

    func stepViewControllerDidFail(
        _ stepViewController: ORKStepViewController,
        withError error: (any Error)?
    ) {
        let error = error ?? ORKStepViewControllerError.failed(step.identifier)
        if case .cancelled(let shouldSave)? = error as? ORKStepViewControllerError {
            host?.handleTaskCancelled(shouldSave: shouldSave)
        } else if let run {
            run.handleTaskFailure(with: error)
        } else {
            tellFailure(error, of: stepViewController)
        }
    }

    func stepViewController(
        _ stepViewController: ORKStepViewController,
        recorder: any RSDAsyncActionController,
        didFailWithError error: any Error
    ) {
        add(error, of: recorder.configuration.identifier, to: stepViewController)
    }

    func stepViewControllerHasPreviousStep(_ stepViewController: ORKStepViewController) -> Bool {
        stepViewModel.canNavigateBackward
    }

    func stepViewControllerHasNextStep(_ stepViewController: ORKStepViewController) -> Bool {
        stepViewModel.hasStepAfter
    }
}

extension ORKHostedController {
    private var run: RSDTaskViewController? { host as? RSDTaskViewController }

    // MARK: Failures

    private func add(
        _ error: any Error,
        of identifier: String,
        to controller: ORKStepViewController
    ) {
        controller.addResult(
            ORKModelResult(
                RSDErrorResultObject(
                    identifier: "\(identifier)_error",
                    error: error,
                    startDate: controller.now,
                    endDate: controller.now
                )
            )
        )
    }

    /// Adds a failure to the result and shows it to the participant, who then leaves the task.
    ///
    /// Used for hosts that are not a task controller, which have no function to handle a failure.
    private func tellFailure(_ error: any Error, of controller: ORKStepViewController) {
        add(error, of: step.identifier, to: controller)
        let title = uiStep?.title ?? step.identifier
        let alert = UIAlertController(.alert, askedBy: self) { _ in (title, "\(error)") }
        alert.addAction(
            UIAlertAction(.ok, of: host?.words ?? StepWords()) { [weak self] _ in
                guard let self else { return }
                cancelTask(shouldSave: host?.canSaveTaskProgress ?? false)
            }
        )
        present(alert, animated: true)
    }

    // MARK: Results

    private func keepResult(of controller: ORKStepViewController) {
        passOnNews(of: controller)
        guard let result = controller.result?.modelResult else { return }
        if hasResult {
            currentResult = heeding(result)
            addedToResult = controller.added.count
        } else if hasLeft {
            keepBesideSteps(controller.added)
        }
        if hasLeft { run?.engine.carryUp(path) }
    }

    /// True if the step history contains the result of this visit; the run may have gone back from the step, and even
    /// come to it again.
    private var hasResult: Bool {
        guard let visit, let level = stepViewModel.taskViewModel else { return true }
        return level.visit(of: step.identifier) == visit
    }

    /// Keeps recordings of a step that is no longer in the step history, in the result of its level.
    ///
    /// Files and errors in the step's result were kept when that result left the history; this adds those that came
    /// later.
    private func keepBesideSteps(_ added: [ORKStepViewController.AddedResult]) {
        let rest = added.enumerated().dropFirst(addedBesideSteps).filter { place, entry in
            place >= addedToResult || entry.isOfRecorder && !entry.result.modelResult.isRecording
        }
        addedBesideSteps = added.count
        path.keep(recordings: rest.map { $0.element.result.modelResult })
    }

    /// Removes a recorder's results of earlier visits, if its configuration says that it replaces its files.
    func giveUpEarlierResults(of recorder: any RSDAsyncActionController) {
        let earlier = run?.engine.earlierFiles ?? []
        path.record { result in
            result.removeResults(replacedBy: recorder) { result in
                (result as? RSDFileResultObject)?.relativePath.map(earlier.contains) ?? false
            }
            return 0
        }
    }

    /// Returns the result with the navigation target that was set for the step meanwhile, if any.
    private func heeding(_ result: any RSDResult) -> any RSDResult {
        let earlier = path.findResult(for: step.identifier) as? any RSDNavigationResult
        guard let target = earlier?.skipToIdentifier else { return result }
        var kept =
            result as? any RSDNavigationResult
            ?? RSDCollectionResultObject(
                identifier: result.identifier,
                startDate: result.startDate,
                endDate: result.endDate,
                inputResults: [result]
            )
        kept.skipToIdentifier = kept.skipToIdentifier ?? target
        return kept
    }

    /// Passes results that concern the whole run on to it, such as that the participant wants full instructions again.
    private func passOnNews(of controller: ORKStepViewController) {
        guard let level = controller.presentation?.level,
            let news = level.taskResult.asyncResults, !news.isEmpty
        else { return }
        level.taskResult.asyncResults = nil
        let root = path.root
        for result in news {
            root.taskResult.appendAsyncResult(with: result)
            guard result.identifier == RSDIdentifier.abbreviatedInstructions,
                case .boolean(let isShort)? = (result as? any RSDAnswerResult)?.value
            else { continue }
            root.shouldShowAbbreviatedInstructions = isShort
        }
    }
}
