// Leaves a step: forward, back, to another step, or together with the whole task.

internal import FoundationEssentials
internal import Research
internal import ViewTree

extension RSDStepViewController {
    final func leaveForward() {
        guard !hasCalledGoForward, !actionTapped(with: .goForward) else { return }
        hasCalledGoForward = true
        performStopCommands()
        departures += 1
        let departure = departures
        speakEndCommand { [weak self] in
            self?.whenNotAsking {
                // If the step was left in another way meanwhile, do not go forward as well.
                guard let self, self.departures == departure else { return }
                self.host?.goForward()
            }
        }
    }

    /// Calls `goOn`, but not before the participant has answered whether to leave the task.
    ///
    /// A timer may run out while that question is open; going on at once would close the question.
    private func whenNotAsking(_ goOn: @escaping @MainActor () -> Void) {
        guard let cancelPrompt, cancelPrompt.presentingViewController != nil else { return goOn() }
        cancelPrompt.whenGone = goOn
    }

    final func leaveBackward() {
        guard !actionTapped(with: .goBackward) else { return }
        hasCalledGoBack = true
        departures += 1
        services.silence()
        stop()
        host?.goBack()
    }

    final func leaveAtOnce() {
        guard !hasCalledGoForward else { return }
        hasCalledGoForward = true
        departures += 1
        services.silence()
        stop()
        host?.goForward()
    }

    // MARK: Cancelling

    final func askToCancel() {
        guard !actionTapped(with: .cancel) else { return }
        guard shouldConfirmCancel() else { return cancelTask(shouldSave: false) }
        guard cancelPrompt?.presentingViewController == nil else { return }
        let question = UIAlertController(.actionSheet, askedBy: self) { ($0(.cancelTitle), nil) }
        question.addAction(
            UIAlertAction(.discardResults, of: words, style: .destructive) { [weak self] _ in
                self?.cancelTask(shouldSave: false)
            }
        )
        if host?.canSaveTaskProgress == true {
            question.addAction(
                UIAlertAction(.saveResults, of: words) { [weak self] _ in
                    self?.cancelTask(shouldSave: true)
                }
            )
        }
        question.addAction(UIAlertAction(.continueTask, of: words, style: .cancel))
        cancelPrompt = question
        present(question, animated: true)
    }

    /// Stops everything in the step because the run leaves it.
    final func leaveByHost() {
        isLeft = true
        departures += 1
        if isSpeakingEnd { services.silence() }
        // If the step ended in order, it has stopped already.
        if !hasStopped { stop() }
    }

    private func prepareToLeaveTask() {
        departures += 1
        services.silence()
        stop()
    }

    final func leaveTask(_ shouldSave: Bool) {
        prepareToLeaveTask()
        host?.handleTaskCancelled(shouldSave: shouldSave)
    }

    // MARK: What buttons do

    final func doAction(of button: RSDUIActionType) -> Bool {
        guard let action = stepViewModel.action(for: button) else { return false }
        // Ignore buttons after the run has left the step.
        guard !isLeft else { return true }
        if let navigation = action as? any RSDNavigationUIAction {
            // Go on later: the caller has not finished its own decision to leave or not.
            let departure = departures
            underway = Task { [weak self] in
                guard let self, departures == departure else { return }
                assignSkipToIdentifier(navigation.skipToIdentifier)
                jumpForward()
            }
            return true
        }
        if let reminder = action as? any RSDReminderUIAction, let host {
            // Do not ask for confirmation: everything that can be kept is kept.
            prepareToLeaveTask()
            host.remindLater(reminder.reminderIdentifier)
            return true
        }
        if let page = action as? any RSDShowViewUIAction {
            present(RSDWebViewController(page), animated: true)
            return true
        }
        return false
    }

    final func assignSkip(_ identifier: String) {
        if let level = stepViewModel.taskViewModel {
            level.assignSkip(to: identifier, of: step)
            return
        }
        var result =
            currentResult as? any RSDNavigationResult
            ?? RSDCollectionResultObject(
                identifier: step.identifier,
                startDate: currentResult.startDate,
                endDate: nowAsDate,
                inputResults: [currentResult]
            )
        result.skipToIdentifier = identifier
        currentResult = result
    }

    final func reviewInstructions() {
        let action = stepViewModel.action(for: .reviewInstructions)
        if action is any RSDNavigationUIAction, let root = stepViewModel.taskViewModel?.root {
            root.shouldShowAbbreviatedInstructions = false
            root.taskResult.appendAsyncResult(
                with: RSDAnswerResultObject(
                    identifier: RSDIdentifier.abbreviatedInstructions,
                    answerType: RSDAnswerResultType(baseType: .boolean),
                    value: .boolean(false),
                    startDate: nowAsDate
                )
            )
        }
        _ = actionTapped(with: .reviewInstructions)
    }
}
