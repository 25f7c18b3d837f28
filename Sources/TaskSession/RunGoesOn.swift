// The error for closing a session too early. While the run goes on, recorders still have data to write; a session that
// is closed then would be marked as complete although this data is missing.

internal import Research
internal import TaskEngine

/// Thrown if a session is closed before its run has ended.
public struct RunGoesOn: Error, Sendable, Hashable {
    /// The identifier of the task.
    public var task: String
    /// The path of the step that the run is at; `nil` if no step is shown yet.
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
            + "closed before its end; close it when the engine has reported that the run is over, or "
            + "end the run first, by 'exit' or 'cancel(shouldSave:)'"
    }
}
