// A file of an export, written sequentially in blocks that are large enough for efficient system calls.

internal import SystemCalls

/// A file being written.
final class ExportFile {
    private let file: OpenFile
    private var size: Int64 = 0
    private var waiting: [UInt8] = []

    /// The most bytes buffered before writing.
    static let mostWaiting = 1 << 18

    private let tell: @Sendable (Int) -> Void

    /// Writes to an empty file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - tell: Receives the number of bytes of each block written.
    init(_ file: consuming OpenFile, telling tell: @escaping @Sendable (Int) -> Void) {
        self.file = file
        self.tell = tell
    }

    /// Appends bytes.
    func add(_ bytes: [UInt8]) throws(SystemError) {
        waiting += bytes
        if waiting.count > Self.mostWaiting { try finish() }
    }

    /// Appends a text.
    func add(_ text: String) throws(SystemError) {
        waiting += text.utf8
        if waiting.count > Self.mostWaiting { try finish() }
    }

    /// Writes what is still buffered.
    func finish() throws(SystemError) {
        try file.writeAll(waiting, at: size)
        size += Int64(waiting.count)
        tell(waiting.count)
        waiting.removeAll(keepingCapacity: true)
    }
}
