// Whoever reads a file from its beginning to its end can have the checksum of its bytes without reading it again.

/// What of a file was read so far without leaving anything out.
final class SeenBytes {
    private var digest = Checksum()
    private(set) var count: Int64 = 0

    /// Whether nothing was behind them when that was last asked for.
    private(set) var isAll = false

    /// Takes in bytes that were read, none at the end; those that were read before change nothing.
    func take(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
        if bytes.count == 0 { isAll = offset == count }
        let known = count - offset
        guard known >= 0, known < bytes.count else { return }
        unsafe digest.update(UnsafeRawBufferPointer(rebasing: bytes[Int(known)...]))
        count = offset + Int64(bytes.count)
    }

    /// The checksum of all of them.
    var checksum: String { digest.text }
}
