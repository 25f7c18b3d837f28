// Finds where the whole part of a FLAC file ends after its recorder was killed. A FLAC file is a sequence of
// blocks with a checksum each. The disk may hold only part of the last block, and some readers refuse such a
// file.

/// The end of the last whole block of a FLAC file (RFC 9639, section 9).
struct FLACFrames {
    /// The number of audio frames from the start of the file to the end of the last whole block.
    let frames: UInt64
    /// The end of that block, as an index into the bytes given.
    let end: Int

    /// How many candidates for the start of a block are examined at most.
    private static let mostStarts = 64

    /// Finds the last whole block; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - bytes: The last bytes of a file.
    ///   - blockSize: The frames in a block, from the STREAMINFO of the file.
    ///   - largest: An upper bound for the bytes of a block.
    init?(in bytes: [UInt8], blockSize: Int, largest: Int = .max) {
        var ends = [bytes.count]
        for start in stride(from: bytes.count - 6, through: 0, by: -1) {
            guard bytes[start] == 0xFF, bytes[start + 1] == 0xF8,
                let header = Header(bytes[start...])
            else { continue }
            let end = Self.evenEnd(of: bytes, from: start, among: ends, largest)
            if let end, !Self.isHidden(end, in: bytes) {
                self.end = end
                frames = header.number &* UInt64(blockSize) &+ UInt64(header.blockSize)
                return
            }
            ends.append(start)
            if ends.count > Self.mostStarts { return nil }
        }
        return nil
    }

    /// True if zeros that the disk left after a block hide its end, because they do not change its checksum.
    ///
    /// A checksum may itself end in two zero bytes. If there are more, the end of the block is unknown, and the
    /// previous block, which ends where this one starts, has to be used.
    private static func isHidden(_ end: Int, in bytes: [UInt8]) -> Bool {
        bytes[..<end].suffix(3).allSatisfy { $0 == 0 }
    }

    /// Returns the first of the possible ends at which the block's checksum is correct.
    ///
    /// - Parameters:
    ///   - bytes: The last bytes of a file.
    ///   - start: Where the block starts.
    ///   - ends: The possible ends, the last one first.
    ///   - largest: An upper bound for the bytes of a block.
    /// - Returns: The end; `nil` if the block is incomplete.
    private static func evenEnd(
        of bytes: [UInt8],
        from start: Int,
        among ends: [Int],
        _ largest: Int
    ) -> Int? {
        var sum: UInt16 = 0
        var place = start
        for end in ends.reversed() {
            while place < end {
                guard place - start < largest else { return nil }
                sum = sum << 8 ^ table[Int(sum >> 8) ^ Int(bytes[place])]
                place += 1
            }
            if sum == 0 { return end }
        }
        return nil
    }

    /// The CRC-16 of each byte value.
    private static let table = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte) << 8) { sum, _ in
            sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x8005
        }
    }

    /// The header of a block.
    private struct Header {
        var number: UInt64
        var blockSize: Int

        init?(_ bytes: ArraySlice<UInt8>) {
            var place = bytes.startIndex + 4
            func next() -> UInt8? {
                defer { place += 1 }
                return place < bytes.endIndex ? bytes[place] : nil
            }
            let (sizeCode, rateCode) = (
                bytes[bytes.startIndex + 2] >> 4, bytes[bytes.startIndex + 2] & 15
            )
            guard sizeCode != 0, rateCode != 15, bytes[bytes.startIndex + 3] & 1 == 0,
                let first = next()
            else { return nil }
            // The frame number is coded like UTF-8, in up to seven bytes.
            let length = (~first).leadingZeroBitCount
            guard length != 1, length < 8 else { return nil }
            number = UInt64(length == 0 ? first : first & (0x7F >> UInt8(length)))
            for _ in 1..<max(1, length) {
                guard let more = next(), more & 0xC0 == 0x80 else { return nil }
                number = number << 6 | UInt64(more & 0x3F)
            }
            switch sizeCode {
            case 1: blockSize = 192
            case 2...5: blockSize = 576 << Int(sizeCode - 2)
            case 6, 7:
                guard let high = next() else { return nil }
                blockSize = Int(high) + 1
                if sizeCode == 7 {
                    guard let low = next() else { return nil }
                    blockSize = Int(high) << 8 + Int(low) + 1
                }
            default: blockSize = 256 << Int(sizeCode - 8)
            }
            place += [12: 1, 13: 2, 14: 2][rateCode] ?? 0
            let end = place
            guard let sum = next() else { return nil }
            let own = bytes[bytes.startIndex..<end].reduce(UInt8(0)) { sum, byte in
                (0..<8).reduce(sum ^ byte) { sum, _ in
                    sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ 0x07
                }
            }
            guard own == sum else { return nil }
        }
    }
}
