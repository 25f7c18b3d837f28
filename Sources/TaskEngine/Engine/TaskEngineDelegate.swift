// What a host is asked, and told, while a task runs. All of it has an answer already, so that a host
// writes only what it has to say.

public import Research

/// How a run of a task has ended.
public enum TaskFinishReason: String, Sendable, Hashable, CaseIterable {
    case saved, discarded, completed, failed, earlyExit
}

/// What is done after a task could not be fetched, or not go on.
public enum TaskFailureResponse: Sendable, Hashable {
    /// The run ends, with what there is.
    case giveUp
    /// The run waits; `goForward` tries again.
    case wait
}

/// Hears from a task engine, and may make controllers for it.
@MainActor
public protocol TaskEngineDelegate: AnyObject {
    /// The controller of a step; `nil` to leave that to the step and the engine.
    func taskEngine(
        _ engine: TaskEngine,
        stepControllerFor step: any RSDStep,
        in path: RSDTaskViewModel
    ) -> (any RSDStepController)?
    /// The controller of an async action; `nil` to leave that to the configuration and the engine.
    func taskEngine(
        _ engine: TaskEngine,
        asyncActionControllerFor configuration: any RSDAsyncActionConfiguration,
        in path: RSDTaskViewModel
    ) -> (any RSDAsyncActionController)?
    /// Something stands in the way.
    func taskEngine(_ engine: TaskEngine, didFailWith error: any Error) -> TaskFailureResponse
    /// The result is whole.
    func taskEngine(_ engine: TaskEngine, readyToSave path: RSDTaskViewModel)
    /// The run is over; every file is closed.
    func taskEngine(
        _ engine: TaskEngine,
        didFinishWith reason: TaskFinishReason,
        error: (any Error)?
    )
}

extension TaskEngineDelegate {
    public func taskEngine(
        _ engine: TaskEngine,
        stepControllerFor step: any RSDStep,
        in path: RSDTaskViewModel
    ) -> (any RSDStepController)? { nil }

    public func taskEngine(
        _ engine: TaskEngine,
        asyncActionControllerFor configuration: any RSDAsyncActionConfiguration,
        in path: RSDTaskViewModel
    ) -> (any RSDAsyncActionController)? { nil }

    public func taskEngine(
        _ engine: TaskEngine,
        didFailWith error: any Error
    ) -> TaskFailureResponse { .giveUp }

    public func taskEngine(_ engine: TaskEngine, readyToSave path: RSDTaskViewModel) {}

    public func taskEngine(
        _ engine: TaskEngine,
        didFinishWith reason: TaskFinishReason,
        error: (any Error)?
    ) {}
}

/// Shows a step, and wants to know more of its time on screen than that.
public protocol RSDRunningStepController: RSDStepController {
    /// The step is on screen and what it records runs: its timer may begin.
    func stepMayBegin()
    /// Another step takes its place, or the run ends.
    func stepWillLeave()
}

/// Shows a step, and records by itself: the run waits for what it has.
@MainActor
package protocol RecordingStepController: AnyObject {
    /// Answers when all is stopped that `stepWillLeave` was to stop.
    func stepHasLeft() async
    /// What it records with: marks go there, and readings come from there, as from the run's own.
    var recorders: [any RSDAsyncActionController] { get }
}
