// Rewrites a file for an amendment. Sample files may be too large for the memory, so the file is rewritten piece
// by piece. A piece ends at the end of a line, unless the file ends without a newline, or a line is longer than
// `longestLine` and whole lines are not needed. For a compressed file, the uncompressed text is changed, and the result
// is compressed again.

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
    ///   - isWhole: True to never split a line, however much memory it takes.
    ///   - change: Makes the new version of a piece.
    /// - Returns: The outcome. It is `nil`, and nothing is written, if no piece changes. The same holds if a part
    ///   of a compressed file is damaged, since the new version would lack that part.
    /// - Throws: `SystemError` if the file cannot be read or written.
    static func write(
        _ name: String,
        in folder: OpenFolder,
        inWholeLines isWhole: Bool = false,
        _ change: TextErasure.Change
    ) throws(SystemError) -> Outcome? {
        guard try isChanged(text(name, in: folder), inWholeLines: isWhole, change),
            try damage(of: name, in: folder) == nil
        else { return nil }
        return try copy(name, in: folder, inWholeLines: isWhole, change)
    }

    /// Writes a file's new version beside it, even if nothing changes.
    static func copy(
        _ name: String,
        in folder: OpenFolder,
        inWholeLines isWhole: Bool = false,
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
        try forEachPiece(of: old, inWholeLines: isWhole) { piece throws(SystemError) in
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
        inWholeLines isWhole: Bool = false,
        _ isFound: ([UInt8]) -> Bool
    ) throws(SystemError) -> Bool {
        var found = false
        let text = try text(name, in: folder)
        try forEachPiece(of: text, inWholeLines: isWhole) { piece throws(SystemError) in
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
        inWholeLines isWhole: Bool,
        _ change: TextErasure.Change
    ) throws(SystemError) -> Bool {
        var isChanged = false
        try forEachPiece(of: file, inWholeLines: isWhole) { piece throws(SystemError) in
            isChanged = change(piece).bytes != piece
            return !isChanged
        }
        return isChanged
    }

    /// Passes the pieces of a file to `take`, until that returns `false`.
    private static func forEachPiece(
        of file: borrowing DocumentText,
        inWholeLines isWhole: Bool,
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
            // Search only the new bytes: the bytes before them have no newline, and a long line would be searched again
            // and again.
            let new = left.count - read.count
            let end = read.lastIndex(of: UInt8(ascii: "\n")).map { new + $0 + 1 }
            let isTooLong = !isWhole && left.count > longestLine
            guard let end = end ?? (isTooLong ? left.count : nil) else { continue }
            guard try take(Array(left[..<end])) else { return }
            left.removeFirst(end)
        }
    }
}
