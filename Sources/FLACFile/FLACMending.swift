// A sound whose run was killed is whole up to its last whole block. Its beginning says that nobody knows how long it
// is: every reader takes that, but some then tell any length.

package import SystemCalls

/// How the file of a sound was made whole that nobody has ended.
package struct FLACMending {
    /// How many bytes were behind its last whole block.
    package let cut: Int64
    /// How long it is now.
    package let seconds: Double
    /// Where it lies as it was found, if it had to be cut.
    package let original: String?

    /// What was done, in words.
    package var message: String {
        let kept = "kept \((seconds * 1000).rounded() / 1000) s of sound"
        guard let original else { return kept + ", lost nothing but its end" }
        let bytes = cut == 1 ? "byte" : "bytes"
        return kept + ", lost \(cut) \(bytes) of a torn end; the original is \(original)"
    }

    /// What a mending has cut off that was killed before anybody could tell of it.
    ///
    /// - Parameters:
    ///   - name: The file, which is whole.
    ///   - folder: The session.
    ///   - told: Originals of mendings that were told.
    /// - Returns: That mending; `nil` where none was left untold.
    package func untold(of name: String, in folder: OpenFolder, besides told: Set<String>) -> Self?
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

    /// Whether two files have the same blocks.
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

    /// What manifests call such a file.
    package static let contentType = "audio/flac"

    /// So much is looked through for zeros that a disk has left at an end.
    private static let mostZeros: Int64 = 1 << 26
    private static let chunk = 1 << 20

    /// Cuts off what is half a block, and says how long the sound is; what was cut stays beside it as it was.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: The session.
    /// - Returns: What was done; `nil` where there is no whole block to end with.
    /// - Throws: Where the disk stands in the way.
    package static func mend(
        _ name: String,
        in folder: OpenFolder
    ) throws(SystemError) -> FLACMending? {
        let file = try folder.openForWriting(name)
        let size = try file.size()
        let bytes = try file.read(Int(firstBlock), at: 0)
        guard let info = FLACStreamInfo(file: bytes) else { return nil }
        let content = try contentEnd(of: file, size)
        // A block is cut, and others are ahead of it.
        let start = max(firstBlock, content - 4 * Int64(info.largestBlock))
        guard start < content else { return nil }
        // A block may end in two zeros; one more shows that they are the disk's.
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
            return FLACMending(cut: 0, seconds: seconds, original: nil)
        }
        let original = try replace(name, file, upTo: end, ended, in: folder)
        return FLACMending(cut: size - end, seconds: seconds, original: original)
    }

    /// Where blocks may begin.
    private static let firstBlock = FLACStreamInfo.offset + Int64(FLACStreamInfo.length)

    /// Where the zeros begin that a disk has left at the end of a file.
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

    /// Puts a whole file in the place of one; answers where that lies now.
    private static func replace(
        _ name: String,
        _ file: borrowing OpenFile,
        upTo end: Int64,
        _ info: [UInt8],
        in folder: OpenFolder
    ) throws(SystemError) -> String {
        let replacement = Replacement(of: name, in: folder)
        do throws(SystemError) {
            let mended = try replacement.create()
            var place: Int64 = 0
            while place < end {
                let bytes = try file.read(Int(min(Int64(chunk), end - place)), at: place)
                guard !bytes.isEmpty else { break }
                try mended.writeAll(bytes, at: place)
                place += Int64(bytes.count)
            }
            try mended.writeAll(info, at: FLACStreamInfo.offset)
            try mended.synchronize()
            return try replacement.putInPlace()
        } catch {
            replacement.abandon()
            throw error
        }
    }
}
