// A run is told from all others by its UUID alone. Foundation takes one from a file in /dev, and where there
// is none, as in a bare container, gives every run the same; the kernel's own call needs no file.

package import FoundationEssentials

extension UUID {
    /// A UUID that nobody has had.
    package static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        return random(by: &generator)
    }

    /// A UUID of version 4, which is made of random numbers.
    static func random(by generator: inout some RandomNumberGenerator) -> UUID {
        let (first, last) = (generator.next(), generator.next())
        var bytes = (0..<16).map { index in
            UInt8(truncatingIfNeeded: (index < 8 ? first : last) >> UInt64(8 * (index % 8)))
        }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
                bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14],
                bytes[15]
            )
        )
    }
}
