// A session that was closed under its run would lack what recorders have still to write, and say that it is
// whole.

internal import Research
internal import TaskEngine

/// That a session cannot be closed, since its run has not come to its end.
public struct RunGoesOn: Error, Sendable, Hashable {
    /// The identifier of the task.
    public var task: String
    /// The way to the step that the run is at; `nil` where none is shown yet.
    public var step: String?
    /// The session folder.
    public var session: String

    @MainActor
    init(_ engine: TaskEngine, recordingInto session: String) {
        task = engine.taskViewModel.identifier
        step = engine.currentStepController.map { $0.path.stepPath(to: $0.step.identifier) }
        self.session = session
    }
}

extension RunGoesOn: CustomStringConvertible {
    public var description: String {
        let place = step.map { "is at the step '\($0)'" } ?? "has not begun"
        return "\(session): the run of the task '\(task)' \(place), and its session cannot be "
            + "closed before its end; close it when the engine has told that the run is over, or "
            + "end the run first, by 'exit' or 'cancel(shouldSave:)'"
    }
}
