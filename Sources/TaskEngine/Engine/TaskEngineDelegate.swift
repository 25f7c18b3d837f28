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
    /// Returns the controller of a step; `nil` to use the one that the step or the engine makes.
    func taskEngine(
        _ engine: TaskEngine,
        stepControllerFor step: any RSDStep,
        in path: RSDTaskViewModel
    ) -> (any RSDStepController)?
    /// Returns the controller of an async action; `nil` to use the one that the configuration or the engine makes.
    func taskEngine(
        _ engine: TaskEngine,
        asyncActionControllerFor configuration: any RSDAsyncActionConfiguration,
        in path: RSDTaskViewModel
    ) -> (any RSDAsyncActionController)?
    /// Called when the task cannot be fetched, or cannot go on; returns whether to wait or to end the run.
    func taskEngine(_ engine: TaskEngine, didFailWith error: any Error) -> TaskFailureResponse
    /// Called when the result is complete.
    func taskEngine(_ engine: TaskEngine, readyToSave path: RSDTaskViewModel)
    /// Called when the run is over; every file is closed, except that of a recorder that did not stop in time.
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

/// A step controller that is also notified when its timer may begin, and when its step is left.
public protocol RSDRunningStepController: RSDStepController {
    /// The step is on screen and its recorders run: its timer may begin.
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
