// Keeps the progress of runs where neither a kill nor a power cut takes it away. Two runs of one task
// are kept beside each other: each has a document that says what it is, and a kind of documents of
// its own for its pieces (see `PathSnapshot`). A save writes the pieces that have changed, and with
// them where the run stands, in one transaction: what is kept is always one moment of the run, and
// saving its ten-thousandth step costs what saving its first did.

public import FoundationEssentials
public import Research
public import TrackedStore

/// Keeps the progress of runs.
public struct ProgressKeeper: Sendable {
    private static let kind = "progress"
    private let store: any DocumentStore
    private let factory: RSDFactory

    /// Progress in a store; the factory knows the types of results.
    public init(in store: any DocumentStore, factory: RSDFactory) {
        self.store = store
        self.factory = factory
    }

    /// The runs of a task that are kept, the one that was saved last first.
    ///
    /// - Parameters:
    ///   - identifier: The task's.
    ///   - unreadable: Is told what cannot be read; it stays where it is.
    /// - Returns: What can be asked for with `progress(of:)`.
    /// - Throws: What is wrong with the store, when it cannot be read.
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

    /// What of a run says how the rest is to be read.
    private struct VersionMark: Decodable {
        var version: Int
        var taskIdentifier: String
    }

    /// What is kept of a run.
    public func progress(of run: SavedRun) throws -> SavedProgress {
        let documents = try store.documents(ofKind: Self.pieces(of: run.taskRunUUID))
        do {
            return SavedProgress(run: run, path: try PathSnapshot(documents: documents, factory))
        } catch {
            throw ProgressError(run: run.taskRunUUID.uuidString, cause: "\(error)")
        }
    }

    /// Keeps what has changed of a run, and where it stands.
    func keep(_ changes: PathSnapshot, of run: SavedRun) throws {
        let kind = Self.pieces(of: run.taskRunUUID)
        let pieces = try changes.documents(factory).map {
            TrackedChange.write(TrackedDocument(kind: kind, key: $0.key, value: $0.value))
        }
        try store.change(pieces + [.write(try head(of: run))])
    }

    /// Has another store keep what this one keeps of a run, and this one keep nothing of it.
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

    /// Keeps nothing of a run any more.
    public func forget(_ run: UUID) throws {
        try store.change([
            .remove(kind: Self.kind, key: run.uuidString), .removeAll(kind: Self.pieces(of: run)),
        ])
    }

    private static func pieces(of run: UUID) -> String { "pieces of \(run.uuidString)" }
}

/// Why a saved run cannot be taken up again.
public struct ProgressError: Error, Sendable, Hashable, CustomStringConvertible {
    public var run: String
    public var cause: String

    public var description: String {
        "the saved run \(run) cannot be read: \(cause); it stays where it is"
    }
}
