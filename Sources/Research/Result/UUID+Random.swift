// Creates the UUIDs that distinguish runs. Foundation reads random numbers from a file in /dev. If that is missing, as
// in a bare container, Foundation gives every run the same UUID. Swift's generator calls the kernel, and needs no file.

package import FoundationEssentials

extension UUID {
    /// Returns a new random UUID.
    package static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        return random(by: &generator)
    }

    /// Returns a UUID of version 4 (random).
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
