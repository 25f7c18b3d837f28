// What the state of a run is asked to do, whoever has it: a step's model, a host, code of the field.

internal import Research

extension TaskEngine {
    /// Does what a button of the framework does to the run.
    final func perform(_ action: RSDUIActionType) {
        switch action {
        case .goForward, .skip: Task.immediate { await goForward() }
        case .goBackward: Task.immediate { await goBack() }
        case .cancel: asked.handleTaskCancelled(shouldSave: false)
        default: note("'\(action)' does nothing to the run: it is for the controller of a step")
        }
    }
}
