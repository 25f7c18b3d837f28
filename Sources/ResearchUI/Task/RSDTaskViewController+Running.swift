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
        if shownByItself?.step.identifier != taskInfo.identifier {
            let made = makeController(for: taskInfo, in: level.parentLevel ?? level)
            shownByItself = made
            pageViewController.setViewControllers(
                [made],
                direction: .forward,
                animated: true,
                completion: nil
            )
        }
        (shownByItself as? RSDTaskInfoStepViewController)?.isFetching = true
    }

    final func goOnAfterLoading() {
        guard let shownByItself else {
            // The engine tells the present step, and goes on.
            screenEngine.goOnByItself()
            return
        }
        shownByItself.didFinishLoading()
    }

    final func endLoading() {
        (shownByItself as? RSDTaskInfoStepViewController)?.isFetching = false
        if isViewLoaded { hideLoadingView() }
    }

    // MARK: Keeping awake

    final func startAudioSession() {
        guard audioSession == nil, !engine.isOver else { return }
        let reason = "the task '\(taskViewModel.identifier)' speaks or records"
        audioSession = services.keepAwake(reason)
        if audioSession == nil {
            engine.note("nothing keeps the machine awake: when it sleeps, recordings have gaps")
        }
    }

    final func endAudioSession() {
        audioSession?.end()
        audioSession = nil
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
        delegate?.taskController(self, didFinishWith: reason, error: error)
    }
}
