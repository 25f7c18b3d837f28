// A sound whose run was killed is whole up to its last whole block. Its beginning says that nobody knows how long it
// is: every reader takes that, but some then tell any length.

internal import Research
internal import SampleFile
internal import SystemCalls

/// How the file of a sound was made whole that nobody has ended.
struct SoundMending {
    /// How many bytes were behind its last whole block.
    let cut: Int64
    /// How long it is now.
    let seconds: Double
    /// Where it lies as it was found, if it had to be cut.
    let original: String?

    /// What was done, in words.
    var message: String {
        let kept = "kept \((seconds * 1000).rounded() / 1000) s of sound"
        guard let original else { return kept + ", lost nothing but its end" }
        let bytes = cut == 1 ? "byte" : "bytes"
        return kept + ", lost \(cut) \(bytes) of a torn end; the original is \(original)"
    }

    /// Whether a file is the sound that a recorder has kept.
    static func knows(_ file: SessionManifest.File) -> Bool {
        file.contentType == "audio/flac"
            && file.recorder == RSDAsyncActionType.microphone.rawValue
    }

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
    static func mend(_ name: String, in folder: OpenFolder) throws(SessionError) -> SoundMending? {
        do throws(SystemError) {
            let file = try folder.openForWriting(name)
            let size = try file.size()
            let bytes = try file.read(SoundHead.length, at: 0)
            guard let head = SoundHead(bytes) else { return nil }
            let content = try contentEnd(of: file, size)
            // A block is cut, and others are ahead of it.
            let start = max(Int64(SoundHead.length), content - 4 * Int64(head.largestBlock))
            guard start < content else { return nil }
            // A block may end in two zeros; one more shows that they are the disk's.
            let last = try file.read(Int(min(size, content + 3) - start), at: start)
            guard
                let whole = FLACFrames(
                    in: last,
                    blockSize: head.blockSize,
                    largest: head.largestBlock
                )
            else { return nil }
            let count = head.count(of: whole.frames)
            let end = start + Int64(whole.end)
            let seconds = Double(whole.frames) / Double(head.rate)
            guard end < size else {
                try file.writeAll(count, at: SoundHead.countOffset)
                try file.synchronize()
                return SoundMending(cut: 0, seconds: seconds, original: nil)
            }
            let original = try replace(name, file, upTo: end, count, in: folder)
            return SoundMending(cut: size - end, seconds: seconds, original: original)
        } catch {
            throw SessionError(error, "mend the sound", where: folder.path(ofFile: name))
        }
    }

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
        _ count: [UInt8],
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
            try mended.writeAll(count, at: SoundHead.countOffset)
            try mended.synchronize()
            return try replacement.putInPlace()
        } catch {
            replacement.abandon()
            throw error
        }
    }
}

/// What the beginning of a FLAC file says of all of it.
struct SoundHead {
    /// The frames of a block.
    let blockSize: Int
    /// Frames in a second.
    let rate: Int
    /// No block has more bytes.
    let largestBlock: Int
    private let told: ArraySlice<UInt8>

    static let length = 42
    /// Where the number of frames stands, in the lower half of the first byte and the four behind it.
    static let countOffset: Int64 = 21

    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes.starts(with: Array("fLaC".utf8)) else { return nil }
        blockSize = Int(bytes[10]) << 8 | Int(bytes[11])
        rate = Int(bytes[18]) << 12 | Int(bytes[19]) << 4 | Int(bytes[20]) >> 4
        guard blockSize > 0, rate > 0 else { return nil }
        let channels = Int(bytes[20] >> 1 & 7) + 1
        let bits = Int(bytes[20] & 1) << 4 + Int(bytes[21] >> 4) + 1
        // The difference of two channels has a bit more; a sound that cannot be compressed is as it was.
        largestBlock = 64 + channels * (8 + blockSize * (bits + 1) / 8)
        told = bytes[Int(Self.countOffset)...]
    }

    /// The bytes that say how many frames there are, and the checksum of all behind them.
    func count(of frames: UInt64) -> [UInt8] {
        var count = (0..<5).map { UInt8(truncatingIfNeeded: frames >> (8 * (4 - $0))) }
        count[0] = told[told.startIndex] & 0xF0 | count[0] & 0x0F
        // One of other frames would have readers refuse these; zeros say that nobody knows it.
        let isKnown = told.starts(with: count)
        return count + (isKnown ? Array(told.dropFirst(5)) : [UInt8](repeating: 0, count: 16))
    }
}
