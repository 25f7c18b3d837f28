// The questions and reports that a host gets while a task runs. All have default implementations, so that a host
// implements only those it needs.

public import Research

/// How a run of a task has ended.
public enum TaskFinishReason: String, Sendable, Hashable, CaseIterable {
    case saved, discarded, completed, failed, earlyExit
}

/// What to do if a task cannot be fetched, or cannot go on.
public enum TaskFailureResponse: Sendable, Hashable {
    /// End the run with the results so far.
    case giveUp
    /// Wait; `goForward` tries again.
    case wait
}

/// Receives reports of a task engine, and may make controllers for it.
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
    /// The task cannot be fetched, or cannot go on.
    func taskEngine(_ engine: TaskEngine, didFailWith error: any Error) -> TaskFailureResponse
    /// The result is complete.
    func taskEngine(_ engine: TaskEngine, readyToSave path: RSDTaskViewModel)
    /// The run is over; every file is closed, except that of a recorder that did not stop in time.
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

/// A step controller that is also told when its timer may begin, and when its step is left.
public protocol RSDRunningStepController: RSDStepController {
    /// The step is on screen and what it records runs: its timer may begin.
    func stepMayBegin()
    /// Another step takes its place, or the run ends.
    func stepWillLeave()
}

/// A step controller with recorders of its own; the run waits for their results.
@MainActor
package protocol RecordingStepController: AnyObject {
    /// Returns when all recorders that `stepWillLeave` stops have stopped.
    func stepHasLeft() async
    /// Its recorders; they receive marks and provide readings like the run's own.
    var recorders: [any RSDAsyncActionController] { get }
}
