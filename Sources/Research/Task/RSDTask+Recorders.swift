// Who begins a run says first what will be recorded in it, at whichever level of the task.

extension RSDTask {
    /// The async actions of the task and of all levels below it that record, as far as they are known before
    /// the run.
    package var recordersOfAllLevels: [any RSDAsyncActionConfiguration] {
        let own = (asyncActions ?? []).filter(\.isRecorder)
        let below = (TaskRules.steps(of: self) ?? []).compactMap(TaskRules.level(of:))
        return own + below.flatMap(\.recordersOfAllLevels)
    }

    /// Whether a step of the task, or of a level below it, shows an answer that a recorder may give, or is left out without
    /// it.
    package var showsAnswers: Bool {
        let steps = TaskRules.steps(of: self) ?? []
        return steps.contains { ($0 as? any RSDResultSummaryStep)?.resultIdentifier != nil }
            || steps.compactMap(TaskRules.level(of:)).contains(where: \.showsAnswers)
    }
}
