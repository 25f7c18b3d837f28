// What a task controller does beside its steps: says that something is awaited, keeps the machine awake,
// and tells how the run has ended.

internal import Research
internal import TaskEngine

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
            Task.immediate { [screenEngine] in await screenEngine.leaveVisitor() }
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
            screenEngine.goOnByItself()
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
            if active.shouldEndOnInterrupt { fail(by: .endsTask(active.identifier)) }
        case .ended(let mayResume):
            interrupters.remove(interrupter)
            // Another one goes on.
            if mayResume, isInterrupted { return }
            guard !engine.isEnding, !engine.isFailing else { return }
            // Who waits hears of what follows.
            engine.wasInterrupted = false
            let paused = interrupted
            interrupted = nil
            guard let step = timedController else { return }
            // Who has left it meanwhile, or let it run again, does not wait for this.
            let waits = step === paused && step.clock?.isPaused == true
            guard waits || step.heldStart != nil else { return }
            if !mayResume {
                interrupted = paused
                fail(by: .cannotGoOn(step.step.identifier))
            } else if waits {
                step.resume()
            } else {
                step.startHeld()
            }
        }
    }

    /// Whoever notices an interruption first, this controller or a recorder, tells of it.
    private func fail(by error: RSDInterruptionError) {
        guard !screenEngine.wasInterrupted else { return }
        screenEngine.wasInterrupted = true
        handleTaskFailure(with: error)
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

    final func endWithFailure(_ error: any Error) {
        switch delegate?.taskViewController(self, didFailWith: error) ?? .giveUp {
        case .wait: screenEngine.hideLoadingIfNeeded()
        case .giveUp: screenEngine.failByItself(error)
        }
    }

    final func tellResultReady(_ taskPath: RSDTaskPath) {
        screenEngine.tellReadyByItself(taskPath)
        delegate?.taskController(self, readyToSave: taskPath)
    }

    final func tellFinished(_ reason: TaskFinishReason, _ error: (any Error)?) {
        switch reason {
        // Nobody listens any more to what still waits to be spoken.
        case .saved, .discarded, .failed: services.hush()
        case .completed, .earlyExit: break
        }
        delegate?.taskController(self, didFinishWith: reason, error: error)
    }
}
