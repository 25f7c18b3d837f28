// A file of an export, written from its first byte to its last, in pieces that are worth a call each.

internal import SystemCalls

/// A file that is made.
final class ExportFile {
    private let file: OpenFile
    private var size: Int64 = 0
    private var waiting: [UInt8] = []

    /// So many bytes wait at most.
    static let mostWaiting = 1 << 18

    private let tell: @Sendable (Int) -> Void

    /// Fills a file.
    ///
    /// - Parameters:
    ///   - file: The file, which is empty.
    ///   - tell: Is told how many bytes more have been written.
    init(_ file: consuming OpenFile, telling tell: @escaping @Sendable (Int) -> Void) {
        self.file = file
        self.tell = tell
    }

    /// Adds bytes at the end.
    func add(_ bytes: [UInt8]) throws(SystemError) {
        waiting += bytes
        if waiting.count > Self.mostWaiting { try finish() }
    }

    /// Adds a text at the end.
    func add(_ text: String) throws(SystemError) {
        waiting += text.utf8
        if waiting.count > Self.mostWaiting { try finish() }
    }

    /// Writes what has been added.
    func finish() throws(SystemError) {
        try file.writeAll(waiting, at: size)
        size += Int64(waiting.count)
        tell(waiting.count)
        waiting.removeAll(keepingCapacity: true)
    }
}
