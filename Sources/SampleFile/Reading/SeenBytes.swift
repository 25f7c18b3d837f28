// Computes a file's checksum while it is read from beginning to end, so that it need not be read twice.

/// The bytes of a file that were read so far without a gap.
final class SeenBytes {
    private var digest = Checksum()
    private(set) var count: Int64 = 0

    /// Whether the last read reached the end of the file.
    private(set) var isAll = false

    /// Adds bytes that were read, an empty buffer at the end; bytes that were read before are ignored.
    func take(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
        if bytes.count == 0 { isAll = offset == count }
        let known = count - offset
        guard known >= 0, known < bytes.count else { return }
        unsafe digest.update(UnsafeRawBufferPointer(rebasing: bytes[Int(known)...]))
        count = offset + Int64(bytes.count)
    }

    /// The checksum of all bytes so far.
    var checksum: String { digest.text }
}
