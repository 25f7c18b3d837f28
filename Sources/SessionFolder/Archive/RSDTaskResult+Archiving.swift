// Archives a result, with SageResearch's functions. The session folder stays; the lab may delete it.

public import Research
internal import Synchronization
internal import SystemCalls

extension RSDTaskResult {
    /// Archives the result and its files, and has the manager send the archives.
    ///
    /// - Parameters:
    ///   - manager: Decides into which archives, and what happens to them.
    ///   - folder: The session folder with the files, if their results do not say where they are.
    ///   - scheduleIdentifier: The identifier of the run in the host's schedule.
    ///   - factory: Encodes the result and the answers.
    /// - Throws: The error that prevented it, after the manager's `handleArchiveFailure` has completed.
    public func archiveResults(
        with manager: any RSDDataArchiveManager,
        from folder: String? = nil,
        scheduleIdentifier: String? = nil,
        by factory: RSDFactory = RSDFactory()
    ) async throws {
        do {
            let archives = try await WorkThread(name: "archive").perform {
                try TaskArchiver.archives(
                    of: self,
                    scheduleIdentifier: scheduleIdentifier,
                    TaskArchiver.Surroundings(manager: manager, folder: folder, factory: factory)
                )
            }
            await calledBack {
                manager.encryptAndUpload(taskResult: self, dataArchives: archives, completion: $0)
            }
        } catch {
            await calledBack {
                manager.handleArchiveFailure(taskResult: self, error: error, completion: $0)
            }
            throw error
        }
    }
}

extension RSDTaskViewModel {
    /// Archives the run's result and its files, and has the manager send the archives.
    public final func archiveResults(
        with manager: any RSDDataArchiveManager,
        from folder: String? = nil,
        scheduleIdentifier: String? = nil,
        by factory: RSDFactory = RSDFactory()
    ) async throws {
        try await taskResult.archiveResults(
            with: manager,
            from: folder,
            scheduleIdentifier: scheduleIdentifier,
            by: factory
        )
    }

    /// Archives the run's result and its files, then calls `completion` with the error, if there was one.
    public final func archiveResults(
        with manager: any RSDDataArchiveManager,
        from folder: String? = nil,
        completion: (@MainActor ((any Error)?) -> Void)? = nil
    ) {
        Task.immediate { @MainActor in
            do {
                try await archiveResults(with: manager, from: folder)
                completion?(nil)
            } catch {
                completion?(error)
            }
        }
    }
}

/// Waits until the callback is called or released; ignores further calls.
private func calledBack(_ begin: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in
        let first = FirstCall(continuation)
        begin { first.call() }
    }
}

/// Resumes at the first call, or when the callback is released.
private final class FirstCall: Sendable {
    private let waiting: Mutex<CheckedContinuation<Void, Never>?>

    init(_ continuation: CheckedContinuation<Void, Never>) { waiting = Mutex(continuation) }

    deinit { call() }

    func call() {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume()
    }
}
