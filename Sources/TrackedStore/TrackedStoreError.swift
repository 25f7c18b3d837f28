// What SQLite refused, in words that say what to do.

internal import CSQLite

/// Why the store could not be read or written.
public struct TrackedStoreError: Error, Sendable, Hashable {
    /// SQLite's own number for it.
    public var code: Int32
    /// What was asked of it.
    public var what: String
    /// The store's file.
    public var path: String
    /// What SQLite says of it.
    public var cause: String

    /// The number for a file that cannot be opened.
    static let cannotOpen = SQLITE_CANTOPEN
    /// The number for a file of a newer version.
    static let isNewer = SQLITE_FORMAT
    /// The number for changes without their store.
    static let isOrphan = SQLITE_NOTFOUND

    /// What to do.
    public var remedy: String {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: "end the other program that uses it, and try again"
        case SQLITE_FULL: "make room on the disk"
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN:
            "see to it that the folder is there and may be written"
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            "move '\(path)', and '\(path)-wal' if it is there, away together; a new store is made"
        case SQLITE_NOTFOUND: "move it to where that store is now"
        case SQLITE_FORMAT: "install that version, or name another file"
        default: "see the message"
        }
    }
}

extension TrackedStoreError: CustomStringConvertible {
    public var description: String { "\(path): cannot \(what): \(cause); \(remedy)" }
}
