// A file that goes on growing can be vouched for as far as it has come: what follows changes no byte of that.

/// What was in a file when it had a length, without the end of the document.
package struct SampleFileSeal: Sendable, Hashable {
    /// Where the last record ends.
    package var bytes: Int64
    package var records: Int
    /// Of the bytes up to there.
    package var checksum: String
}
