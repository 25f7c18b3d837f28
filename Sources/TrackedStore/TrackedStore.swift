// Stores what must outlast a run: cohorts, tracked answers and saved progress. The documents are bytes; the modules
// that use the store decide what is in them. Once a write has returned, neither a killed process nor a power cut
// loses it.

internal import Synchronization
internal import SystemCalls

/// A SQLite file of documents by kind and key.
public final class TrackedStore: DocumentStore {
    private let database: Mutex<Database>

    /// The version of the tables that this code writes.
    private static let version = 1
    private static let creation = Mutex(())

    /// Opens the store in a file, or creates one that only its owner may read.
    ///
    /// The path of its folder may contain symbolic links. A link in the place of the file is an error, because another
    /// user may have made it.
    public init(path: String) throws(TrackedStoreError) {
        let path = Self.withoutLinks(path)
        try Self.makePrivate(path)
        let database = try Database(path: path)
        try Self.prepare(database)
        self.database = Mutex(database)
    }

    /// Resolves the links in the folder's path; returns the path unchanged if the folder is not found.
    private static func withoutLinks(_ path: String) -> String {
        guard let parent = FileSystem.parent(of: path),
            let folder = try? FileSystem.absolutePath(parent)
        else { return path }
        let name = FileSystem.name(of: path)
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    /// Creates the file with private permissions, since SQLite would let everybody read a participant's data.
    ///
    /// An existing file is not opened here: closing it would release the locks that another store of this process
    /// holds on it. For the same reason only one store at a time creates a file. A `-wal` file without its store has
    /// the last changes of a store that was moved away; SQLite would delete it, so this throws.
    private static func makePrivate(_ path: String) throws(TrackedStoreError) {
        try creation.withLock { (_) throws(TrackedStoreError) in
            let changes = "\(path)-wal"
            let hasChanges = FileSystem.kind(of: changes) == .file
            do throws(SystemError) {
                try OpenFile.create(path, permissions: 0o600).close()
                if hasChanges { try FileSystem.remove(path) }
            } catch {
                guard error.errno != .exists else { return }
                throw TrackedStoreError(
                    code: TrackedStoreError.cannotOpen,
                    what: "open the store",
                    path: path,
                    cause: "\(error.errno)"
                )
            }
            guard hasChanges else { return }
            throw TrackedStoreError(
                code: TrackedStoreError.isOrphan,
                what: "make the store",
                path: path,
                cause: "'\(changes)' has the last changes of a store that is not there"
            )
        }
    }

    private static func prepare(_ database: borrowing Database) throws(TrackedStoreError) {
        let what = "prepare the store"
        guard try version(of: database) <= version else {
            throw TrackedStoreError(
                code: TrackedStoreError.isNewer,
                what: "open the store",
                path: database.path,
                cause: "a newer version of it has written the file "
                    + "(\(try version(of: database)); this one knows \(version))"
            )
        }
        try database.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL", to: what)
        guard try version(of: database) == 0 else { return }
        // If another store creates the tables after this check, the statements below change nothing.
        try database.run(
            """
            BEGIN IMMEDIATE;
            CREATE TABLE IF NOT EXISTS document(
                kind TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
                PRIMARY KEY(kind, key)) WITHOUT ROWID;
            PRAGMA user_version = \(version);
            COMMIT
            """,
            to: what
        )
    }

    private static func version(of database: borrowing Database) throws(TrackedStoreError) -> Int {
        let text = try database.bytes("PRAGMA user_version", [], to: "read the store's version")
        return text.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    }

    /// Returns the document with a kind and key, if it exists.
    public func read(_ kind: String, key: String) throws(TrackedStoreError) -> [UInt8]? {
        try database.withLock { (database) throws(TrackedStoreError) in
            try database.bytes(
                "SELECT value FROM document WHERE kind = ?1 AND key = ?2",
                [.text(kind), .text(key)],
                to: "read '\(key)' of \(kind)"
            )
        }
    }

    /// Returns all documents of a kind, by their keys.
    public func documents(ofKind kind: String) throws(TrackedStoreError) -> [String: [UInt8]] {
        let rows = try database.withLock { (database) throws(TrackedStoreError) in
            try database.rows(
                "SELECT key, value FROM document WHERE kind = ?1",
                [.text(kind)],
                columns: 2,
                to: "read all of \(kind)"
            )
        }
        let documents = rows.map { (String(decoding: $0[0], as: UTF8.self), $0[1]) }
        return Dictionary(documents) { $1 }
    }

    /// Writes a document, and replaces one with the same kind and key.
    public func write(
        _ value: [UInt8],
        _ kind: String,
        key: String
    ) throws(TrackedStoreError) {
        try database.withLock { (database) throws(TrackedStoreError) in
            try Self.put(TrackedDocument(kind: kind, key: key, value: value), into: database)
        }
    }

    /// Makes changes in order, all of them or none.
    public func change(_ changes: [TrackedChange]) throws(TrackedStoreError) {
        try database.withLock { (database) throws(TrackedStoreError) in
            try database.run("BEGIN IMMEDIATE", to: "begin a change")
            do throws(TrackedStoreError) {
                for change in changes { try Self.make(change, in: database) }
                try database.run("COMMIT", to: "keep a change")
            } catch {
                // Fails, without harm, if SQLite has rolled back by itself.
                try? database.run("ROLLBACK", to: "take a change back")
                throw error
            }
        }
    }

    private static func make(
        _ change: TrackedChange,
        in database: borrowing Database
    ) throws(TrackedStoreError) {
        switch change {
        case .write(let document): try put(document, into: database)
        case .remove(let kind, let key): try remove(kind, key, from: database)
        case .removeAll(let kind):
            _ = try database.bytes(
                "DELETE FROM document WHERE kind = ?1",
                [.text(kind)],
                to: "remove all of \(kind)"
            )
        }
    }

    private static func put(
        _ document: TrackedDocument,
        into database: borrowing Database
    ) throws(TrackedStoreError) {
        _ = try database.bytes(
            "INSERT INTO document VALUES(?1, ?2, ?3) "
                + "ON CONFLICT(kind, key) DO UPDATE SET value = excluded.value",
            [.text(document.kind), .text(document.key), .bytes(document.value)],
            to: "write '\(document.key)' of \(document.kind)"
        )
    }

    /// Removes a document, if it exists.
    public func remove(_ kind: String, key: String) throws(TrackedStoreError) {
        try database.withLock { (database) throws(TrackedStoreError) in
            try Self.remove(kind, key, from: database)
        }
    }

    private static func remove(
        _ kind: String,
        _ key: String,
        from database: borrowing Database
    ) throws(TrackedStoreError) {
        _ = try database.bytes(
            "DELETE FROM document WHERE kind = ?1 AND key = ?2",
            [.text(kind), .text(key)],
            to: "remove '\(key)' of \(kind)"
        )
    }
}
