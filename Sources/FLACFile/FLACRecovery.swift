// Completes the sound file of a killed recorder: it is whole up to its last whole block. The header of such a
// file says that its length is unknown. All readers accept that, but some then report a wrong length.

package import SystemCalls

/// How an unfinished sound file was completed.
package struct FLACRecovery {
    /// How many bytes followed the last whole block and were cut off.
    package let cut: Int64
    /// Its length now.
    package let seconds: Double
    /// The name of the original, if the file had to be cut.
    package let original: String?

    /// What was done, in words.
    package var message: String {
        let kept = "kept \((seconds * 1000).rounded() / 1000) s of sound"
        guard let original else { return kept + ", lost nothing but its end" }
        let bytes = cut == 1 ? "byte" : "bytes"
        return kept + ", lost \(cut) \(bytes) of a torn end; the original is \(original)"
    }

    /// Finds the unreported work of a recovery of this file that was killed before it updated the manifest.
    ///
    /// - Parameters:
    ///   - name: The file, which is whole.
    ///   - folder: The session folder.
    ///   - told: The originals of reported recoveries.
    /// - Returns: That recovery; `nil` if there is none.
    package func unreported(of name: String, in folder: OpenFolder, besides told: Set<String>)
        -> Self?
    {
        guard original == nil, let file = try? folder.open(name), let size = try? file.size() else {
            return nil
        }
        let originals = ((try? folder.list()) ?? []).filter {
            $0.hasPrefix("\(name).torn") && !told.contains($0)
        }
        for other in originals {
            guard let torn = try? folder.open(other), let longer = try? torn.size(), longer > size,
                (try? Self.agree(file, torn, upTo: size)) == true
            else { continue }
            return Self(cut: longer - size, seconds: seconds, original: other)
        }
        return nil
    }

    /// True if two files have the same blocks up to `end`.
    private static func agree(
        _ file: borrowing OpenFile,
        _ other: borrowing OpenFile,
        upTo end: Int64
    ) throws(SystemError) -> Bool {
        var place = firstBlock
        while place < end {
            let count = Int(min(Int64(chunk), end - place))
            guard try file.read(count, at: place) == other.read(count, at: place) else {
                return false
            }
            place += Int64(count)
        }
        return true
    }

    /// The content type of such a file in manifests.
    package static let contentType = "audio/flac"

    /// How many bytes at the end of a file are searched for zeros left by the disk.
    private static let mostZeros: Int64 = 1 << 26
    private static let chunk = 1 << 20

    /// Cuts off an incomplete last block, and writes the length into the header.
    ///
    /// If something was cut off, keeps the original beside the file.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: The session folder.
    /// - Returns: What was done; `nil` if there is no whole block.
    /// - Throws: If the disk fails.
    package static func repair(
        _ name: String,
        in folder: OpenFolder
    ) throws(SystemError) -> FLACRecovery? {
        let file = try folder.openForWriting(name)
        let size = try file.size()
        let bytes = try file.read(Int(firstBlock), at: 0)
        guard let info = FLACStreamInfo(file: bytes) else { return nil }
        let content = try contentEnd(of: file, size)
        // Enough for the incomplete block and several before it.
        let start = max(firstBlock, content - 4 * Int64(info.largestBlock))
        guard start < content else { return nil }
        // A block may end in two zero bytes; a third one shows that the zeros were left by the disk.
        let last = try file.read(Int(min(size, content + 3) - start), at: start)
        guard
            let whole = FLACFrames(
                in: last,
                blockSize: info.blockSizes.lowerBound,
                largest: info.largestBlock
            )
        else { return nil }
        let ended = info.ended(after: whole.frames).bytes
        let end = start + Int64(whole.end)
        let seconds = Double(whole.frames) / Double(info.rate)
        guard end < size else {
            try file.writeAll(ended, at: FLACStreamInfo.offset)
            try file.synchronize()
            return FLACRecovery(cut: 0, seconds: seconds, original: nil)
        }
        let original = try replace(name, file, upTo: end, ended, in: folder)
        return FLACRecovery(cut: size - end, seconds: seconds, original: original)
    }

    /// The first place at which a block may start.
    private static let firstBlock = FLACStreamInfo.offset + Int64(FLACStreamInfo.length)

    /// Returns where the zeros start that the disk left at the end of a file.
    private static func contentEnd(
        of file: borrowing OpenFile,
        _ size: Int64
    ) throws(SystemError) -> Int64 {
        var end = size
        while end > 0, size - end < mostZeros {
            let start = max(0, end - Int64(chunk))
            let bytes = try file.read(Int(end - start), at: start)
            if let last = bytes.lastIndex(where: { $0 != 0 }) { return start + Int64(last) + 1 }
            end = start
        }
        return end
    }

    /// Replaces the file by its whole part, and returns the name of the original.
    private static func replace(
        _ name: String,
        _ file: borrowing OpenFile,
        upTo end: Int64,
        _ info: [UInt8],
        in folder: OpenFolder
    ) throws(SystemError) -> String {
        let replacement = Replacement(of: name, in: folder)
        do throws(SystemError) {
            let repaired = try replacement.create()
            var place: Int64 = 0
            while place < end {
                let bytes = try file.read(Int(min(Int64(chunk), end - place)), at: place)
                guard !bytes.isEmpty else { break }
                try repaired.writeAll(bytes, at: place)
                place += Int64(bytes.count)
            }
            try repaired.writeAll(info, at: FLACStreamInfo.offset)
            try repaired.synchronize()
            return try replacement.putInPlace()
        } catch {
            replacement.abandon()
            throw error
        }
    }
}
