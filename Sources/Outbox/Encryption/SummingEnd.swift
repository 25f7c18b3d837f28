// Encrypted files are not kept here, and cannot be made again, since each encryption gives other bytes. So files at the
// destination are compared with the hash of what was sent.

/// A destination whose files can be compared with hashes.
protocol SummingEnd: FarEnd {
    /// The hash of a local file, of a kind that can be compared at the destination.
    func sum(of name: String, in local: String) throws(SendError) -> FileSum

    /// Compares files there with hashes, all of one kind; reads the files back if the destination has no hashes.
    func compare(
        _ sums: [String: FileSum],
        with folder: String
    ) throws(SendError) -> Comparison
}

/// The hash of a file.
struct FileSum: Hashable, Sendable, Codable {
    /// The kind of hash as rclone names it, such as "md5".
    var kind: String
    /// In hexadecimal digits.
    var digits: String

    /// A hash of a kind.
    init(kind: String, digits: String) { (self.kind, self.digits) = (kind, digits) }
}
