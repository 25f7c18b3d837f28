// The owner of an engine whose run is on a screen. A subclass of the owner may override the owner's members, so the
// engine calls these instead of its own; without an override, they call the engine's.

package import Research

/// Runs a task by an engine's decisions: either the engine itself, or an object that shows the task on a screen.
@MainActor
package protocol TaskRunHost: RSDTaskController {
    /// The controller of a step; `nil` if nothing can show it.
    func stepController(
        for step: any RSDStep,
        in path: RSDTaskViewModel
    ) -> (any RSDStepController)?
    /// The controller of an async action; `nil` if nothing can perform it.
    func asyncActionController(
        for configuration: any RSDAsyncActionConfiguration,
        in path: RSDTaskViewModel
    ) -> (any RSDAsyncActionController)?
    /// Called when a controller has started.
    func asyncActionControllerDidStart(_ controller: any RSDAsyncActionController)
    /// Called when async actions may have been added, started, stopped or removed.
    func recordersDidChange()
    /// Called when speech and recording must go on from now on while the screen is off.
    func startBackgroundAudioSessionIfNeeded()
    /// Asks the participant to permit an async action; returns the reason if they refuse.
    func refusal(of configuration: any RSDAsyncActionConfiguration) async -> (any Error)?
    /// Asks the participant what to do about a problem.
    ///
    /// Returns `nil` if there is nobody to ask, or if the calling task was cancelled.
    func answer(to trouble: RunTrouble) async -> TroubleAnswer?
    /// Called when the run begins to end: withdraws the open questions.
    ///
    /// After this, `answer(to:)` is called only about what the end of the run waits for.
    func runWillEnd()
    /// Called when the run is over; reports of its end follow.
    func runDidEnd()
    /// Called with the way in which the run has ended.
    func handleTaskDidFinish(with reason: TaskFinishReason, error: (any Error)?)
}

extension TaskEngine: TaskRunHost {
    /// The object that the engine asks: its host, or the engine itself if it has none.
    var asked: any TaskRunHost { host ?? self }

    package func refusal(
        of configuration: any RSDAsyncActionConfiguration
    ) async -> (any Error)? { nil }

    package func answer(to trouble: RunTrouble) async -> TroubleAnswer? { nil }

    package func runWillEnd() {}

    package func runDidEnd() {}

    package func recordersDidChange() {}

    /// Shows that a task is being fetched.
    func beginLoading(_ taskInfo: any RSDTaskInfoStep) {
        showLoading(for: taskInfo)
        host?.showLoading(for: taskInfo)
    }

    /// Hides the loading indicator.
    package func endLoading() {
        hideLoadingIfNeeded()
        host?.hideLoadingIfNeeded()
    }

    /// Reports to the engine and its host that speech and recording must go on while the screen is off.
    func beginBackgroundAudio() {
        startBackgroundAudioSessionIfNeeded()
        host?.startBackgroundAudioSessionIfNeeded()
    }
}
