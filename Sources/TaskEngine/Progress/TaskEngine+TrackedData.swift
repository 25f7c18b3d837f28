// Reads the cohorts and answers of earlier runs, and stores those of this run for later ones. Only a run that ends by
// its last step or by an early exit stores any. A saved run has them in its own progress; those of a discarded or
// failed run are not stored.

internal import Research

extension TaskEngine {
    /// Reads the participant's cohorts, and the earlier answers of the task if it uses them.
    final func recall() async throws {
        guard let trackedData else { return }
        let stored = try await storeThread.perform { try trackedData.cohorts() }
        let change = ownCohorts
        taskViewModel.cohorts = change.applied(to: stored)
        taskViewModel.recalledCohorts = stored
        try await recallAnswers()
    }

    /// Reads the earlier answers of the task, once the task is known.
    final func recallAnswers() async throws {
        guard let trackedData, let task = taskViewModel.task, task.usesTrackedData else { return }
        let identifier = taskViewModel.taskResult.identifier
        taskViewModel.trackedAnswers = try await storeThread.perform {
            try trackedData.answers(ofTask: identifier)
        }
    }

    /// The changes of cohorts by the host and by the answers of this run, including those before it was resumed.
    private var ownCohorts: CohortChange {
        CohortChange(from: taskViewModel.recalledCohorts, to: taskViewModel.cohorts)
    }

    /// Stores the participant's cohorts, and the answers of the task if it uses them.
    final func remember() async {
        guard let trackedData else { return }
        let change = ownCohorts
        let usesAnswers = taskViewModel.task?.usesTrackedData ?? false
        let result = usesAnswers ? taskViewModel.taskResult : nil
        do {
            try await storeThread.perform {
                // Read the stored cohorts again: another run may have changed them since this one began.
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
