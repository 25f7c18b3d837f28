// Carries out the decisions of the task view model (the path). Only one move is made at a time. The run may end during
// any `await`, so each is followed by a check of `isEnding`.

internal import FoundationEssentials
internal import Research
internal import Timebase

extension TaskEngine {
    /// Shows the first step, or the step at which a saved run was left; does nothing once the run has begun.
    public final func start() async {
        guard state.start() else { return }
        do {
            try taskViewModel.task?.validate()
            try await recall()
            taskViewModel.setUpTracking()
        } catch {
            _ = state.didStart(false)
            if !isEnding { asked.handleTaskFailure(with: error) }
            return
        }
        guard state.didStart(true) else { return }
        guard let resumption else { return await goForward() }
        await move { _ in resumption.decision }
    }

    /// Goes on from the present step; starts a run that has not begun, or whose start failed.
    public final func goForward() async {
        guard state.isBegun else { return await start() }
        await move(after: .step) { $0.moveForward() }
    }

    /// Goes back from the present step.
    public final func goBack() async { await move(after: .nothing) { $0.moveBackward() } }

    /// Goes on at another step, forward or back.
    public final func jump(to identifier: String) async {
        await move { $0.currentNode.jump(to: identifier) }
    }

    /// Leaves the task early, and keeps all results.
    public final func exit() async {
        guard !isEnding else { return }
        _ = taskViewModel.exit()
        await finish(.earlyExit)
    }

    /// Leaves the task; if `shouldSave` is true, keeps the results and progress so that the run can be resumed.
    public final func cancel(shouldSave: Bool) async {
        if shouldSave, !isEnding, !asked.canSaveTaskProgress {
            note(
                "the task cannot be taken up again, because nothing keeps its progress; what was "
                    + "recorded and answered is kept"
            )
        }
        await finish(shouldSave ? .saved : .discarded)
    }

    /// Carries out moves until a step is shown, or no move is left.
    final func move(
        after awaited: AnswerWait = .anything,
        _ decide: (RSDTaskViewModel) -> PathDecision
    ) async {
        guard state.move() else { return }
        await waitForAnswers(awaited, in: taskViewModel.currentNode)
        var decision: PathDecision? = isEnding ? nil : decide(taskViewModel)
        var ending: TaskFinishReason?
        while let next = decision, !isEnding, ending == nil {
            switch next {
            case .fetch(let level): decision = await fetch(level)
            case .show(let move): decision = await show(move)
            case .endLevel(let level): decision = await close(level)
            case .endTask(let isEarlyExit):
                ending = isEarlyExit ? .earlyExit : .completed
            case .stay: decision = nil
            }
        }
        state.didMove()
        tellNews()
        if let ending { await finish(ending) }
    }

    /// Stops the recorders of a level, and goes on in the level above.
    private func close(_ level: RSDTaskViewModel) async -> PathDecision? {
        let path = level.levelPath
        await pass(.level(path)) { send(.levelEnds(path)) }
        guard !isEnding, let parent = level.parentLevel else { return nil }
        level.closeLevel()
        await waitForAnswers(.anything, in: parent)
        return isEnding ? nil : parent.moveForward()
    }

    /// Shows a step; returns the next decision if nothing can show it.
    private func show(_ move: StepMove) async -> PathDecision? {
        let facts = facts(of: move)
        await pass(.show) { send(.willShow(facts)) }
        if isEnding { return nil }
        // Set this also for a step that nothing can show: recorders are notified of every step that the run reaches.
        lastMove = move
        guard let controller = asked.stepController(for: move.step, in: move.level) else {
            notes.append("the step '\(move.step.identifier)' is left out: nothing can show it")
            await pass(.begin) { send(.didShow(facts)) }
            if isEnding { return nil }
            let goesBack = move.cause == .back && taskViewModel.hasStepBefore
            await waitForAnswers(goesBack ? .nothing : .anything, in: move.level)
            if isEnding { return nil }
            return goesBack ? move.level.moveBackward() : move.level.moveForward()
        }
        state.wait(forLeaving: true)
        if let currentStepController { await leave([currentStepController]) }
        await leaveVisitor()
        state.wait(forLeaving: false)
        if isEnding { return nil }
        currentStepController = controller
        let isShown = await asked.navigate(
            to: move.step,
            from: move.previousStep,
            direction: move.direction
        )
        if !isShown {
            notes.append("the step '\(move.step.identifier)' could not be brought on screen")
        }
        if isEnding { return nil }
        await pass(.begin) { send(.didShow(facts)) }
        if isEnding { return nil }
        // If the participant can go back, they can still change an answer, and the result is not ready.
        if facts.completesTask, !facts.isTimed, move.step.stepType == .completion, !canGoBack {
            await pass(.settled) { send(.settle) }
            if isEnding { return nil }
            tellResultReady()
        }
        saveProgress()
        // Begin the step only after the progress is saved: if the process is killed later, the run resumes here.
        await progressIsSaved()
        if isEnding { return nil }
        (controller as? any RSDRunningStepController)?.stepMayBegin()
        return nil
    }

    /// The controllers of the run's step and of the step that a host shows beside it.
    final var stepsShown: [any RSDStepController] {
        [currentStepController, visitor].compactMap { $0 }
    }

    /// Leaves the step that a host shows beside the run, and waits for all such steps that are being left.
    package final func leaveVisitor() async {
        while let leaver = visitor ?? leavingVisitors.first {
            if leaver === visitor {
                visitor = nil
                leavingVisitors.append(leaver)
                tellLeaving([leaver])
                dateEnd(of: leaver)
            }
            await waitForLeaving([leaver])
            leavingVisitors.removeAll { $0 === leaver }
            leaver.path.endVisit()
        }
    }

    /// Leaves steps, and waits until their recorders have stopped.
    package final func leave(_ steps: [any RSDStepController]) async {
        tellLeaving(steps)
        await waitForLeaving(steps)
    }

    /// Sets the end date of a step shown beside the run; moves set only those of the run's own steps.
    private func dateEnd(of visitor: any RSDStepController) {
        visitor.path.dateEnd(of: visitor.step.identifier)
    }

    private func tellLeaving(_ steps: [any RSDStepController]) {
        for step in steps { (step as? any RSDRunningStepController)?.stepWillLeave() }
    }

    private func waitForLeaving(_ steps: [any RSDStepController]) async {
        for step in steps { await (step as? any RecordingStepController)?.stepHasLeft() }
    }

    private var canGoBack: Bool {
        guard taskViewModel.hasStepBefore, let step = lastMove?.step else { return false }
        let handler = step as? any RSDUIActionHandler
        return handler?.shouldHideAction(for: .goBackward, on: step) != true
    }

    private func facts(of move: StepMove) -> AsyncActionCoordinator.Move {
        let kind: AsyncActionCoordinator.Move.Kind =
            switch move.cause {
            case .forward: .forward
            case .back: .back
            case .jump: .jump
            case .resume: .resume(resumption?.active ?? [])
            }
        return AsyncActionCoordinator.Move(
            kind,
            to: move.to,
            declared: taskViewModel.openLevels.map { level in
                (level.task?.asyncActions ?? []).map { AsyncActionCoordinator.Plan($0) }
            },
            completesTask: move.completesTask,
            isTimed: ((move.step.shownAs as? any RSDActiveUIStep)?.duration ?? 0) > 0
        )
    }

    /// Reports that the step's timer has ended; the step stays on screen.
    public final func stepFinished() {
        send(.stepFinished)
        tellNews()
    }

    // MARK: Fetching

    private func fetch(_ level: RSDTaskViewModel) async -> PathDecision? {
        let step = level.taskInfoStep
        if step?.taskTransformer == nil, let parent = level.parentLevel {
            notes.append("the task '\(level.identifier)' is left out: nothing fetches it")
            level.closeLevel()
            return parent.moveForward()
        }
        if let step, step.taskTransformer != nil { beginLoading(step) }
        do {
            try await level.fetchTask(with: asked.factory ?? RSDFactory()) { !isEnding }
            if isEnding { return nil }
            if level === taskViewModel { try await recallAnswers() }
            if isEnding { return nil }
        } catch {
            if !isEnding { asked.handleTaskFailure(with: error) }
            return nil
        }
        endLoading()
        state.goesOnAfterFetch = false
        asked.handleFinishedLoading()
        return state.goesOnAfterFetch ? level.moveForward() : nil
    }

    // MARK: Ending

    /// Ends the run: stops every recorder, closes the levels from the innermost, then reports the end.
    package final func finish(_ wanted: TaskFinishReason, _ cause: (any Error)? = nil) async {
        guard state.end() else { return }
        asked.runWillEnd()
        tellNews()
        var (reason, error) = (wanted, cause)
        let active = actionsInUse
        let left = stepsShown + leavingVisitors
        tellLeaving(stepsShown)
        if let visitor { dateEnd(of: visitor) }
        let event: AsyncActionCoordinator.Event =
            switch reason {
            case .completed: .taskEnds
            case .earlyExit, .failed: .earlyExit
            case .saved: .cancel(shouldSave: true)
            case .discarded: .cancel(shouldSave: false)
            }
        await pass(.task) { send(event) }
        await waitForLeaving(left)
        visitor?.path.endVisit()
        // Save the actions in use, too: they start again when the run is resumed. Even a run that has ended can be
        // resumed, until its result is written.
        let isWorthIt = reason == .saved || reason != .discarded && lastMove != nil
        if isWorthIt { saveProgress(active: active) }
        if let failure = await progressIsSaved(), reason == .saved {
            (reason, error) = (.failed, failure)
        }
        taskViewModel.closeOpenLevels()
        endLoading()
        state.didEnd(reason, error)
        switch reason {
        case .completed, .earlyExit:
            tellResultReady()
            taskViewModel.saveTrackedData()
            await remember()
            asked.runDidEnd()
            asked.handleTaskCompleted()
            if forgetsProgress { await forgetProgress() }
        case .discarded:
            await forgetProgress()
            asked.runDidEnd()
            tellFinished()
        case .saved, .failed:
            asked.runDidEnd()
            tellFinished()
        }
        state.didTellEnd()
        tellNews()
    }

    /// Reports how the run has ended.
    final func tellFinished() {
        guard let finishReason else { return }
        handleTaskDidFinish(with: finishReason, error: finishError)
        host?.handleTaskDidFinish(with: finishReason, error: finishError)
    }

    private func tellResultReady() {
        guard state.tellResult() else { return }
        taskViewModel.taskResult.endDate = taskViewModel.date
        asked.handleTaskResultReady(with: taskViewModel)
    }
}

extension RSDTaskViewModel {
    /// The levels that are open, the root first.
    var openLevels: [RSDTaskViewModel] {
        var levels = [root]
        while let child = levels.last?.currentChild { levels.append(child) }
        return levels
    }

    /// The date now.
    var date: Date { Date(timekeeper.reading().realtime) }
}
