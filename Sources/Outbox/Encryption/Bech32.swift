// A key of age is written in Bech32 (BIP 173), which includes a checksum of six characters. Checking it finds a
// mistyped key before a study begins, rather than through sessions that nobody can decrypt.

/// Decodes Bech32 text.
enum Bech32 {
    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    private static let generator: [UInt32] = [
        0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3,
    ]

    /// Decodes the prefix before the last "1", and the bytes after it.
    ///
    /// - Returns: Both; `nil` if the text is not Bech32 or its checksum is wrong.
    static func decode(_ text: String) -> (prefix: String, bytes: [UInt8])? {
        let isOneCase = text == text.lowercased() || text == text.uppercased()
        let lower = Array(text.lowercased().utf8)
        // No key is longer. BIP 173 has a limit of 90 characters, which age does not observe.
        guard isOneCase, lower.count <= 4096, lower.allSatisfy({ (33...126).contains($0) }),
            let divider = lower.lastIndex(of: UInt8(ascii: "1")), divider > 0,
            lower.count - divider > 6
        else { return nil }
        let prefix = lower[..<divider]
        var values: [UInt8] = []
        for byte in lower[(divider + 1)...] {
            guard let value = alphabet.firstIndex(of: byte) else { return nil }
            values.append(UInt8(value))
        }
        let expanded = prefix.map { $0 >> 5 } + [0] + prefix.map { $0 & 31 }
        guard checksum(expanded + values) == 1, let bytes = bytes(values.dropLast(6)) else {
            return nil
        }
        return (String(decoding: prefix, as: UTF8.self), bytes)
    }

    private static func checksum(_ values: [UInt8]) -> UInt32 {
        var sum: UInt32 = 1
        for value in values {
            let top = sum >> 25
            sum = (sum & 0x1FF_FFFF) << 5 ^ UInt32(value)
            for (bit, term) in generator.enumerated() where top >> UInt32(bit) & 1 == 1 {
                sum ^= term
            }
        }
        return sum
    }

    /// Joins groups of five bits to bytes; the remainder must be fewer than five bits, all zero.
    private static func bytes(_ values: ArraySlice<UInt8>) -> [UInt8]? {
        var (bytes, bits, count) = ([UInt8](), UInt32(0), UInt32(0))
        for value in values {
            bits = (bits << 5 | UInt32(value)) & 0xFFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        let rest = bits & (1 << count - 1)
        return count < 5 && rest == 0 ? bytes : nil
    }
}
