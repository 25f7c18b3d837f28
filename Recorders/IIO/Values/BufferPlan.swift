// How much the kernel keeps, and how much is read at once. Too small, and a second's hiccup loses
// samples; too large, and a sensor's FIFO holds them back from whoever watches.

/// The sizes of a device's buffer.
struct BufferPlan: Sendable, Hashable {
    /// Scans that are read at once; a sensor's own FIFO hands over as many at a time.
    var scansAtOnce: Int
    /// Scans that the kernel keeps, as a multiple of those.
    var blocks: Int

    /// Scans that the kernel keeps.
    var scans: Int { scansAtOnce * blocks }

    /// Scans that the kernel really keeps: it rounds up to a power of two.
    var capacity: Int {
        scans <= 1 ? 1 : 1 << (Int.bitWidth - (scans - 1).leadingZeroBitCount)
    }

    /// How samples come out of the device.
    enum Delivery: Sendable, Hashable {
        /// One by one, by a trigger: how much is read at once holds nothing back.
        case singly
        /// From its own FIFO, when there are as many as are read at once.
        case inBatches
        /// Over a network: each reading of a batch waits until it is full.
        case remotely
    }

    /// The longest that samples may wait for others of their batch.
    static let patience = 0.025
    /// How long nobody may read without a loss, with a margin of as much again.
    static let hiccup = 2.0
    /// Kept in any case: a device can be faster than it says.
    private static let least = 8192

    init(scansAtOnce: Int, blocks: Int) {
        self.scansAtOnce = scansAtOnce
        self.blocks = blocks
    }

    /// The sizes for a rate.
    init(rateInHertz rate: Double, delivery: Delivery) {
        let rate = rate.isFinite ? min(max(rate, 0.01), 1e6) : 100
        let patient = max(1, Int(rate * Self.patience))
        let atOnce: Int
        switch delivery {
        case .singly: atOnce = max(256, min(patient * 8, 4096))
        case .inBatches, .remotely: atOnce = min(patient, 4096)
        }
        let kept = max(Self.least, Int((rate * Self.hiccup).rounded(.up)))
        self.init(scansAtOnce: atOnce, blocks: max(4, (kept + atOnce - 1) / atOnce))
    }

    /// Half as much, for a kernel without the memory; `nil` when a second's hiccup would lose.
    func halved(rateInHertz rate: Double) -> BufferPlan? {
        let smaller = BufferPlan(scansAtOnce: scansAtOnce, blocks: blocks / 2)
        return smaller.blocks >= 1 && Double(smaller.scans) >= rate * 1.2 ? smaller : nil
    }
}
