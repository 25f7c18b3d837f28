// Carries out the moves of a run on screen: from one controller to the next, and after a swipe.

internal import Research
internal import TaskEngine
internal import Timebase
internal import ViewTree

extension RSDTaskViewController {
    // MARK: The run

    final class func emptyPath() -> RSDTaskViewModel {
        RSDTaskViewModel(
            task: RSDTaskObject(identifier: "task", steps: []),
            timekeeper: LiveTimekeeper()
        )
    }

    /// Replaces the run by another one.
    final func take(_ path: RSDTaskPath?) {
        let old = engine
        let new = TaskEngine(path: path ?? Self.emptyPath())
        new.factory = old.factory
        new.delegate = old.delegate
        new.makers = old.makers
        new.progressKeeper = old.progressKeeper
        new.trackedData = old.trackedData
        new.limits = old.limits
        old.host = nil
        // The old run has no owner any more: end it, and keep its progress if it can be resumed.
        if hasBegun, !old.isOver { old.handleTaskCancelled(shouldSave: old.canSaveTaskProgress) }
        new.host = self
        engine = new
        hasTask = path != nil
        hasBegun = false
        (awaitedInfo, interrupted, leftForVisit) = (nil, nil, nil)
        // The old run cannot close its questions any more. The new run needs a new board: a closed one asks nothing.
        questions.close()
        questions = QuestionBoard(of: self)
        consents = [:]
        // These services request permissions for the old run: make new ones.
        routedServices = nil
        endAudioSession()
    }

    /// Abandons a run that is no longer visible: closes its files, and keeps its progress.
    final func abandonRun() {
        endAudioSession()
        if hasBegun, !engine.isOver { engine.cancelAllAsyncActions() }
    }

    final func startIfNeeded() {
        guard hasTask, !hasBegun else { return }
        hasBegun = true
        let engine = engine
        Task.immediate { await engine.start() }
    }

    /// Carries out a move, after the current call and any move under way.
    ///
    /// The caller may be within the call that brought its step on screen, or a button may be pressed while recorders
    /// start. If the step is no longer shown by then, nothing moves: otherwise a second press would skip a step.
    final func move(
        fromAnywhere: Bool = false,
        _ how: @escaping @MainActor (TaskEngine) async -> Void
    ) {
        guard hasTask else { return }
        hasBegun = true
        let before = currentStepController
        movesAsked += 1
        Task { [weak self] in
            guard let self else { return }
            let engine = engine
            defer {
                movesAsked -= 1
                engine.tellNews()
            }
            await engine.waitForMove()
            guard fromAnywhere || before === currentStepController else { return }
            await how(engine)
            guard !engine.isEnding, let before, before === currentStepController else { return }
            (before as? RSDStepViewController)?.stepDidStay()
        }
    }

    // MARK: On screen

    final func bringOnScreen(_ step: any RSDStep, _ direction: RSDStepDirection) async -> Bool {
        if let current = engine.currentStepController
            as? any UIViewController & RSDStepController,
            current.step.identifier == step.identifier
        {
            awaitedInfo = nil
            return await comeBack(to: current, direction)
        }
        if let awaitedInfo, awaitedInfo.step.identifier == step.identifier {
            return await comeBack(to: awaitedInfo, direction)
        }
        return await visit(step, direction)
    }

    /// The controller of the run's own step, even while a step outside the run is shown in its place.
    private var standsAt: (any UIViewController & RSDStepController)? {
        awaitedInfo
            ?? engine.currentStepController as? any UIViewController & RSDStepController
    }

    /// Returns to the run's own step.
    private func comeBack(
        to current: any UIViewController & RSDStepController,
        _ direction: RSDStepDirection
    ) async -> Bool {
        guard visited != nil || leftForVisit === current else {
            return await show(current, direction)
        }
        leftForVisit = nil
        await engine.leaveVisitor()
        // The run's step was left for the other one, and may still be stopping: wait for it.
        await (current as? any RecordingStepController)?.stepHasLeft()
        guard isShownNext(current) else { return false }
        let isShown = await show(current, direction)
        if isShownNext(current) { (current as? RSDStepViewController)?.stepDidStay() }
        return isShown
    }

    /// True if the run is neither ending nor leaving its step.
    private var stays: Bool { !engine.isEnding && !engine.isLeavingStep }

    /// True if the run still shows this controller, and no step outside the run has replaced it meanwhile.
    private func isShownNext(_ current: any RSDStepController) -> Bool {
        stays && current === currentStepController && leftForVisit == nil
    }

    /// Shows a step outside the run, which the host asks for and not the engine; the run keeps its position.
    private func visit(_ step: any RSDStep, _ direction: RSDStepDirection) async -> Bool {
        let left = standsAt
        if let left, leftForVisit !== left {
            leftForVisit = left
            // The recorders of the run's step hold devices that the other step may need.
            await engine.leave([left])
        }
        await engine.leaveVisitor()
        guard stays, left === standsAt, left === leftForVisit else { return false }
        let level = taskViewModel.currentNode.levelOfVisit(to: step)
        let made = makeController(for: step, in: level)
        engine.visitor = made
        let isShown = await show(made, direction)
        if visited === made { (made as? any RSDRunningStepController)?.stepMayBegin() }
        return isShown
    }

    private func show(_ controller: UIViewController, _ direction: RSDStepDirection) async -> Bool {
        loadViewIfNeeded()
        visits += 1
        var continuation: CheckedContinuation<Bool, Never>?
        return await withCheckedContinuation {
            continuation = $0
            pageViewController.setViewControllers(
                [controller],
                direction: direction,
                animated: direction != .none
            ) { isOnScreen in
                // A host's own page controller may call this more than once.
                continuation.take()?.resume(returning: isOnScreen)
            }
        }
    }

    // MARK: Pages

    final func setUpPages() {
        latestReadings = { [weak self] in self?.latestReadings(of: $0, at: $1) }
        let pages = findPageViewController() ?? addPageViewController()
        pageViewController = pages
        addMarkButton()
        guard let pages = pages as? UIPageViewController else { return }
        pages.delegate = self
        pages.dataSource = self
    }

    final var firstPageController: (any UIViewController & RSDPageViewControllerProtocol)? {
        children.lazy.compactMap { $0 as? any UIViewController & RSDPageViewControllerProtocol }
            .first
    }

    final func addedPageController() -> any UIViewController & RSDPageViewControllerProtocol {
        let pages = UIPageViewController()
        addChild(pages)
        view.addSubview(pages.view)
        return pages
    }

    // MARK: What a person does

    final func take(_ event: ViewEvent) -> Bool {
        switch event {
        case .swiped:
            guard controllersOnTop.isEmpty else { return false }
            return (pageViewController as UIViewController?)?.receive(event) ?? false
        case .screen(let isInForeground):
            toldForeground = isInForeground
            _ = currentStepViewController?.receive(event)
            return true
        case .tapped, .began, .typed, .entered, .ended, .pressedReturn, .picked, .slid, .touched,
            .pictured, .closed:
            return super.receive(event)
        case .spoke(let id, let isFinished): return cues.takeAnswer(of: id, isFinished)
        case .mark(let name, let secondsAgo): return takeMark(name, secondsAgo: secondsAgo)
        case .missed:
            // The feed handles this event for its host.
            return false
        }
    }

    /// Moves in the direction of a swipe, if the step has a button for that direction.
    final func followSwipe(_ button: RSDUIActionType, on viewController: UIViewController) {
        guard viewController === currentStepViewController else { return }
        guard let step = viewController as? RSDStepViewController else {
            if button == .goBackward { goBack() } else { goForward() }
            return
        }
        guard !step.stepViewModel.shouldHideAction(for: button) else { return }
        if button == .goBackward {
            step.goBack()
        } else if step.isForwardEnabled {
            step.goForward()
        }
    }
}
