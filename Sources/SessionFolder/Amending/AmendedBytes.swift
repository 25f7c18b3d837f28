// A file of an hour's samples fits into no memory: it is rewritten a piece at a time, and a piece ends where a line does.
// A compressed file stays one: what is looked at, and changed, is its text.

internal import SampleFile
internal import SystemCalls

/// Writes the new version of a file.
enum AmendedBytes {
    private static let pieceLength = 1 << 20
    /// A line that is longer is no record: it is looked at in parts.
    private static let longestLine = 8 << 20

    /// What a new version has come to.
    struct Outcome {
        var size: Int64 = 0
        var checksum: String
        /// How many words went.
        var words = 0
    }

    /// Writes a file's new version beside it, piece by piece.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: Where it lies.
    ///   - change: Makes the new piece of an old one, which ends with a line.
    /// - Returns: What it came to; `nil` where no piece has changed, and nothing is written. Nor is it where a part of
    ///   a compressed file is no text: a new version would not have that part any more.
    /// - Throws: `SystemError` where it cannot be read or written.
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

    /// Writes a file's new version beside it, whether it is another or not.
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

    /// Whether something is found in a piece of a file.
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

    /// What is wrong with a compressed file that cannot be read as a whole; `nil` of any other.
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

    /// Gives the pieces of a file to `take`, until that answers `false`.
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
