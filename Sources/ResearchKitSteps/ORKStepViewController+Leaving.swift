// Begins and ends a step: alone, in a task of Footfall's, or with a host that has no task.

internal import Research
internal import ResearchUI

extension ORKStepViewController {
    // MARK: Beginning

    /// Lets the step begin; called by a host that decides when it may.
    final func takeWordToBegin() {
        visit.takeWord()
        beginIfPossible()
    }

    /// Starts the recorders, and after them the step's timer.
    final func beginIfPossible() {
        let isAnother = visit.phase == .shown
        guard isOnScreen, let shown = presentation?.shown, visit.begin() else { return }
        if isAnother { renewRecorders() }
        let number = visit.number
        let isWanted = { @MainActor [weak self] in
            self?.visit.number == number && self?.visit.phase == .running
        }
        let (stepRecorders, recorders, limits) = (stepRecorders, recorders, limits)
        // A start may take long: capture `self` weakly, so that the step can be released meanwhile.
        Task.immediate { [weak self] in
            let mayBegin = await stepRecorders.begin(
                recorders,
                ofVisit: number,
                limits,
                while: isWanted
            ) {
                self?.noteFailure(of: $0, $1)
            }
            (self?.hostedBy?.host as? RSDTaskViewController)?.recordersDidChange()
            if mayBegin { shown.stepMayBegin() }
        }
    }

    /// Replaces stopped recorders by new ones, because a recorder cannot record twice.
    ///
    /// Reports a failure for each recorder that cannot be recreated.
    private func renewRecorders() {
        guard recorders.contains(where: stepRecorders.hasStopped) else { return }
        let old = recorders
        recorders = old.map { stepRecorders.hasStopped($0) ? renewed($0) ?? $0 : $0 }
        for recorder in old where recorders.contains(where: { $0 === recorder }) {
            guard stepRecorders.hasStopped(recorder) else { continue }
            let identifier = recorder.configuration.identifier
            noteFailure(of: recorder, RecorderError.finished(identifier: identifier))
        }
    }

    private func renewed(
        _ recorder: any RSDAsyncActionController
    ) -> (any RSDAsyncActionController)? {
        let configuration = recorder.configuration
        let vendor = configuration as? any RSDAsyncActionControllerVendor
        let made =
            taskViewController.map { $0.asyncActionController(for: configuration) }
            ?? vendor?.instantiateController(with: recorder.path)
        // A maker that keeps its recorder returns the same one again, which cannot record twice.
        guard let made, made !== recorder, made.status < .starting else { return nil }
        return made
    }

    // MARK: Leaving

    final func finish(_ direction: ORKStepViewControllerNavigationDirection) {
        guard visit.leave() else { return }
        departure = Task.immediate {
            if await stopEverything() {
                delegate?.stepViewController(self, didFinishWith: direction)
            }
        }
    }

    /// Stops the step because the run leaves it or ends; does not call the delegate's `didFinishWith`.
    final func leaveByHost() {
        guard visit.takeAway() else { return }
        dismissal = now
        departure = Task.immediate { _ = await stopEverything() }
    }

    /// Leaves the task: a task of Footfall's handles it; otherwise notifies the delegate, once everything has stopped.
    final func leaveTask(shouldSave: Bool) {
        if let outerHost { return outerHost.handleTaskCancelled(shouldSave: shouldSave) }
        guard visit.leave() else { return }
        departure = Task.immediate {
            guard await stopEverything() else { return }
            let error = ORKStepViewControllerError.cancelled(shouldSave: shouldSave)
            delegate?.stepViewControllerDidFail(self, withError: error)
        }
    }

    /// Begins a new visit, with new recorders, because the run stayed at the step.
    final func beginAgain() {
        _ = visit.appear()
        guard visit.phase != .leaving else { return }
        wasSkipped = false
        dismissal = nil
        visit.takeWord()
        beginIfPossible()
        presentation?.shown.stepDidStay()
    }

    final func leaveOut() {
        // The button that was pressed first counts, however long the step takes to stop.
        guard !visit.isBeingLeft else { return }
        let action = presentation?.shown.stepViewModel.action(for: .skip)
        if let shown = presentation?.shown, shown.actionTapped(with: .skip) {
            // Only a navigation action skips the step; an action that shows a page does not.
            wasSkipped = action is any RSDNavigationUIAction
            return
        }
        wasSkipped = true
        goForward()
    }

    /// Stops the timer and the recorders, and keeps their results; returns whether to notify the delegate.
    private func stopEverything() async -> Bool {
        presentation?.shown.stepWillLeave()
        for stopped in await stepRecorders.stop(recorders, limits) {
            if let error = stopped.error { noteFailure(of: stopped.recorder, error) }
            guard let result = stopped.recorder.result else { continue }
            hostedBy?.giveUpEarlierResults(of: stopped.recorder)
            keep(ORKModelResult(result), ofRecorder: true)
        }
        return visit.stopped()
    }

    final func noteFailure(of recorder: any RSDAsyncActionController, _ error: any Error) {
        delegate?.stepViewController(self, recorder: recorder, didFailWithError: error)
    }

    // MARK: Who is around it

    /// The adapter that shows this controller in a task of Footfall's, if it is in one.
    final var hostedBy: ORKHostedController? {
        // The delegate may be an object that forwards its calls, so look at the parent first.
        parent as? ORKHostedController ?? delegate as? ORKHostedController
    }

    /// The host of the task that the step is in, if any.
    final var outerHost: (any RSDStepHost)? { hostedBy?.host ?? taskViewController }

    /// True if a host or the delegate removes the step when the participant leaves the task.
    final var isCancelTaken: Bool {
        outerHost != nil || delegate?.stepViewControllerTakesCancel(self) ?? false
    }

    /// True if this is the first step: leaving the task then loses nothing.
    final var isFirstOfRun: Bool {
        if let hostedBy { return hostedBy.stepViewModel.isFirstStep }
        // Ask the delegate directly: a subclass may override `hasPreviousStep` only to hide the back button.
        return !(delegate?.stepViewControllerHasPreviousStep(self) ?? false)
    }

    final func presentingTask() -> RSDTaskViewController? {
        var around: UIViewController? = parent ?? presentingViewController
        while let here = around {
            if let task = here as? RSDTaskViewController { return task }
            around = here.parent ?? here.presentingViewController
        }
        return hostedBy?.host as? RSDTaskViewController
    }
}
