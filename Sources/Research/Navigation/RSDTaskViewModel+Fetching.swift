// A task that stands elsewhere is fetched by whoever runs it, or by a host that wants it sooner.

extension RSDTaskViewModel {
    /// Fetches the task, if it is not there yet, and takes it over.
    ///
    /// - Throws: What the transformer throws, or what is wrong with the task.
    public final func fetchTask(with factory: RSDFactory) async throws {
        guard task == nil else { return }
        let fetched = try await fetchedTask(by: factory)
        // Somebody else may have fetched it meanwhile.
        if task == nil { didFetch(fetched) }
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

    /// The task that the level's transformer fetches, without a fault that can be found before a run.
    package final func fetchedTask(by factory: RSDFactory) async throws -> any RSDTask {
        guard let transformer = taskInfoStep?.taskTransformer else {
            throw NothingToFetch(identifier: identifier)
        }
        let fetched = try await transformer.fetchTask(by: factory)
        try fetched.validate()
        return fetched
    }
}

/// A task is to be fetched, and nothing says from where.
struct NothingToFetch: Error, CustomStringConvertible {
    let identifier: String

    var description: String {
        "the task '\(identifier)' cannot be fetched: its step has no 'taskTransformer'; add one that names the "
            + "task's file"
    }
}
