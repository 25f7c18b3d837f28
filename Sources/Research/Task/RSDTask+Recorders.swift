// Lists what a task will record, sections and subtasks included, so that a host can announce it before the run begins.

extension RSDTask {
    /// The recorders of the task and of all sections and subtasks in it.
    ///
    /// Recorders of a task that is fetched during the run are missing, because they are not known yet.
    package var recordersOfAllLevels: [any RSDAsyncActionConfiguration] {
        let own = (asyncActions ?? []).filter(\.isRecorder)
        let below = (TaskRules.steps(of: self) ?? []).compactMap(TaskRules.level(of:))
        return own + below.flatMap(\.recordersOfAllLevels)
    }

    /// True if a summary step of the task, or of a section or subtask in it, names the answer to show.
    ///
    /// The run must then wait for stopping recorders: one of them may give that answer, and the step is skipped without
    /// it.
    package var showsAnswers: Bool {
        let steps = TaskRules.steps(of: self) ?? []
        return steps.contains { ($0 as? any RSDResultSummaryStep)?.resultIdentifier != nil }
            || steps.compactMap(TaskRules.level(of:)).contains(where: \.showsAnswers)
    }
}
