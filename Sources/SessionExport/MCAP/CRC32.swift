// The sum by which readers of MCAP tell a changed byte: the CRC-32 of zlib, which is fast and here already.

internal import CZlib

/// A CRC-32, fed as the bytes come.
struct CRC32: Sendable {
    /// The sum of all bytes so far.
    private(set) var value: UInt32 = 0

    mutating func add(_ bytes: [UInt8]) {
        value = unsafe UInt32(crc32(UInt(value), bytes, UInt32(bytes.count)))
    }

    /// The sum of bytes that are all there.
    static func of(_ bytes: [UInt8]) -> UInt32 {
        var sum = CRC32()
        sum.add(bytes)
        return sum.value
    }
}
