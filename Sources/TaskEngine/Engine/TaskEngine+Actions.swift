// Performs navigation actions that reach the engine through the task view model: from a step's model, a host, or code
// written for SageResearch.

internal import Research

extension TaskEngine {
    /// Performs the action of a navigation button.
    final func perform(_ action: RSDUIActionType) {
        switch action {
        case .goForward, .skip: Task.immediate { await goForward() }
        case .goBackward: Task.immediate { await goBack() }
        case .cancel: asked.handleTaskCancelled(shouldSave: false)
        default: note("'\(action)' does nothing to the run: it is for the controller of a step")
        }
    }
}
