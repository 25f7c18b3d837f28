// Computes a file's checksum while it is read from beginning to end, so that it need not be read twice.

/// The bytes of a file that were read so far without a gap.
final class SeenBytes {
    private var digest = Checksum()
    private(set) var count: Int64 = 0

    /// True once the whole file was read without a gap.
    private(set) var isAll = false

    /// Adds bytes that were read, except those added before; an empty buffer marks the end of the file.
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
