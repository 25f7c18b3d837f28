// What a run takes over from earlier ones, and leaves to those that come. Only a run that comes to
// its end leaves anything: of one that is saved the snapshot has it, and one that is given up or
// fails has not happened.

internal import Research

extension TaskEngine {
    /// Takes over the cohorts of the participant, and the answers of the task if it uses them.
    final func recall() async throws {
        guard let trackedData else { return }
        let stored = try await storeThread.perform { try trackedData.cohorts() }
        let change = ownCohorts
        taskViewModel.cohorts = change.applied(to: stored)
        taskViewModel.recalledCohorts = stored
        try await recallAnswers()
    }

    /// Takes over the answers of a task that is known now.
    final func recallAnswers() async throws {
        guard let trackedData, let task = taskViewModel.task, task.usesTrackedData else { return }
        let identifier = taskViewModel.taskResult.identifier
        taskViewModel.trackedAnswers = try await storeThread.perform {
            try trackedData.answers(ofTask: identifier)
        }
    }

    /// What the host and the answers of this run have changed, also before it was taken up again.
    private var ownCohorts: CohortChange {
        CohortChange(from: taskViewModel.recalledCohorts, to: taskViewModel.cohorts)
    }

    /// Leaves the cohorts of the participant, and the answers of the task if it uses them.
    final func remember() async {
        guard let trackedData else { return }
        let change = ownCohorts
        let usesAnswers = taskViewModel.task?.usesTrackedData ?? false
        let result = usesAnswers ? taskViewModel.taskResult : nil
        do {
            try await storeThread.perform {
                // Another run may have come to its end since.
                try trackedData.remember(
                    cohorts: change.applied(to: try trackedData.cohorts()),
                    answersOf: result
                )
            }
        } catch {
            note("cohorts and answers are not remembered: \(error)")
        }
    }
}
