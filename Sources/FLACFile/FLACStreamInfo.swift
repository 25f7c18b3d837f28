// The header of a FLAC file, which describes the whole file. While a sound is being recorded, the header says
// that length and checksum are unknown, which all readers accept. At the end it is corrected.

/// The STREAMINFO of a FLAC file (RFC 9639, section 8.2).
package struct FLACStreamInfo: Sendable, Hashable {
    /// The frames of the shortest and of the longest block.
    package var blockSizes: ClosedRange<Int>
    /// The bytes of the shortest and of the longest block; 0 if unknown.
    package var frameSizes: ClosedRange<Int>
    /// Frames per second.
    package var rate: Int
    package var channels: Int
    package var bits: Int
    /// The number of frames; 0 if unknown.
    package var frames: UInt64
    /// The MD5 of all samples; zeros if unknown.
    package var digest: [UInt8]

    /// Its offset in a file: after the "fLaC" marker and the header of the metadata block.
    package static let offset: Int64 = 8
    /// Its size in bytes.
    package static let length = 34

    package init(
        blockSizes: ClosedRange<Int>,
        frameSizes: ClosedRange<Int>,
        rate: Int,
        channels: Int,
        bits: Int,
        frames: UInt64,
        digest: [UInt8]
    ) {
        self.blockSizes = blockSizes
        self.frameSizes = frameSizes
        self.rate = rate
        self.channels = channels
        self.bits = bits
        self.frames = frames
        self.digest = digest
    }

    /// Reads the first bytes of a file; `nil` if it is not FLAC, or has impossible values.
    package init?(file bytes: [UInt8]) {
        let start = Int(Self.offset)
        guard bytes.count >= start + Self.length, bytes.starts(with: Array("fLaC".utf8)),
            bytes[4] & 0x7F == 0
        else { return nil }
        func number(_ place: Int, _ count: Int) -> UInt64 {
            bytes[start + place..<start + place + count].reduce(0) { $0 << 8 | UInt64($1) }
        }
        let (blocks, sizes) = (
            (Int(number(0, 2)), Int(number(2, 2))), (Int(number(4, 3)), Int(number(7, 3)))
        )
        let shape = number(10, 8)
        rate = Int(shape >> 44)
        guard blocks.0 > 0, blocks.0 <= blocks.1, rate > 0 else { return nil }
        blockSizes = blocks.0...blocks.1
        frameSizes = sizes.0...max(sizes.0, sizes.1)
        channels = Int(shape >> 41 & 7) + 1
        bits = Int(shape >> 36 & 31) + 1
        frames = shape & 0xF_FFFF_FFFF
        digest = Array(bytes[start + 18..<start + Self.length])
    }

    /// An upper bound for the bytes of a block, however badly its sound can be compressed.
    var largestBlock: Int {
        // The difference of two channels needs one more bit per sample.
        64 + channels * (8 + blockSizes.upperBound * (bits + 1) / 8)
    }

    /// Returns the header for a file that has `count` frames.
    func ended(after count: UInt64) -> Self {
        var ended = self
        // A checksum of other frames would make readers refuse the file; zeros mean that it is unknown.
        if frames != count { ended.digest = [UInt8](repeating: 0, count: 16) }
        ended.frames = count
        return ended
    }

    /// The encoded 34 bytes.
    package var bytes: [UInt8] {
        func big(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
        }
        let sizes =
            big(UInt64(blockSizes.lowerBound), 2) + big(UInt64(blockSizes.upperBound), 2)
            + big(UInt64(frameSizes.lowerBound), 3) + big(UInt64(frameSizes.upperBound), 3)
        let shape =
            UInt64(rate) << 44 | UInt64(channels - 1) << 41 | UInt64(bits - 1) << 36
            | (frames & 0xF_FFFF_FFFF)
        return sizes + big(shape, 8) + digest
    }
}
