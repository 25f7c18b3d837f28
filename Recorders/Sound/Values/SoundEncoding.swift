// How a sound card stores a sample: how many bits are significant, and in how many bytes. Later stages use
// integers of the card's own bits, so that nothing is rounded on the way into a file.

/// A supported encoding of samples; all are little-endian and signed.
package enum SoundEncoding: String, Sendable, Hashable, CaseIterable {
    /// 16 bits in two bytes.
    case s16 = "S16_LE"
    /// 24 bits in the lower three of four bytes.
    case s24 = "S24_LE"
    /// 24 bits in three bytes.
    case s24In3 = "S24_3LE"
    /// 32 bits in four bytes.
    case s32 = "S32_LE"

    /// The number of significant bits.
    package var bits: Int {
        switch self {
        case .s16: 16
        case .s24, .s24In3: 24
        case .s32: 32
        }
    }

    /// The number of bytes of one sample.
    package var bytes: Int {
        switch self {
        case .s16: 2
        case .s24In3: 3
        case .s24, .s32: 4
        }
    }

    /// The greatest amplitude, in units of the lowest bit.
    package var fullScale: Double { Double(Int64(1) << (bits - 1)) }

    /// Decodes successive samples.
    ///
    /// - Parameters:
    ///   - bytes: Whole samples as the card delivers them; a remainder at the end is ignored.
    ///   - samples: The array to which they are appended.
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

    /// Decodes three bytes with their sign; the fourth byte is meaningless.
    private static func low24(_ bytes: Span<UInt8>, _ place: Int) -> Int32 {
        let low = UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8
        return Int32(bitPattern: (low | UInt32(bytes[place + 2]) << 16) << 8) >> 8
    }
}
