// Who begins a run says first what will be recorded in it, at whichever level of the task.

extension RSDTask {
    /// The async actions of the task and of all levels below it that record, as far as they are known before
    /// the run.
    package var recordersOfAllLevels: [any RSDAsyncActionConfiguration] {
        let own = (asyncActions ?? []).filter(\.isRecorder)
        let below = (TaskRules.steps(of: self) ?? []).compactMap(TaskRules.level(of:))
        return own + below.flatMap(\.recordersOfAllLevels)
    }
}
