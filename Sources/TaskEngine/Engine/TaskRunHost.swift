// A run that is on a screen has an owner whose members a subclass may override. The engine asks them in the place
// of its own, and they call the engine's for what it does by itself.

package import Research

/// Runs a task by an engine's decisions: the engine itself, or whoever shows the task on a screen.
@MainActor
package protocol TaskRunHost: RSDTaskController {
    /// The controller of a step; `nil` where nothing can show it.
    func stepController(
        for step: any RSDStep,
        in path: RSDTaskViewModel
    ) -> (any RSDStepController)?
    /// The controller of an async action; `nil` where nothing runs it.
    func asyncActionController(
        for configuration: any RSDAsyncActionConfiguration,
        in path: RSDTaskViewModel
    ) -> (any RSDAsyncActionController)?
    /// A controller is open and running.
    func asyncActionControllerDidStart(_ controller: any RSDAsyncActionController)
    /// Async actions have come, begun, ended or gone, or may have.
    func recordersDidChange()
    /// Speech and recording must go on from now on while the screen is off.
    func startBackgroundAudioSessionIfNeeded()
    /// Asks the participant to let an async action do what it is for; answers what stands in the way.
    func refusal(of configuration: any RSDAsyncActionConfiguration) async -> (any Error)?
    /// Asks whoever stands before the run; `nil` where nobody does, or the task that asks was cancelled.
    func answer(to trouble: RunTrouble) async -> TroubleAnswer?
    /// The run begins to end: nobody is asked any more.
    func runWillEnd()
    /// The run is over, and its news follow.
    func runDidEnd()
    /// The run is over, however it has ended.
    func handleTaskDidFinish(with reason: TaskFinishReason, error: (any Error)?)
}

extension TaskEngine: TaskRunHost {
    /// Who is asked what the engine does not decide.
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

    /// Shows no more that something is awaited.
    package func endLoading() {
        hideLoadingIfNeeded()
        host?.hideLoadingIfNeeded()
    }

    /// Has the machine kept awake.
    func beginBackgroundAudio() {
        startBackgroundAudioSessionIfNeeded()
        host?.startBackgroundAudioSessionIfNeeded()
    }
}
