// Certifies the beginning of a file that still grows: later writing does not change those bytes.

/// The contents of a file at some length, without the document's end.
package struct SampleFileSeal: Sendable, Hashable {
    /// Where the last record ends.
    package var bytes: Int64
    package var records: Int
    /// The checksum of the bytes up to there.
    package var checksum: String
}
