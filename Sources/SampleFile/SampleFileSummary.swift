// The facts about a file after the last write; the manifest contains them.

/// A closed sample file, in four facts.
public struct SampleFileSummary: Sendable, Equatable {
    public let path: String
    public let bytes: Int64
    public let records: Int
    /// The checksum of the stored file: `xxh128:` and what `xxh128sum` prints.
    public let checksum: String

    public init(path: String, bytes: Int64, records: Int, checksum: String) {
        self.path = path
        self.bytes = bytes
        self.records = records
        self.checksum = checksum
    }
}
