// A device can have any stamps, another machine's above all. Those that are no clock's are held where sums and
// differences of two still fit.

extension Int64 {
    /// Stamps, and instants, beyond are nonsense; within, every difference fits.
    @inlinable
    package static var farthestStamp: Int64 { 1 << 61 }

    /// The nearest that is no nonsense.
    @inlinable
    package var heldAsStamp: Int64 {
        Swift.min(Swift.max(self, -Int64.farthestStamp), Int64.farthestStamp)
    }
}
