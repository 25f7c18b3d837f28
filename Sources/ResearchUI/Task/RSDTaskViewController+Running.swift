// What a task controller does besides showing steps: it shows the loading indicator, keeps the machine awake, handles
// interruptions, and reports how the run has ended.

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
            // The run leaves the step outside it; the next step is shown once that one has stopped.
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
            // The engine notifies the present step that loading is finished, and goes on.
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

    /// Updates the screen to the present texts.
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
        // Keep a failed session, too: it is not requested again, and the failure is noted once.
        audioSession = session
        session.tellFailure { [weak engine] why in engine?.note("\(gaps) (\(why))") }
    }

    final func endAudioSession() {
        audioSession?.end()
        audioSession = nil
    }

    // MARK: Interruptions

    /// Handles the machine's sleep and wake-up; a wake-up does not end an interruption from another source.
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
            // Pause the timer even if the task fails: its delegate may choose to wait.
            if let clock = step.clock, !clock.isPaused, clock.stoppedAt == nil, !step.timer.isOver {
                step.pause()
                interrupted = step
            }
            if active.shouldEndOnInterrupt {
                engine.failByInterruption(RSDInterruptionError.endsTask(active.identifier))
            }
        case .ended(let mayResume):
            interrupters.remove(interrupter)
            // Another interruption is still going on: the timer stays paused.
            if mayResume, isInterrupted { return }
            // After this, a new failure is reported again, also to a delegate that waits.
            guard engine.interruptionDidEnd() else { return }
            let paused = interrupted
            interrupted = nil
            guard let step = timedController else { return }
            // If the participant has left the step or resumed its timer meanwhile, there is nothing to resume.
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

    /// Waits until the run has ended and its end is reported; returns how it has ended.
    public final func ended() async -> TaskFinishReason { await engine.ended() }

    /// Leaves the task because the participant wants to do it later; the run is saved if it can be resumed.
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
        // The participant has left: drop the texts that are waiting to be spoken.
        case .saved, .discarded, .failed: servicesOfSteps.silence()
        case .completed, .earlyExit: break
        }
        if let reminder = engine.reminder {
            delegate?.taskController(self, remindLaterBy: reminder)
        }
        delegate?.taskController(self, didFinishWith: reason, error: error)
    }
}
