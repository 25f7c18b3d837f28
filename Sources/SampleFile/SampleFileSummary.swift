// What is known of a file once nothing more will be written to it; a manifest quotes it.

/// A closed sample file, in four facts.
public struct SampleFileSummary: Sendable, Equatable {
    public let path: String
    public let bytes: Int64
    public let records: Int
    /// Of the file as it lies: `xxh128:` and what `xxh128sum` prints.
    public let checksum: String

    public init(path: String, bytes: Int64, records: Int, checksum: String) {
        self.path = path
        self.bytes = bytes
        self.records = records
        self.checksum = checksum
    }
}
