// What must outlast a run: cohorts, tracked answers, saved progress. Documents of bytes, because
// what is in them is the business of the modules above. After a write has returned, neither a kill
// nor a power cut takes it back.

internal import Synchronization
internal import SystemCalls

/// Documents by kind and key, in a file.
public final class TrackedStore: DocumentStore {
    private let database: Mutex<Database>

    /// The version of the tables that this code writes.
    private static let version = 1
    private static let creation = Mutex(())

    /// Opens the store in a file, and makes it if need be; nobody else may read it.
    ///
    /// Its folder may be reached by links. One in the place of the file is an error: it may be anybody's.
    public init(path: String) throws(TrackedStoreError) {
        let path = Self.withoutLinks(path)
        try Self.makePrivate(path)
        let database = try Database(path: path)
        try Self.prepare(database)
        self.database = Mutex(database)
    }

    /// The path by which the folder has no link; one that cannot be found is left to whoever opens it.
    private static func withoutLinks(_ path: String) -> String {
        guard let parent = FileSystem.parent(of: path),
            let folder = try? FileSystem.absolutePath(parent)
        else { return path }
        let name = FileSystem.name(of: path)
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    /// A participant's data: the file is there before SQLite makes it for everybody to read.
    ///
    /// One that is there already is not touched: closing it would take away the locks that another
    /// store of this process has on it. For the same reason no two make it at one time. SQLite
    /// would delete the last changes of a store that was moved away without them.
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
        // Whoever comes between the two finds the tables there, and makes nothing.
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

    /// The document of a kind under a key.
    public func read(_ kind: String, key: String) throws(TrackedStoreError) -> [UInt8]? {
        try database.withLock { (database) throws(TrackedStoreError) in
            try database.bytes(
                "SELECT value FROM document WHERE kind = ?1 AND key = ?2",
                [.text(kind), .text(key)],
                to: "read '\(key)' of \(kind)"
            )
        }
    }

    /// All documents of a kind, by their keys.
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

    /// Puts a document in the place of the one that is there.
    public func write(
        _ value: [UInt8],
        _ kind: String,
        key: String
    ) throws(TrackedStoreError) {
        try database.withLock { (database) throws(TrackedStoreError) in
            try Self.put(TrackedDocument(kind: kind, key: key, value: value), into: database)
        }
    }

    /// Makes changes one after the other: all of them, or none.
    public func change(_ changes: [TrackedChange]) throws(TrackedStoreError) {
        try database.withLock { (database) throws(TrackedStoreError) in
            try database.run("BEGIN IMMEDIATE", to: "begin a change")
            do throws(TrackedStoreError) {
                for change in changes { try Self.make(change, in: database) }
                try database.run("COMMIT", to: "keep a change")
            } catch {
                // What SQLite has taken back by itself cannot be taken back again.
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

    /// Removes a document, if it is there.
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
