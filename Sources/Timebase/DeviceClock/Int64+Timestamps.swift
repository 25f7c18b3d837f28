// Guards timestamp arithmetic. A device may send any timestamp, and so may another machine. Timestamps that no
// clock can show are clamped, so that sums and differences of two never overflow.

extension Int64 {
    /// The greatest timestamp or instant that is accepted; within it, every difference fits.
    @inlinable
    package static var farthestTimestamp: Int64 { 1 << 61 }

    /// The nearest accepted timestamp.
    @inlinable
    package var heldAsTimestamp: Int64 {
        Swift.min(Swift.max(self, -Int64.farthestTimestamp), Int64.farthestTimestamp)
    }
}
