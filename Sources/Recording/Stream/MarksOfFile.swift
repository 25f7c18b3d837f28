// The marks of a file that is being written. Whoever deletes it takes the readings away; what a person has
// marked meanwhile is rare and small enough to be said again.

/// The marks of a file: the first, by which it begins, and the latest ones.
struct MarksOfFile {
    /// How many are kept at most: memory does not grow with a recording.
    static let limit = 1024

    private(set) var kept: [PendingMark] = []
    /// How many are only in the file.
    private(set) var forgotten = 0

    mutating func append(_ mark: PendingMark) {
        if kept.count == Self.limit {
            kept.remove(at: 1)
            forgotten += 1
        }
        kept.append(mark)
    }

    /// Says that what was only in the file is lost with it; answers how many those were.
    mutating func loseForgotten() -> Int {
        defer { forgotten = 0 }
        return forgotten
    }
}
