// A task that stands elsewhere is fetched by whoever runs it, or by a host that wants it sooner.

extension RSDTaskViewModel {
    /// Fetches the task, if it is not there yet, and takes it over.
    ///
    /// - Throws: What the transformer throws, or what is wrong with the task.
    public final func fetchTask(with factory: RSDFactory) async throws {
        try await fetchTask(with: factory, ifStill: { true })
    }

    /// Fetches the task, and takes it over if it is not there by then, and still wanted.
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
        // Somebody else may have fetched it meanwhile.
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

/// A task is to be fetched, and nothing says from where.
struct NothingToFetch: Error, CustomStringConvertible, RSDCodedError {
    let identifier: String

    var description: String {
        "the task '\(identifier)' cannot be fetched: its step has no 'taskTransformer'; add one that names the "
            + "task's file"
    }

    var errorDomain: String { "RSDTaskErrorDomain" }
    var errorCode: Int { 1 }
}
