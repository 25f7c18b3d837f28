// How a run is put away after each step and answer, and taken up again.

public import Research

/// Whether somebody knows that progress cannot be kept.
enum UnkeptProgress {
    case none
    case asked(Task<TroubleAnswer?, Never>)
    /// The run goes on without.
    case accepted
    /// The store does not answer, and nobody waits for it.
    case slow
}

extension TaskEngine {
    /// Takes up a run that was saved; to be called before `start`.
    ///
    /// - Throws: `PathRestoreError` when the task is another, or has changed; the run stays saved.
    public final func resume(_ progress: SavedProgress) throws(PathRestoreError) {
        resumption = (try taskViewModel.restore(progress.path), progress.run.active)
    }

    /// Takes note that an answer was given.
    public final func answersDidChange() {
        saveProgress()
        Task { await progressIsSaved() }
    }

    /// Waits until the answers that were given are on the disk; answers what stands in the way.
    @discardableResult
    public final func progressIsSaved() async -> (any Error)? {
        while let failure = await settledProgress() {
            note("progress was not saved: \(failure)")
            guard await decideOnUnkept(failure) == .tryAgain else { return failure }
        }
        unkept = .none
        return nil
    }

    /// Whether a run that is taken up again would have all that there is.
    package final var isProgressKept: Bool {
        if progressKeeper != nil, case .none = unkept { true } else { false }
    }

    /// Waits for the store as long as whoever stands before the run wants to.
    ///
    /// A disk may hang: where nobody says so, it is waited for no longer than a recorder. What is given goes there
    /// all the same as soon as it can.
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

    /// Asks once what is done about answers that cannot be kept; whoever goes on is not asked again before some were.
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

    /// Keeps where the run stands, if it can be kept.
    final func saveProgress(active: [AsyncActionFleet.ActionName]? = nil) {
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

    /// What has to be started again when the run is taken up here.
    final var actionsInUse: [AsyncActionFleet.ActionName] {
        fleet.members.filter { $0.state != .stopping }.map(\.key.action)
    }

    /// Keeps nothing of a run that is over; answers what stands in the way of that.
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

    /// Keeps what did not go as it should, once.
    public final func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }
}
