// What was encrypted is not kept here, and cannot be made again: each encryption gives other bytes. What is there is
// compared with the hash of what was sent.

/// The other end, where files can be compared with hashes of them.
protocol SummingEnd: FarEnd {
    /// The hash of a file here by which it can be compared there.
    func sum(of name: String, in local: String) throws(SendError) -> FileSum

    /// Compares files there with their hashes, all of one kind; where the other end has none, it reads them back.
    func compare(
        _ sums: [String: FileSum],
        with folder: String
    ) throws(SendError) -> Comparison
}

/// The hash of a file.
struct FileSum: Hashable, Sendable, Codable {
    /// The kind, as rclone calls it, such as "md5".
    var kind: String
    /// In hexadecimal digits.
    var digits: String

    /// A hash of a kind.
    init(kind: String, digits: String) { (self.kind, self.digits) = (kind, digits) }
}
