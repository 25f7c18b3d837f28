// What keeps documents, as those see it who have something to keep: a store of a host's own that outlasts its
// runs, or what a session folder has of the run that records into it.

/// Keeps documents by kind and key.
///
/// Its calls wait for a disk: no main thread makes them.
public protocol DocumentStore: Sendable {
    /// All documents of a kind, by their keys.
    func documents(ofKind kind: String) throws -> [String: [UInt8]]

    /// Makes changes one after the other: all of them, or none. What it has made no kill takes back.
    func change(_ changes: [TrackedChange]) throws
}

/// A document and where it belongs.
public struct TrackedDocument: Sendable, Hashable {
    public var kind: String
    public var key: String
    public var value: [UInt8]

    public init(kind: String, key: String, value: [UInt8]) {
        self.kind = kind
        self.key = key
        self.value = value
    }
}

/// A change of what is kept.
public enum TrackedChange: Sendable, Hashable {
    /// Puts a document in the place of the one that is there.
    case write(TrackedDocument)
    /// Removes a document, if it is there.
    case remove(kind: String, key: String)
    /// Removes all documents of a kind.
    case removeAll(kind: String)
}
