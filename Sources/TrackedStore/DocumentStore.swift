// The interface of stores for documents. One kind of store is the host's own and outlasts its runs; the other is in a
// session folder and keeps the progress of the run that records into it.

/// Keeps documents by kind and key.
///
/// Its calls wait for the disk, so do not make them on the main thread.
public protocol DocumentStore: Sendable {
    /// All documents of a kind, by their keys.
    func documents(ofKind kind: String) throws -> [String: [UInt8]]

    /// Makes changes in order, all of them or none; once it has returned, a killed process does not lose them.
    func change(_ changes: [TrackedChange]) throws
}

/// A document with its kind and key.
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

/// A change to a store.
public enum TrackedChange: Sendable, Hashable {
    /// Writes a document, and replaces one with the same kind and key.
    case write(TrackedDocument)
    /// Removes a document, if it exists.
    case remove(kind: String, key: String)
    /// Removes all documents of a kind.
    case removeAll(kind: String)
}
