// Writes saved progress in order, off the main actor, so that a slow disk or a store locked by another process does
// not block the screen. Saves that are requested during a write are merged into the next write. A save that fails is
// merged into the next one, too, so that nothing is lost.

internal import Research
internal import Synchronization

/// Writes the progress of one run.
final class ProgressWriter: Sendable {
    private let thread: StoreThread
    private let state = Mutex(State())

    init(on thread: StoreThread) { self.thread = thread }

    private struct State {
        var pending: Save?
        var isWriting = false
        var failure: (any Error)?
        var waiters: [CheckedContinuation<(any Error)?, Never>] = []
    }

    /// What to write: the description of the run, its changes, and the keeper to write with.
    struct Save: Sendable {
        var run: SavedRun
        var changes: PathSnapshot
        var keeper: ProgressKeeper

        mutating func add(_ later: Save) {
            run = later.run
            changes.add(later.changes)
            keeper = later.keeper
        }
    }

    /// Writes a save after all earlier ones.
    func write(_ save: Save) {
        state.withLock { state in
            if state.pending?.add(save) == nil { state.pending = save }
        }
        begin()
    }

    /// Waits until all saves are written; returns the error if that fails.
    func settle() async -> (any Error)? {
        begin()
        return await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.isWriting { state.waiters.append(continuation) }
                return !state.isWriting
            }
            if isIdle { continuation.resume(returning: state.withLock { $0.failure }) }
        }
    }

    /// Whether something is being written.
    var isBusy: Bool { state.withLock { $0.isWriting } }

    private func begin() {
        let begins = state.withLock { state in
            guard !state.isWriting, state.pending != nil else { return false }
            state.isWriting = true
            return true
        }
        guard begins else { return }
        do {
            try thread.post { self.writeAll() }
        } catch {
            let failure: any Error = error
            let waiters = state.withLock { state in
                state.failure = failure
                state.isWriting = false
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume(returning: failure) }
        }
    }

    private func writeAll() {
        while true {
            guard let save = state.withLock({ $0.pending.take() }) else { return }
            var failure: (any Error)?
            do {
                try save.keeper.keep(save.changes, of: save.run)
            } catch {
                failure = error
            }
            guard !isDone(with: save, failure) else { return }
        }
    }

    /// Handles the outcome of a write; returns true if nothing more is to be written now.
    private func isDone(with save: Save, _ failure: (any Error)?) -> Bool {
        let waiters: [CheckedContinuation<(any Error)?, Never>]? = state.withLock { state in
            let isMore = state.pending != nil
            if failure != nil {
                var whole = save
                if let later = state.pending { whole.add(later) }
                state.pending = whole
            }
            state.failure = failure
            if isMore { return nil }
            state.isWriting = false
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters ?? [] { waiter.resume(returning: failure) }
        return waiters != nil
    }
}
