// Remembers the last bytes before a write. Zeros in their place show that somebody has truncated the file and the
// write left a hole. They are noted at each flush, so they are kept in a fixed-size value without allocation.

/// The last bytes that were written.
struct LastBytes: BitwiseCopyable {
    /// How many are remembered: more than the longest run of zeros in a compressed file.
    static let limit = 16

    /// The bytes, the newest last.
    private var bytes = SIMD16<UInt8>()
    /// How many bytes there are so far.
    private(set) var count = 0

    /// Adds bytes that were written.
    mutating func add(_ more: UnsafeRawBufferPointer) {
        let new = min(more.count, Self.limit)
        for index in 0..<Self.limit - new { bytes[index] = bytes[index + new] }
        for index in 0..<new {
            bytes[Self.limit - new + index] = unsafe more[more.count - new + index]
        }
        count = min(Self.limit, count + new)
    }

    /// Adds bytes that were written.
    mutating func add(_ more: [UInt8]) {
        unsafe more.withUnsafeBytes { unsafe add($0) }
    }

    /// False if a byte that was not zero when it was written is zero in `found`, as in a hole.
    func stand(in found: SIMD16<UInt8>) -> Bool {
        (0..<count).allSatisfy { found[$0] != 0 || bytes[Self.limit - count + $0] == 0 }
    }
}
