// A file of an export, written from its first byte to its last.

internal import SystemCalls

/// A file that is made.
final class ExportFile {
    private let file: OpenFile
    private var size: Int64 = 0

    init(_ file: consuming OpenFile) { self.file = file }

    /// Writes the next bytes.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        try file.writeAll(bytes, at: size)
        size += Int64(bytes.count)
    }

    /// Waits until all of it is on the disk itself.
    func synchronize() throws(SystemError) { try file.synchronize() }
}
