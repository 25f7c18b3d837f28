// How the run moves on screen: from one controller to the next, and where a person pushes the screen.

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

    /// Takes another run in the place of the one that there is.
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
        // What the old run records is nobody's any more; what can be taken up again stays.
        if hasBegun, !old.isOver { old.handleTaskCancelled(shouldSave: old.canSaveTaskProgress) }
        new.host = self
        engine = new
        hasTask = path != nil
        hasBegun = false
        (awaitedInfo, interrupted, leftForVisit) = (nil, nil, nil)
        endAudioSession()
    }

    /// Lets go of a run that nobody can see any more: its files are closed, and its progress stays.
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

    /// Moves in the next turn, or after the move that is under way: whoever asks for it may be within
    /// the one that brought it on screen, or press a button while recorders start.
    ///
    /// A step that is shown no more by then moves nothing: a second press would leave out a step.
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

    /// What the run stands at, whatever is shown beside it.
    private var standsAt: (any UIViewController & RSDStepController)? {
        awaitedInfo
            ?? engine.currentStepController as? any UIViewController & RSDStepController
    }

    /// Shows what the run stands at.
    private func comeBack(
        to current: any UIViewController & RSDStepController,
        _ direction: RSDStepDirection
    ) async -> Bool {
        guard visited != nil || leftForVisit === current else {
            return await show(current, direction)
        }
        leftForVisit = nil
        await engine.leaveVisitor()
        // It was left for the visit, and may still be stopping.
        await (current as? any RecordingStepController)?.stepHasLeft()
        guard isShownNext(current) else { return false }
        let isShown = await show(current, direction)
        if isShownNext(current) { (current as? RSDStepViewController)?.stepDidStay() }
        return isShown
    }

    /// Whether the run stays where it is.
    private var stays: Bool { !engine.isEnding && !engine.isLeavingStep }

    /// Whether the run still stands there, and nobody has gone beside it meanwhile.
    private func isShownNext(_ current: any RSDStepController) -> Bool {
        stays && current === currentStepController && leftForVisit == nil
    }

    /// Shows a step that the engine has not asked for: the run stays where it is.
    private func visit(_ step: any RSDStep, _ direction: RSDStepDirection) async -> Bool {
        let left = standsAt
        if let left, leftForVisit !== left {
            leftForVisit = left
            // What it records holds devices that the other step may need.
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
                // A host's own pages may tell more than once.
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
            // A feed answers its own host.
            return false
        }
    }

    /// Goes where the screen was pushed, if the step has a button for that.
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
