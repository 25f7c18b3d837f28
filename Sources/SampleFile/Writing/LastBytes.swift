// What stood at the end of a file before it was written on: a hole there shows that somebody has cut the file meanwhile.
// It is noted at each flush, so it takes no memory of its own.

/// The last bytes of what was written.
struct LastBytes: BitwiseCopyable {
    /// As many are remembered: more than a compressed file has zeros in a row.
    static let limit = 16

    /// The newest last.
    private var bytes = SIMD16<UInt8>()
    /// How many there are.
    private(set) var count = 0

    /// Takes what was written behind them.
    mutating func add(_ more: UnsafeRawBufferPointer) {
        let new = min(more.count, Self.limit)
        for index in 0..<Self.limit - new { bytes[index] = bytes[index + new] }
        for index in 0..<new {
            bytes[Self.limit - new + index] = unsafe more[more.count - new + index]
        }
        count = min(Self.limit, count + new)
    }

    /// Takes what was written behind them.
    mutating func add(_ more: [UInt8]) {
        unsafe more.withUnsafeBytes { unsafe add($0) }
    }

    /// Whether they stand in what was read, from its first byte on, and no zeros of a hole.
    func stand(in found: SIMD16<UInt8>) -> Bool {
        (0..<count).allSatisfy { found[$0] != 0 || bytes[Self.limit - count + $0] == 0 }
    }
}
