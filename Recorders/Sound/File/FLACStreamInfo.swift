// What the beginning of a FLAC file says of all of it. While the sound is recorded it says that nobody knows yet, and
// every reader takes that; at the end it is put right.

/// The STREAMINFO of a FLAC file (RFC 9639, 8.2).
struct FLACStreamInfo: Sendable {
    var blockSizes: (least: Int, most: Int)
    var frameSizes: (least: Int, most: Int)
    var rate: Int
    var channels: Int
    var bits: Int
    /// Frames in all; 0 where nobody knows.
    var frames: UInt64
    /// The MD5 of all samples; zeros where nobody knows.
    var digest: [UInt8]

    /// Where it stands in a file: behind the mark and its own header.
    static let offset: Int64 = 8

    /// Its 34 bytes.
    var bytes: [UInt8] {
        func big(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
        }
        let sizes =
            big(UInt64(blockSizes.least), 2) + big(UInt64(blockSizes.most), 2)
            + big(UInt64(frameSizes.least), 3) + big(UInt64(frameSizes.most), 3)
        let shape =
            UInt64(rate) << 44 | UInt64(channels - 1) << 41 | UInt64(bits - 1) << 36
            | (frames & 0xF_FFFF_FFFF)
        return sizes + big(shape, 8) + digest
    }
}
