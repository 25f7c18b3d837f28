// What a run will record, at all levels of its task, so that it can be announced before the run begins.

extension RSDTask {
    /// The recorders among the async actions of the task and of all levels below it, as far as they are known before
    /// the run.
    package var recordersOfAllLevels: [any RSDAsyncActionConfiguration] {
        let own = (asyncActions ?? []).filter(\.isRecorder)
        let below = (TaskRules.steps(of: self) ?? []).compactMap(TaskRules.level(of:))
        return own + below.flatMap(\.recordersOfAllLevels)
    }

    /// True if a summary step of the task, or of a level below it, names the answer to show.
    ///
    /// A recorder may give that answer, and the step is skipped without it.
    package var showsAnswers: Bool {
        let steps = TaskRules.steps(of: self) ?? []
        return steps.contains { ($0 as? any RSDResultSummaryStep)?.resultIdentifier != nil }
            || steps.compactMap(TaskRules.level(of:)).contains(where: \.showsAnswers)
    }
}
