// Where each channel's number lies in a scan: in the order of the channels' indices, each aligned
// to its own size, the whole to the largest of them, as the kernel packs them.

/// The places of the channels in a scan.
struct ScanLayout: Sendable, Hashable {
    /// The offset of each channel, in the order given.
    let offsets: [Int]
    /// Bytes of a scan up to the end of its last number.
    let end: Int
    /// Bytes of a whole scan.
    let bytes: Int

    /// Lays out channels given with their indices in the scan, in any order.
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
