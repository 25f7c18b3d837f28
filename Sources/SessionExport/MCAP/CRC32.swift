// The checksum by which MCAP readers detect changed bytes: zlib's CRC-32, which is fast and already linked.

internal import CZlib

/// A CRC-32 that is updated in pieces.
struct CRC32: Sendable {
    /// The checksum of all bytes so far.
    private(set) var value: UInt32 = 0

    mutating func add(_ bytes: [UInt8]) {
        value = unsafe UInt32(crc32(UInt(value), bytes, UInt32(bytes.count)))
    }

    /// The checksum of these bytes.
    static func of(_ bytes: [UInt8]) -> UInt32 {
        var sum = CRC32()
        sum.add(bytes)
        return sum.value
    }
}
