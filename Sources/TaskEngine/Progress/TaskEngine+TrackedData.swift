// What a run takes over from earlier ones, and leaves to those that come. Only a run that comes to
// its end leaves anything: of one that is saved the snapshot has it, and one that is given up or
// fails has not happened.

internal import Research

extension TaskEngine {
    /// Takes over the cohorts of the participant, and the answers of the task if it uses them.
    final func recall() throws {
        guard let trackedData else { return }
        let change = ownCohorts
        let stored = try trackedData.cohorts()
        taskViewModel.cohorts = change.applied(to: stored)
        taskViewModel.recalledCohorts = stored
        try recallAnswers()
    }

    /// Takes over the answers of a task that is known now.
    final func recallAnswers() throws {
        guard let task = taskViewModel.task, task.usesTrackedData else { return }
        taskViewModel.trackedAnswers = try trackedData?.answers(
            ofTask: taskViewModel.taskResult.identifier
        )
    }

    /// What the host and the answers of this run have changed, also before it was taken up again.
    private var ownCohorts: CohortChange {
        CohortChange(from: taskViewModel.recalledCohorts, to: taskViewModel.cohorts)
    }

    /// Leaves the cohorts of the participant, and the answers of the task if it uses them.
    final func remember() {
        guard let trackedData else { return }
        do {
            // Another run may have come to its end since.
            try trackedData.remember(
                cohorts: ownCohorts.applied(to: try trackedData.cohorts()),
                answersOf: taskViewModel.task?.usesTrackedData ?? false
                    ? taskViewModel.taskResult : nil
            )
        } catch {
            note("cohorts and answers are not remembered: \(error)")
        }
    }
}
