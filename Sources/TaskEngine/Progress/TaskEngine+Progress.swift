// How a run is put away after each step, and how another process finds the way back to it. The way
// is gone again from the start with the answers that were given: the same rules lead to the same
// place, and what no longer leads there (a task that was changed) is noticed.

internal import FoundationEssentials
internal import Research

extension TaskEngine {
    /// Takes up a run that was saved; to be called before `start`.
    public final func resume(_ progress: SavedProgress) { resumed = progress }

    /// Takes note that an answer was given.
    public final func answersDidChange() { saveProgress() }

    final func saveProgress() {
        guard canSaveTaskProgress, let progressKeeper, !isEnding, lastMove != nil else { return }
        let levels = taskViewModel.openLevels
        let progress = SavedProgress(
            taskIdentifier: taskViewModel.identifier,
            taskRunUUID: taskViewModel.taskResult.taskRunUUID,
            position: taskViewModel.position,
            levels: levels.map { level in
                SavedProgress.Level(
                    identifier: level.identifier,
                    taskResult: level.taskResult,
                    previousResults: level.previousResults
                )
            },
            cohorts: taskViewModel.cohorts,
            active: fleet.members.filter { $0.state != .stopping }.map(\.key.action)
        )
        do {
            try progressKeeper.keep(progress)
        } catch {
            note("progress was not saved: \(error)")
        }
    }

    final func forgetProgress() {
        do {
            try progressKeeper?.forget(task: taskViewModel.identifier)
        } catch {
            note("saved progress was not removed: \(error)")
        }
    }

    /// Keeps what did not go as it should, once.
    final func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }

    /// The move that leads to where a run was left; `nil` where the task knows no way there.
    final func wayBack(to progress: SavedProgress) async -> StepMove? {
        let wanted = progress.position.nodes
        taskViewModel.cohorts = progress.cohorts
        giveBack(progress)
        var decision = taskViewModel.moveForward()
        // A loop in the task may come by any number of times; a changed task never arrives.
        for _ in 0..<10_000 {
            switch decision {
            case .show(var move):
                giveBack(progress)
                guard move.to.nodes == wanted else {
                    decision = move.level.moveForward()
                    continue
                }
                move.direction = .forward
                return move
            case .endLevel(let level):
                guard let parent = level.parentLevel else { return lost(progress) }
                level.closeLevel()
                giveBack(progress)
                decision = parent.moveForward()
            case .fetch(let level):
                guard let next = await fetchAgain(level) else { return lost(progress) }
                decision = next
            case .endTask, .stay:
                return lost(progress)
            }
        }
        return lost(progress)
    }

    private func fetchAgain(_ level: RSDTaskViewModel) async -> PathDecision? {
        guard let transformer = level.taskInfoStep?.taskTransformer,
            let task = try? await transformer.fetchTask(by: factory ?? RSDFactory())
        else { return nil }
        level.didFetch(task)
        return level.moveForward()
    }

    /// Gives the levels that are open the results that they had.
    private func giveBack(_ progress: SavedProgress) {
        for (level, saved) in zip(taskViewModel.openLevels, progress.levels)
        where level.identifier == saved.identifier {
            level.taskResult = saved.taskResult
        }
    }

    private func lost(_ progress: SavedProgress) -> StepMove? {
        let place = progress.position.nodes.last?.joined(separator: "/") ?? ""
        note("the task no longer leads to '\(place)', where it was left; it begins anew")
        return nil
    }
}
