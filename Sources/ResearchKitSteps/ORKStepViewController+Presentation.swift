// Shows a step in an `ORKStepViewController`, and collects its results.

internal import FoundationEssentials
internal import Research
internal import ResearchUI
internal import Timebase
internal import ViewTree

extension ORKStepViewController {
    final func take(_ step: ORKStep?) {
        guard presentation == nil || !hasBeenPresented else {
            let identifier = presentation?.step.identifier ?? ""
            delegate?.stepViewControllerDidFail(
                self,
                withError: ORKStepViewControllerError.stepIsShown(identifier)
            )
            return
        }
        presentation = nil
        toldStep = step
        if isViewLoaded { loadShownView() }
    }

    /// Loads the step's view as this controller's own view; the shown controller is recreated with it.
    final func loadShownView() {
        guard let step = toldStep else {
            view = UIStackView(name: "step", role: .stack)
            return
        }
        let level = RSDTaskViewModel(
            task: RSDTaskObject(identifier: step.identifier, steps: [step.shownStep]),
            timekeeper: timekeeper
        )
        if let earlier { level.storeEarlier(earlier, of: step.shownStep) }
        _ = level.moveForward()
        let shown = makeShown(step, level)
        shown.host = self
        shown.stepViewModel = StepOfHost(self, step: step.shownStep, parent: level)
        presentation = Presentation(step: step, level: level, shown: shown)
        for child in children { child.removeFromParent() }
        addChild(shown)
        shown.loadViewIfNeeded()
        view = shown.view
    }

    private func makeShown(_ step: ORKStep, _ level: RSDTaskViewModel) -> RSDStepViewController {
        guard !(step.shownStep is ORKStep) else {
            return RSDStepViewController(step: step, parent: level)
        }
        let vending = RSDTaskViewController(taskViewModel: level)
        return vending.viewController(for: step.shownStep) as? RSDStepViewController
            ?? RSDStepViewController(step: step.shownStep, parent: level)
    }

    final func prepareToAppear(_ animated: Bool) {
        guard let presentation else {
            delegate?.stepViewControllerDidFail(self, withError: ORKStepViewControllerError.noStep)
            return
        }
        if visit.appear() {
            wasSkipped = false
            forgetTarget()
        }
        if !hasBeenPresented { firstAppearance = now }
        dismissal = nil
        if backButtonItem == nil, hasPreviousStep() { backButtonItem = UIBarButtonItem(title: nil) }
        if cancelButtonItem == nil, !hasBeenPresented {
            cancelButtonItem = UIBarButtonItem(title: nil)
        }
        delegate?.stepViewControllerWillAppear(self)
        presentation.shown.viewWillAppear(animated)
        fillButtons()
    }

    final func noteAppearance(_ animated: Bool) {
        guard let shown = presentation?.shown else { return }
        isOnScreen = true
        shown.viewDidAppear(animated)
        fillButtons()
        beginIfPossible()
    }

    // MARK: Buttons

    /// Applies the host's titles and buttons on top of those of the step.
    final func fillButtons() {
        guard let shown = presentation?.shown, isViewLoaded else { return }
        // Ask each time the step is shown whether another step follows.
        shown.setupButton(shown.nextButton, for: .goForward, isFooter: true)
        if let title = continueButtonTitle { shown.nextButton?.title = title }
        if let title = learnMoreButtonTitle { shown.learnMoreButton?.title = title }
        for button in shown.registeredButtons[.skip] ?? [] {
            button.isHidden = !(presentation?.step.isOptional ?? false) || skipIsHidden
            if let skipButtonTitle { button.title = skipButtonTitle }
            button.onTap = { [weak self] in
                self?.services.silence()
                self?.skipForward()
            }
        }
        fill(shown.registeredButtons[.goBackward] ?? [], backButtonItem) { [weak shown] owner in
            guard shown?.actionTapped(with: .goBackward) != true else { return }
            owner.services.silence()
            owner.goBackward()
        }
        let cancelIsTaken = cancelButtonItem?.action != nil || isCancelTaken
        fill(
            shown.registeredButtons[.cancel] ?? [],
            cancelIsTaken ? cancelButtonItem : nil
        ) { [weak shown] _ in shown?.cancel() }
    }

    /// Whether the skip button is hidden: as its action decides; without an action, except for forms and active steps.
    private var skipIsHidden: Bool {
        guard let model = presentation?.shown.stepViewModel else { return true }
        if model.action(for: .skip) != nil { return model.shouldHideAction(for: .skip) }
        return !(model.step is any RSDFormUIStep) && !(model.step is any RSDActiveUIStep)
    }

    private func fill(
        _ buttons: Set<UIButton>,
        _ item: UIBarButtonItem?,
        _ usual: @escaping @MainActor (ORKStepViewController) -> Void
    ) {
        for button in buttons {
            button.isHidden = item == nil
            if let title = item?.title { button.title = title }
            button.onTap = { [weak self, weak item] in
                guard let self else { return }
                if let action = item?.action { action() } else { usual(self) }
            }
        }
    }

    // MARK: Results

    final var now: Date { Date(timekeeper.reading().realtime) }

    final func keep(_ result: ORKResult, ofRecorder isOfRecorder: Bool = false) {
        added.append(AddedResult(result: result.copy(), isOfRecorder: isOfRecorder))
        delegate?.stepViewControllerResultDidChange(self)
    }

    final func resultSoFar() -> ORKStepResult? {
        guard let step else { return nil }
        let shown = presentation?.level.findResult(for: step.shownStep.identifier)
        let start = firstAppearance ?? now
        let result = ORKStepResult(
            identifier: step.identifier,
            startDate: start,
            endDate: max(start, dismissal ?? now),
            results: Self.parts(of: shown) + added.map { $0.result.copy() }
        )
        // A target that the step itself sets outweighs those in results added to it.
        let told = [shown] + added.reversed().map(\.result.modelResult)
        result.skipToIdentifier = told.lazy.compactMap(\.?.target).first
        return result
    }

    /// The parts of a step's own result; a plain result without content has none.
    private static func parts(of result: (any RSDResult)?) -> [ORKResult] {
        switch result {
        case let collection as any RSDCollectionResult:
            collection.inputResults.map { ORKModelResult($0) }
        case let plain as RSDResultObject where plain.type == .base: []
        case let other?: [ORKModelResult(other)]
        case nil: []
        }
    }

    /// Removes the navigation target of the previous visit, which does not apply to this one.
    private func forgetTarget() {
        guard let presentation,
            var result = presentation.level.findResult(for: presentation.step.shownStep.identifier)
                as? any RSDNavigationResult, result.skipToIdentifier != nil
        else { return }
        result.skipToIdentifier = nil
        presentation.level.updateResult(result)
    }
}

extension RSDResult {
    /// The identifier of the step where the run goes on, if the result sets one.
    fileprivate var target: String? { (self as? any RSDNavigationResult)?.skipToIdentifier }
}

extension RSDTaskViewModel {
    /// Lets the step begin with its earlier answers.
    fileprivate func storeEarlier(_ result: ORKResult, of step: any RSDStep) {
        var earlier = result.modelResult
        if earlier.identifier != step.identifier {
            let parts = (earlier as? any RSDCollectionResult)?.inputResults ?? [earlier]
            earlier = RSDCollectionResultObject(
                identifier: step.identifier,
                startDate: earlier.startDate,
                endDate: earlier.endDate,
                inputResults: parts
            )
        }
        trackedAnswers = RSDTaskResultObject(
            identifier: identifier,
            taskRunUUID: taskResult.taskRunUUID,
            startDate: result.startDate,
            endDate: result.endDate,
            stepHistory: [earlier]
        )
    }
}
