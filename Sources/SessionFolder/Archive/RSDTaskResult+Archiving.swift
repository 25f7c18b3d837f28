// The way from a result to archives, as the field has it; the session folder stays, which is the lab's to delete.

public import Research
internal import Synchronization
internal import SystemCalls

extension RSDTaskResult {
    /// Has a manager archive the result and its files, and send the archives.
    ///
    /// - Parameters:
    ///   - manager: Says into which archives, and what becomes of them.
    ///   - folder: The session folder that the files lie in, where their results do not say it.
    ///   - scheduleIdentifier: When the run was to be, by the name that the host's schedule has for it.
    ///   - factory: Encodes the result, and what is answered.
    /// - Throws: What kept it from an archive, after the manager has heard of it.
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
    /// Has a manager archive the run's result and its files, and send the archives.
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

    /// Calls the async form.
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

/// Waits until somebody calls back, or lets go of what is to be called; a second call is none.
private func calledBack(_ begin: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in
        let first = FirstCall(continuation)
        begin { first.call() }
    }
}

/// Goes on at the first call, or when nobody can call any more.
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
