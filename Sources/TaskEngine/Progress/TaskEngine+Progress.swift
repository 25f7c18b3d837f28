// How a run is put away after each step and answer, and taken up again.

internal import Research

extension TaskEngine {
    /// Takes up a run that was saved; to be called before `start`.
    public final func resume(_ progress: SavedProgress) { resumed = progress }

    /// Takes note that an answer was given.
    public final func answersDidChange() { saveProgress() }

    /// Keeps where the run stands, if it can be kept and has begun.
    final func saveProgress(active: [AsyncActionFleet.ActionName]? = nil) {
        guard canSaveTaskProgress, let progressKeeper, lastMove != nil else { return }
        let progress = SavedProgress(
            taskIdentifier: taskViewModel.identifier,
            path: taskViewModel.snapshot(),
            active: active ?? actionsInUse
        )
        do {
            try progressKeeper.keep(progress)
        } catch {
            note("progress was not saved: \(error)")
        }
    }

    /// What has to be started again when the run is taken up here.
    final var actionsInUse: [AsyncActionFleet.ActionName] {
        fleet.members.filter { $0.state != .stopping }.map(\.key.action)
    }

    final func forgetProgress() {
        do {
            try progressKeeper?.forget(task: taskViewModel.identifier)
        } catch {
            note("saved progress was not removed: \(error)")
        }
    }

    /// Keeps what did not go as it should, once.
    public final func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }
}
