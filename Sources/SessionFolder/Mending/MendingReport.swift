// What was done to a session that did not end by itself, told so that nobody has to compare files
// to learn it.

/// What a closing or a repair did.
public struct MendingReport: Hashable, Sendable, Codable {
    /// A file that was looked after.
    public struct File: Hashable, Sendable, Codable {
        public var path: String
        /// Where the file as it was found lies now; absent when it was whole.
        public var original: String?
        public var recordsKept: Int
        /// Bytes of the original that are in no record kept.
        public var bytesLost: Int64
        /// The same for a person.
        public var message: String
    }

    /// The folder, or the file that was alone.
    public var path: String
    /// Files of samples, whether anything had to be done or not.
    public var files: [File] = []
    /// What was done besides, and what could not be done.
    public var notes: [String] = []
    /// Whether anything on the disk is other than before.
    public var changed = false

    /// All of it, a line each.
    public var lines: [String] { files.map { "\($0.path): \($0.message)" } + notes }

    init(path: String) {
        self.path = path
    }
}
