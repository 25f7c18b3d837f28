// Whether the kernel had no more room. It keeps the oldest scans and drops what comes after them
// without a word, so only a count shows it: who reads as many in a row as the kernel has room for has
// found it full, and what is missing behind them found no room.

/// The scans that were read since the kernel was last seen empty.
struct KernelBacklog: Sendable {
    /// Scans in a row.
    private var scans = 0
    /// Whether the row before held all that the kernel has room for.
    ///
    /// A fast reader finds nothing behind it, and the scan that shows the loss comes later, by itself.
    private var wasFull = false

    /// The kernel has nothing more to read.
    mutating func ranDry(capacity: Int) {
        if scans >= capacity { wasFull = true }
        scans = 0
    }

    /// The next scan is read.
    ///
    /// - Parameters:
    ///   - isBehindGap: Whether its stamp leaves a gap behind the one before.
    ///   - capacity: Scans that the kernel has room for.
    /// - Returns: Whether the kernel may have dropped some before it.
    mutating func next(isBehindGap: @autoclosure () -> Bool, capacity: Int) -> Bool {
        scans += 1
        let overflowed = wasFull || scans > capacity
        wasFull = false
        // What follows that gap was read while there was room again.
        if overflowed, isBehindGap() { scans = 1 }
        return overflowed
    }
}
