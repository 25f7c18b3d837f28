// Explains SQLite's errors in words, with a remedy.

internal import CSQLite

/// Why the store could not be read or written.
public struct TrackedStoreError: Error, Sendable, Hashable {
    /// SQLite's result code.
    public var code: Int32
    /// What was attempted, as in `open the store`.
    public var what: String
    /// The store's file.
    public var path: String
    /// SQLite's message.
    public var cause: String

    /// The code for a file that cannot be opened.
    static let cannotOpen = SQLITE_CANTOPEN
    /// The code for a file of a newer version.
    static let isNewer = SQLITE_FORMAT
    /// The code for a `-wal` file without its store.
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
