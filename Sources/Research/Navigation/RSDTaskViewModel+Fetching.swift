// Fetches a task that is defined elsewhere. The runner calls this, or a host that wants the task sooner.

extension RSDTaskViewModel {
    /// Fetches the task of this level and adopts it; does nothing if the level has a task already.
    ///
    /// - Throws: What the transformer throws, or what is wrong with the task.
    public final func fetchTask(with factory: RSDFactory) async throws {
        try await fetchTask(with: factory, ifStill: { true })
    }

    /// Fetches the task; adopts it if, after that, the level still has none and `isWanted` returns true.
    ///
    /// - Throws: What the transformer throws, or what is wrong with the task.
    package final func fetchTask(
        with factory: RSDFactory,
        ifStill isWanted: () -> Bool
    ) async throws {
        guard task == nil else { return }
        guard let transformer = taskInfoStep?.taskTransformer else {
            throw NothingToFetch(identifier: identifier)
        }
        let fetched = try await transformer.fetchTask(by: factory)
        // Another caller may have fetched the task meanwhile.
        guard task == nil, isWanted() else { return }
        try fetched.validate()
        didFetch(fetched)
    }

    /// Calls the async form.
    public final func fetchTask(
        with factory: RSDFactory,
        completion: @escaping @MainActor ((any RSDTask)?, (any Error)?) -> Void
    ) {
        Task.immediate { @MainActor in
            do {
                try await fetchTask(with: factory)
                completion(task, nil)
            } catch {
                completion(nil, error)
            }
        }
    }
}

/// The error of a task that is to be fetched but has no transformer.
struct NothingToFetch: Error, CustomStringConvertible, RSDCodedError {
    let identifier: String

    var description: String {
        "the task '\(identifier)' cannot be fetched: its step has no 'taskTransformer'; add one that names the "
            + "task's file"
    }

    var errorDomain: String { "RSDTaskErrorDomain" }
    var errorCode: Int { 1 }
}
