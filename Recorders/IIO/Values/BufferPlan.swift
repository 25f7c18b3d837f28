// Plans how many scans the kernel keeps and how many are read at once. If the buffer is too small, a pause of a
// second loses samples. If a read is too large, the sensor's FIFO delays the live values.

/// The sizes of a device's buffer.
struct BufferPlan: Sendable, Hashable {
    /// Scans that are read at once; this is also how many a sensor's own FIFO hands over at a time.
    var scansAtOnce: Int
    /// How many times `scansAtOnce` the kernel keeps.
    var blocks: Int

    /// Scans that the kernel keeps.
    var scans: Int { scansAtOnce * blocks }

    /// Scans that the kernel really keeps: it rounds up to a power of two.
    var capacity: Int {
        scans <= 1 ? 1 : 1 << (Int.bitWidth - (scans - 1).leadingZeroBitCount)
    }

    /// How samples arrive from the device.
    enum Delivery: Sendable, Hashable {
        /// One by one, on a trigger: the size of a read delays nothing.
        case singly
        /// From the device's own FIFO, once it holds as many as are read at once.
        case inBatches
        /// Over a network: each reading of a batch waits until the batch is full.
        case remotely
    }

    /// The longest that samples may wait for others of their batch, in seconds.
    static let patience = 0.025
    /// For how many seconds reading may pause without a loss, including a safety factor of two.
    static let hiccup = 2.0
    /// The least number of scans to keep: a device can be faster than it states.
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

    /// Half the size, for a kernel with too little memory; `nil` if a pause of a second would then lose
    /// samples.
    func halved(rateInHertz rate: Double) -> BufferPlan? {
        let smaller = BufferPlan(scansAtOnce: scansAtOnce, blocks: blocks / 2)
        return smaller.blocks >= 1 && Double(smaller.scans) >= rate * 1.2 ? smaller : nil
    }
}
