// What must outlast a run: cohorts, tracked answers, saved progress. Documents of bytes, because
// what is in them is the business of the modules above. After a write has returned, neither a kill
// nor a power cut takes it back.

internal import Synchronization

/// Documents by kind and key, in a file.
public final class TrackedStore: Sendable {
    private let database: Mutex<Database>

    /// Opens the store in a file, and makes it if need be.
    public init(path: String) throws(TrackedStoreError) {
        let database = try Database(path: path)
        try database.run(
            """
            PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
            CREATE TABLE IF NOT EXISTS document(
                kind TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
                PRIMARY KEY(kind, key)) WITHOUT ROWID;
            """,
            to: "prepare the store"
        )
        self.database = Mutex(database)
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

    /// Puts a document in the place of the one that is there.
    public func write(
        _ value: [UInt8],
        _ kind: String,
        key: String
    ) throws(TrackedStoreError) {
        try database.withLock { (database) throws(TrackedStoreError) in
            _ = try database.bytes(
                "INSERT INTO document VALUES(?1, ?2, ?3) "
                    + "ON CONFLICT(kind, key) DO UPDATE SET value = excluded.value",
                [.text(kind), .text(key), .bytes(value)],
                to: "write '\(key)' of \(kind)"
            )
        }
    }

    /// Removes a document, if it is there.
    public func remove(_ kind: String, key: String) throws(TrackedStoreError) {
        try database.withLock { (database) throws(TrackedStoreError) in
            _ = try database.bytes(
                "DELETE FROM document WHERE kind = ?1 AND key = ?2",
                [.text(kind), .text(key)],
                to: "remove '\(key)' of \(kind)"
            )
        }
    }
}
