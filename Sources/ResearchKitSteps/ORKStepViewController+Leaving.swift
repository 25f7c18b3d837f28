// How a step begins and ends: by itself, with the task that it is in, or with a host that has none.

internal import Research
internal import ResearchUI

extension ORKStepViewController {
    // MARK: Beginning

    /// The run says that the step may begin, where somebody says that.
    final func takeWordToBegin() {
        visit.takeWord()
        beginIfPossible()
    }

    /// Starts recorders, and the step's timer behind them.
    final func beginIfPossible() {
        let isAnother = visit.phase == .shown
        guard isOnScreen, let shown = presentation?.shown, visit.begin() else { return }
        if isAnother { renewRecorders() }
        let number = visit.number
        let isWanted = { @MainActor [weak self] in
            self?.visit.number == number && self?.visit.phase == .running
        }
        let (crew, recorders, limits) = (crew, recorders, limits)
        // A start may take long: the step can be let go of meanwhile.
        Task.immediate { [weak self] in
            let mayBegin = await crew.begin(recorders, ofVisit: number, limits, while: isWanted) {
                self?.noteFailure(of: $0, $1)
            }
            (self?.hostedBy?.host as? RSDTaskViewController)?.recordersDidChange()
            if mayBegin { shown.stepMayBegin() }
        }
    }

    /// What was stopped records no second time: a new one takes its place, where somebody makes one,
    /// and of the others it is told.
    private func renewRecorders() {
        guard recorders.contains(where: crew.hasStopped) else { return }
        let old = recorders
        recorders = old.map { crew.hasStopped($0) ? renewed($0) ?? $0 : $0 }
        for recorder in old where recorders.contains(where: { $0 === recorder }) {
            guard crew.hasStopped(recorder) else { continue }
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
        // Whoever keeps one for good gives the same again.
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

    /// The run goes elsewhere, or ends: everything of the step stops, and nobody is told where to go on.
    final func leaveByHost() {
        guard visit.takeAway() else { return }
        dismissal = now
        departure = Task.immediate { _ = await stopEverything() }
    }

    /// A run of ours takes the cancel; without one, the delegate is told when everything has stopped.
    final func leaveTask(shouldSave: Bool) {
        if let outerHost { return outerHost.handleTaskCancelled(shouldSave: shouldSave) }
        guard visit.leave() else { return }
        departure = Task.immediate {
            guard await stopEverything() else { return }
            let error = ORKStepViewControllerError.cancelled(shouldSave: shouldSave)
            delegate?.stepViewControllerDidFail(self, withError: error)
        }
    }

    /// The run stayed at the step: it is another visit, with recorders of its own.
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
        // What was pressed first counts, however long it takes to stop.
        guard !visit.isBeingLeft else { return }
        let action = presentation?.shown.stepViewModel.action(for: .skip)
        if let shown = presentation?.shown, shown.actionTapped(with: .skip) {
            // A page that is shown leaves nothing out.
            wasSkipped = action is any RSDNavigationUIAction
            return
        }
        wasSkipped = true
        goForward()
    }

    /// Stops timer and recorders, and keeps what they have; answers whether somebody is told.
    private func stopEverything() async -> Bool {
        presentation?.shown.stepWillLeave()
        for stopped in await crew.stop(recorders, limits) {
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

    /// What shows it as a step of a task of ours.
    final var hostedBy: ORKHostedController? {
        // The delegate may be somebody who passes on what he hears.
        parent as? ORKHostedController ?? delegate as? ORKHostedController
    }

    /// Who runs the task that the step is in, if it is in one.
    final var outerHost: (any RSDStepHost)? { hostedBy?.host ?? taskViewController }

    /// Whether anybody takes it when the participant leaves the task.
    final var isCancelTaken: Bool {
        outerHost != nil || delegate?.stepViewControllerTakesCancel(self) ?? false
    }

    /// Whether nothing was shown before: nothing is lost then by leaving.
    final var isFirstOfRun: Bool {
        if let hostedBy { return hostedBy.stepViewModel.isFirstStep }
        // Not what a subclass says that has no way back.
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
