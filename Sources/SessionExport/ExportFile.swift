// A file of an export, written from its first byte to its last, in pieces that are worth a call each.

internal import SystemCalls

/// A file that is made.
final class ExportFile {
    private let file: OpenFile
    private var size: Int64 = 0
    private var waiting: [UInt8] = []

    /// So many bytes wait at most.
    static let mostWaiting = 1 << 18

    init(_ file: consuming OpenFile) { self.file = file }

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
        waiting.removeAll(keepingCapacity: true)
    }
}
