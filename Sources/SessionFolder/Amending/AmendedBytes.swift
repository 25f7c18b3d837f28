// Rewrites a file for an amendment. Sample files may be too large for the memory, so the file is rewritten piece
// by piece. A piece ends at the end of a line, unless a line is longer than `longestLine`, or the file ends without
// a newline. For a compressed file, the uncompressed text is changed, and the result is compressed again.

internal import SampleFile
internal import SystemCalls

/// Writes the new version of a file.
enum AmendedBytes {
    private static let pieceLength = 1 << 20
    /// A longer line is not a record, and is processed in parts.
    private static let longestLine = 8 << 20

    /// The outcome of writing a new version.
    struct Outcome {
        var size: Int64 = 0
        var checksum: String
        /// How many words were replaced.
        var words = 0
    }

    /// Writes a file's new version beside it, piece by piece, if anything changes.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: The folder of the file.
    ///   - change: Makes the new version of a piece.
    /// - Returns: The outcome. It is `nil`, and nothing is written, if no piece changes. The same holds if a part
    ///   of a compressed file is damaged, since the new version would lack that part.
    /// - Throws: `SystemError` if the file cannot be read or written.
    static func write(
        _ name: String,
        in folder: OpenFolder,
        _ change: TextErasure.Change
    ) throws(SystemError) -> Outcome? {
        guard try isChanged(text(name, in: folder), change),
            try damage(of: name, in: folder) == nil
        else { return nil }
        return try copy(name, in: folder, change)
    }

    /// Writes a file's new version beside it, even if nothing changes.
    static func copy(
        _ name: String,
        in folder: OpenFolder,
        _ change: TextErasure.Change
    ) throws(SystemError) -> Outcome {
        let old = try text(name, in: folder)
        let packer = old.isCompressed ? FramePacker() : nil
        let new = try folder.createAnew(
            AmendedFiles.name(for: name),
            permissions: folder.permissions(of: name)
        )
        var outcome = Outcome(checksum: "")
        var checksum = Checksum()
        try forEachPiece(of: old) { piece throws(SystemError) in
            let changed = change(piece)
            let bytes = packer?.frames(of: changed.bytes) ?? changed.bytes
            try new.writeAll(bytes, at: outcome.size)
            checksum.update(bytes)
            outcome.size += Int64(bytes.count)
            outcome.words += changed.count
            return true
        }
        try new.synchronize()
        outcome.checksum = checksum.text
        return outcome
    }

    /// True if `isFound` returns true for a piece of a file.
    static func has(
        _ name: String,
        in folder: OpenFolder,
        _ isFound: ([UInt8]) -> Bool
    ) throws(SystemError) -> Bool {
        var found = false
        try forEachPiece(of: text(name, in: folder)) { piece throws(SystemError) in
            found = isFound(piece)
            return !found
        }
        return found
    }

    /// Returns why a compressed file cannot be read completely; `nil` if it can, or is not compressed.
    static func damage(of name: String, in folder: OpenFolder) throws(SystemError) -> String? {
        let file = try text(name, in: folder)
        guard file.isCompressed else { return nil }
        _ = try file.size()
        return file.damage
    }

    private static func text(
        _ name: String,
        in folder: OpenFolder
    ) throws(SystemError) -> DocumentText {
        try DocumentText(of: folder.open(name), named: name)
    }

    private static func isChanged(
        _ file: borrowing DocumentText,
        _ change: TextErasure.Change
    ) throws(SystemError) -> Bool {
        var isChanged = false
        try forEachPiece(of: file) { piece throws(SystemError) in
            isChanged = change(piece).bytes != piece
            return !isChanged
        }
        return isChanged
    }

    /// Passes the pieces of a file to `take`, until that returns `false`.
    private static func forEachPiece(
        of file: borrowing DocumentText,
        _ take: ([UInt8]) throws(SystemError) -> Bool
    ) throws(SystemError) {
        var (place, left) = (Int64(0), [UInt8]())
        while true {
            let read = try file.read(pieceLength, at: place)
            place += Int64(read.count)
            left += read
            if read.isEmpty {
                if !left.isEmpty { _ = try take(left) }
                return
            }
            let end = left.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
            guard let end = end ?? (left.count > longestLine ? left.count : nil) else { continue }
            guard try take(Array(left[..<end])) else { return }
            left.removeFirst(end)
        }
    }
}
