// Saves a run after each step and answer, and resumes it.

public import Research

/// What the participant decided about progress that cannot be saved.
enum UnkeptProgress {
    case none
    case asked(Task<TroubleAnswer?, Never>)
    /// The run goes on without saving.
    case accepted
    /// The store does not respond, and the run does not wait for it.
    case slow
}

extension TaskEngine {
    /// Prepares to resume a saved run; call it before `start`.
    ///
    /// - Throws: `PathRestoreError` if the task is another one, or has changed; the run stays saved.
    public final func resume(_ progress: SavedProgress) throws(PathRestoreError) {
        resumption = (try taskViewModel.restore(progress.path), progress.run.active)
    }

    /// Saves the run after an answer was given.
    public final func answersDidChange() {
        saveProgress()
        Task { await progressIsSaved() }
    }

    /// Waits until all answers are on the disk; returns the error if they cannot be saved.
    @discardableResult
    public final func progressIsSaved() async -> (any Error)? {
        while let failure = await settledProgress() {
            note("progress was not saved: \(failure)")
            guard await decideOnUnkept(failure) == .tryAgain else { return failure }
        }
        unkept = .none
        return nil
    }

    /// True if the saved progress is complete, so that a resumed run would lack nothing.
    package final var isProgressKept: Bool {
        if progressKeeper != nil, case .none = unkept { true } else { false }
    }

    /// Waits until the store has written all progress; returns the error if it cannot, or if the wait was given up.
    ///
    /// A disk may hang. The participant can end the wait; if they do not answer, it ends after the time limit for
    /// stopping a recorder. The data is still written as soon as the disk responds.
    private func settledProgress() async -> (any Error)? {
        let writer = progressWriter
        if case .slow = unkept, writer.isBusy { return TaskEngineError.savingTooSlow }
        let (patience, limit) = (limits.patience, limits.stop)
        return await withCheckedContinuation {
            (continuation: CheckedContinuation<(any Error)?, Never>) in
            var waiter: CheckedContinuation<(any Error)?, Never>? = continuation
            let waiting = Task { [weak self] in
                guard (try? await Task.sleep(for: patience)) != nil, let self else { return }
                if !(await waitsNoLonger(.keepsSlowly)) {
                    guard (try? await Task.sleep(for: limit)) != nil else { return }
                }
                guard let waiter = waiter.take() else { return }
                unkept = .slow
                waiter.resume(returning: TaskEngineError.savingTooSlow)
            }
            Task {
                let failure = await writer.settle()
                waiting.cancel()
                waiter.take()?.resume(returning: failure)
            }
        }
    }

    /// Asks once what to do about answers that cannot be saved.
    ///
    /// If the participant goes on without saving, they are not asked again before a save succeeds.
    private func decideOnUnkept(_ failure: any Error) async -> TroubleAnswer? {
        switch unkept {
        case .accepted, .slow: return nil
        case .asked(let question): return await question.value
        case .none: break
        }
        let question = Task { await decide(.notKept(failure)) }
        unkept = .asked(question)
        let answer = await question.value
        unkept = answer == .tryAgain ? .none : .accepted
        return answer
    }

    /// Saves the position and the changes of the run, if it has a keeper.
    final func saveProgress(active: [AsyncActionCoordinator.ActionName]? = nil) {
        guard asked.canSaveTaskProgress, let progressKeeper, !isOver else { return }
        let run = SavedRun(
            taskIdentifier: taskViewModel.identifier,
            taskRunUUID: taskViewModel.taskResult.taskRunUUID,
            date: taskViewModel.date,
            active: active ?? actionsInUse
        )
        let changes = taskViewModel.takeUnsavedChanges()
        progressWriter.write(.init(run: run, changes: changes, keeper: progressKeeper))
    }

    /// The actions to start again if the run is resumed at this point.
    final var actionsInUse: [AsyncActionCoordinator.ActionName] {
        coordinator.members.filter { $0.state != .stopping }.map(\.key.action)
    }

    /// Removes the saved progress of a run that is over; returns the error if that fails.
    @discardableResult
    package final func forgetProgress() async -> (any Error)? {
        guard let progressKeeper else { return nil }
        let run = taskViewModel.taskResult.taskRunUUID
        do {
            try await storeThread.perform { try progressKeeper.forget(run) }
            return nil
        } catch {
            note("saved progress was not removed: \(error)")
            return error
        }
    }

    /// Adds a note, unless the same note is there already.
    public final func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }
}
