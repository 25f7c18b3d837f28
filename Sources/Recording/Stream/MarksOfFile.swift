// Remembers the marks of a file that is being written. If somebody deletes the file, its readings are lost, but
// marks are few and small enough to be written again to the next file.

/// The marks of a file: the first one, with which it begins, and the latest ones.
struct MarksOfFile {
    /// The most marks that are kept, so that memory does not grow with the recording.
    static let limit = 1024

    private(set) var kept: [PendingMark] = []
    /// How many marks are in the file but not kept here.
    private(set) var forgotten = 0

    mutating func append(_ mark: PendingMark) {
        if kept.count == Self.limit {
            kept.remove(at: 1)
            forgotten += 1
        }
        kept.append(mark)
    }

    /// Resets the count of forgotten marks, which are lost with the file, and returns it.
    mutating func loseForgotten() -> Int {
        defer { forgotten = 0 }
        return forgotten
    }
}
