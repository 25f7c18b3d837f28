// Saves the progress of runs so that it survives a killed process and a power cut. Several runs of one task can be
// saved at the same time. Each run has one document that describes it, and one document for each of its pieces (see
// `PathSnapshot`). A save writes the changed pieces and the description in one transaction: the saved pieces always
// belong to the same moment of the run, and a save costs the same however long the run is.

public import FoundationEssentials
public import Research
public import TrackedStore

/// Saves the progress of runs in a store.
public struct ProgressKeeper: Sendable {
    private static let kind = "progress"
    private let store: any DocumentStore
    private let factory: RSDFactory

    /// Creates a keeper for a store; the factory decodes and encodes the results.
    public init(in store: any DocumentStore, factory: RSDFactory) {
        self.store = store
        self.factory = factory
    }

    /// The saved runs of a task, the one that was saved last first.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the task.
    ///   - unreadable: Called for each saved run that cannot be read; such a run stays in the store.
    /// - Returns: The runs; pass one to `progress(of:)`.
    /// - Throws: If the store cannot be read.
    public func runs(
        ofTask identifier: String,
        unreadable: (ProgressError) -> Void = { _ in }
    ) throws -> [SavedRun] {
        let decoder = factory.createJSONDecoder()
        var runs: [SavedRun] = []
        for (key, bytes) in try store.documents(ofKind: Self.kind).sorted(by: { $0.key < $1.key }) {
            let data = Data(bytes)
            do {
                let mark = try decoder.decode(VersionMark.self, from: data)
                guard mark.taskIdentifier == identifier else { continue }
                guard mark.version <= SavedProgress.currentVersion else {
                    unreadable(ProgressError(run: key, cause: "a newer version has written it"))
                    continue
                }
                runs.append(try decoder.decode(SavedRun.self, from: data))
            } catch {
                unreadable(ProgressError(run: key, cause: "\(error)"))
            }
        }
        return runs.sorted { $0.date > $1.date }
    }

    /// The part of a saved run that all format versions have in common.
    private struct VersionMark: Decodable {
        var version: Int
        var taskIdentifier: String
    }

    /// Reads the saved progress of a run.
    public func progress(of run: SavedRun) throws -> SavedProgress {
        let documents = try store.documents(ofKind: Self.pieces(of: run.taskRunUUID))
        do {
            return SavedProgress(run: run, path: try PathSnapshot(documents: documents, factory))
        } catch {
            throw ProgressError(run: run.taskRunUUID.uuidString, cause: "\(error)")
        }
    }

    /// Saves the changes of a run, and its description.
    func keep(_ changes: PathSnapshot, of run: SavedRun) throws {
        let kind = Self.pieces(of: run.taskRunUUID)
        let pieces = try changes.documents(factory).map {
            TrackedChange.write(TrackedDocument(kind: kind, key: $0.key, value: $0.value))
        }
        try store.change(pieces + [.write(try head(of: run))])
    }

    /// Moves the progress of a run from this store to another one.
    package func move(_ run: SavedRun, to other: any DocumentStore) throws {
        let kind = Self.pieces(of: run.taskRunUUID)
        let pieces = try store.documents(ofKind: kind).sorted { $0.key < $1.key }.map {
            TrackedChange.write(TrackedDocument(kind: kind, key: $0.key, value: $0.value))
        }
        try other.change(pieces + [.write(try head(of: run))])
        try forget(run.taskRunUUID)
    }

    private func head(of run: SavedRun) throws -> TrackedDocument {
        let value = Array(try factory.createJSONEncoder().encode(run))
        return TrackedDocument(kind: Self.kind, key: run.taskRunUUID.uuidString, value: value)
    }

    /// Removes the progress of a run.
    public func forget(_ run: UUID) throws {
        try store.change([
            .remove(kind: Self.kind, key: run.uuidString), .removeAll(kind: Self.pieces(of: run)),
        ])
    }

    private static func pieces(of run: UUID) -> String { "pieces of \(run.uuidString)" }
}

/// Why a saved run cannot be resumed.
public struct ProgressError: Error, Sendable, Hashable, CustomStringConvertible {
    public var run: String
    public var cause: String

    public var description: String {
        "the saved run \(run) cannot be read: \(cause); it stays where it is"
    }
}
