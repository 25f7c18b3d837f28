// Keeps the progress of runs where neither a kill nor a power cut takes it away: one document for
// each task, replaced as a whole.

internal import FoundationEssentials
public import Research
public import TrackedStore

/// Keeps the progress of runs.
public struct ProgressKeeper: Sendable {
    private static let kind = "progress"
    private let store: TrackedStore
    private let factory: RSDFactory
    /// The session folder that the run records into.
    public var session: String?

    /// Progress in a store; the factory knows the types of results.
    public init(in store: TrackedStore, factory: RSDFactory, session: String? = nil) {
        self.store = store
        self.factory = factory
        self.session = session
    }

    /// What is kept of a task; `nil` if nothing is.
    public func progress(ofTask identifier: String) throws -> SavedProgress? {
        guard let bytes = try store.read(Self.kind, key: identifier) else { return nil }
        let decoder = factory.createJSONDecoder()
        do {
            // First of all: what a newer version has written need not be what this one can read.
            let version = try decoder.decode(SavedVersion.self, from: Data(bytes)).version
            guard version <= SavedProgress.currentVersion else {
                throw ProgressError(task: identifier, cause: "a newer version has written it")
            }
            return try decoder.decode(SavedProgress.self, from: Data(bytes))
        } catch let error as ProgressError {
            throw error
        } catch {
            throw ProgressError(task: identifier, cause: "\(error)")
        }
    }

    /// Keeps progress in the place of what was kept of its task.
    public func keep(_ progress: SavedProgress) throws {
        var progress = progress
        progress.session = session
        let data = try factory.createJSONEncoder().encode(progress)
        try store.write([UInt8](data), Self.kind, key: progress.taskIdentifier)
    }

    /// Keeps nothing of a task any more.
    public func forget(task identifier: String) throws {
        try store.remove(Self.kind, key: identifier)
    }
}

/// As much of saved progress as every version of it has.
private struct SavedVersion: Decodable {
    var version: Int
}

/// Why a saved run cannot be taken up again.
public struct ProgressError: Error, Sendable, Hashable, CustomStringConvertible {
    public var task: String
    public var cause: String

    public var description: String {
        "the saved progress of the task '\(task)' cannot be read: \(cause); "
            + "start the task from its beginning"
    }
}
