// Computes the checksum of a file, or of its sealed part, in memory of fixed size.

package import SystemCalls

/// How many bytes of a file were read, and their checksum.
package struct FileDigest: ~Copyable {
    package private(set) var bytes: Int64 = 0
    package private(set) var checksum = Checksum()

    /// Reads a file from its beginning to its end, or to `end` if that comes first.
    package init(of file: borrowing OpenFile, upTo end: Int64 = .max) throws(SystemError) {
        var digest = FileDigest()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { unsafe buffer.deallocate() }
        while digest.bytes < end {
            let room = Int(min(Int64(buffer.count), end - digest.bytes))
            let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
            let count = try unsafe file.read(into: part, at: digest.bytes)
            if count == 0 { break }
            unsafe digest.checksum.update(UnsafeRawBufferPointer(rebasing: part[..<count]))
            digest.bytes += Int64(count)
        }
        self = digest
    }

    private init() {}
}
