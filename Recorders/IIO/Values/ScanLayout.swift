// Computes where each channel's number is in a scan, as the kernel packs it: in the order of the scan indices, each
// aligned to its own size, and the whole scan padded to the largest alignment.

/// The positions of the channels in a scan.
struct ScanLayout: Sendable, Hashable {
    /// The offset of each channel, in the order given.
    let offsets: [Int]
    /// Bytes of a scan up to the end of its last number.
    let end: Int
    /// Bytes of a whole scan.
    let bytes: Int

    /// Lays out channels, given with their scan indices in any order.
    init(_ channels: [(index: Int, format: ScanFormat)]) {
        var offsets = [Int](repeating: 0, count: channels.count)
        var end = 0
        var largest = 1
        for place in channels.indices.sorted(by: { channels[$0].index < channels[$1].index }) {
            let size = channels[place].format.bytes
            offsets[place] = Self.aligned(end, to: size)
            end = offsets[place] + size
            largest = max(largest, size)
        }
        self.offsets = offsets
        self.end = end
        bytes = Self.aligned(end, to: largest)
    }

    private static func aligned(_ offset: Int, to size: Int) -> Int {
        (offset + size - 1) / size * size
    }
}
