// What a task controller does beside its steps: says that something is awaited, keeps the machine awake,
// and tells how the run has ended.

internal import Research
public import TaskEngine

extension RSDTaskViewController {
    // MARK: Loading

    final func beginLoading(_ taskInfo: any RSDTaskInfoStep) {
        guard delegate?.taskViewController(self, shouldShowTaskInfoFor: taskInfo) == true else {
            showLoadingView(taskInfo.taskInfo.title)
            return
        }
        loadViewIfNeeded()
        let level = taskViewModel.currentNode
        let known = awaitedInfo.flatMap {
            $0.step.identifier == taskInfo.identifier ? $0 : nil
        }
        let info = known ?? makeController(for: taskInfo, in: level.parentLevel ?? level)
        if known == nil || visited != nil {
            // The run goes on from what was beside it; whoever shows the next step waits for that.
            Task.immediate { [engine] in await engine.leaveVisitor() }
            leftForVisit = nil
            awaitedInfo = info
            pageViewController.setViewControllers(
                [info],
                direction: .forward,
                animated: true,
                completion: nil
            )
        }
        (info as? RSDTaskInfoStepViewController)?.isFetching = true
    }

    final func goOnAfterLoading() {
        guard let awaitedInfo else {
            // The engine tells the present step, and goes on.
            engine.handleFinishedLoading()
            return
        }
        awaitedInfo.didFinishLoading()
    }

    final func endLoading() {
        (awaitedInfo as? RSDTaskInfoStepViewController)?.isFetching = false
        if isViewLoaded { hideLoadingView() }
    }

    // MARK: Words

    /// Lets all that is on screen be said in the words that there are now.
    final func noteWords(instead earlier: StepWords) {
        guard isViewLoaded, words != earlier else { return }
        view.words = words
        showMarkButton()
        wordsDidChange()
    }

    // MARK: Keeping awake

    final func startAudioSession() {
        guard audioSession == nil, !engine.isOver else { return }
        let reason = "the task '\(taskViewModel.identifier)' speaks or records"
        let gaps = "nothing keeps the machine awake: when it sleeps, recordings have gaps"
        guard let session = services.keepAwake(reason) else { return engine.note(gaps) }
        // One that fails stays: nobody is asked again, and it is said once.
        audioSession = session
        session.tellFailure { [weak engine] why in engine?.note("\(gaps) (\(why))") }
    }

    final func endAudioSession() {
        audioSession?.end()
        audioSession = nil
    }

    // MARK: Interruptions

    /// Takes note that the machine is about to sleep, or has woken: that ends no interruption of
    /// anything else.
    package final func handleSleep(_ isAsleep: Bool) {
        meet(isAsleep ? .began : .ended(mayResume: true), by: .sleep)
    }

    final func meet(_ interruption: RSDInterruption, by interrupter: Interrupter) {
        switch interruption {
        case .began:
            interrupters.insert(interrupter)
            guard !engine.isEnding, let step = timedController, let active = step.activeStep else {
                return
            }
            // Also where the task ends: its delegate may have it wait.
            if let clock = step.clock, !clock.isPaused, clock.stoppedAt == nil, !step.timer.isOver {
                step.pause()
                interrupted = step
            }
            if active.shouldEndOnInterrupt {
                engine.failByInterruption(RSDInterruptionError.endsTask(active.identifier))
            }
        case .ended(let mayResume):
            interrupters.remove(interrupter)
            // Another one goes on.
            if mayResume, isInterrupted { return }
            // Who waits hears of what follows.
            guard engine.interruptionDidEnd() else { return }
            let paused = interrupted
            interrupted = nil
            guard let step = timedController else { return }
            // Who has left it meanwhile, or let it run again, does not wait for this.
            let waits = step === paused && step.clock?.isPaused == true
            guard waits || step.heldStart != nil else { return }
            if !mayResume {
                interrupted = paused
                engine.failByInterruption(
                    RSDInterruptionError.cannotGoOn(step.step.identifier)
                )
            } else if waits {
                step.resume()
            } else {
                step.startHeld()
            }
        }
    }

    private var timedController: RSDStepViewController? {
        currentStepViewController.flatMap { Self.timed(within: $0) }
    }

    /// The controller of a step with a timer: the one on screen, or one that it shows within itself.
    private static func timed(within controller: UIViewController) -> RSDStepViewController? {
        if let step = controller as? RSDStepViewController, step.activeStep != nil { return step }
        return controller.children.lazy.compactMap { timed(within: $0) }.first
    }

    // MARK: Ending

    /// Waits until the run has ended, and all that it recorded is closed; answers how.
    public final func ended() async -> TaskFinishReason { await engine.ended() }

    /// Leaves the task as the participant wants who would rather do it later: what there is is kept where it can be
    /// taken up again.
    public final func remindLater(_ identifier: String) {
        guard !engine.isEnding else { return }
        engine.reminder = identifier
        handleTaskCancelled(shouldSave: canSaveTaskProgress)
    }

    final func endWithFailure(_ error: any Error) {
        switch delegate?.taskViewController(self, didFailWith: error) ?? .giveUp {
        case .wait: engine.endLoading()
        case .giveUp where isAskedAbout(error):
            engine.endLoading()
            askAboutFailure(error)
        case .giveUp: engine.handleTaskFailure(with: error)
        }
    }

    final func tellResultReady(_ taskPath: RSDTaskPath) {
        engine.handleTaskResultReady(with: taskPath)
        delegate?.taskController(self, readyToSave: taskPath)
    }

    final func tellFinished(_ reason: TaskFinishReason, _ error: (any Error)?) {
        switch reason {
        // Nobody listens any more to what still waits to be spoken.
        case .saved, .discarded, .failed: servicesOfSteps.hush()
        case .completed, .earlyExit: break
        }
        if let reminder = engine.reminder {
            delegate?.taskController(self, remindLaterBy: reminder)
        }
        delegate?.taskController(self, didFinishWith: reason, error: error)
    }
}
