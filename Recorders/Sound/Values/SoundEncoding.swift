// How a sound card writes a sample: how many bits count, and in how many bytes they lie. Everything behind this works
// on whole numbers of the card's own bits, so that nothing is rounded on the way into a file.

/// One of the ways in which samples of a card are taken, each little-endian and signed.
package enum SoundEncoding: String, Sendable, Hashable, CaseIterable {
    /// 16 bits in two bytes.
    case s16 = "S16_LE"
    /// 24 bits in the lower three of four bytes.
    case s24 = "S24_LE"
    /// 24 bits in three bytes.
    case s24In3 = "S24_3LE"
    /// 32 bits in four bytes.
    case s32 = "S32_LE"

    /// The bits that count.
    package var bits: Int {
        switch self {
        case .s16: 16
        case .s24, .s24In3: 24
        case .s32: 32
        }
    }

    /// The bytes of one sample.
    package var bytes: Int {
        switch self {
        case .s16: 2
        case .s24In3: 3
        case .s24, .s32: 4
        }
    }

    /// What a sample of the greatest amplitude is, in units of the lowest bit.
    package var fullScale: Double { Double(Int64(1) << (bits - 1)) }

    /// Reads samples one after the other.
    ///
    /// - Parameters:
    ///   - bytes: Whole samples as the card has them; what is left over at the end is no sample.
    ///   - samples: Gets them appended.
    package func decode(_ bytes: Span<UInt8>, into samples: inout [Int32]) {
        let count = bytes.count / self.bytes
        samples.reserveCapacity(samples.count + count)
        switch self {
        case .s16:
            for index in 0..<count {
                let bits = UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8
                samples.append(Int32(Int16(bitPattern: bits)))
            }
        case .s24: for index in 0..<count { samples.append(Self.low24(bytes, 4 * index)) }
        case .s24In3: for index in 0..<count { samples.append(Self.low24(bytes, 3 * index)) }
        case .s32:
            for index in 0..<count {
                let low = UInt32(bytes[4 * index]) | UInt32(bytes[4 * index + 1]) << 8
                let high = UInt32(bytes[4 * index + 2]) | UInt32(bytes[4 * index + 3]) << 8
                samples.append(Int32(bitPattern: low | high << 16))
            }
        }
    }

    /// Three bytes with their sign; what a card leaves in the fourth says nothing.
    private static func low24(_ bytes: Span<UInt8>, _ place: Int) -> Int32 {
        let low = UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8
        return Int32(bitPattern: (low | UInt32(bytes[place + 2]) << 16) << 8) >> 8
    }
}
