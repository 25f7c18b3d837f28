// What a task remembers between its runs, in the words of the model.

internal import FoundationEssentials
public import TrackedStore

/// What tasks remember between runs.
public struct TrackedData: Sendable {
    private let store: TrackedStore

    /// What is remembered in a store.
    public init(in store: TrackedStore) {
        self.store = store
    }

    /// The cohorts that the participant is in.
    public func cohorts() throws -> Set<String> {
        guard let bytes = try store.read("cohorts", key: "participant") else { return [] }
        return try JSONDecoder().decode(Set<String>.self, from: Data(bytes))
    }

    /// Remembers the cohorts that the participant is in.
    public func remember(cohorts: Set<String>) throws {
        let data = try JSONEncoder().encode(cohorts.sorted())
        try store.write([UInt8](data), "cohorts", key: "participant")
    }
}
