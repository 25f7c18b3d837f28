// Finds out whether the kernel's buffer was full. A full buffer keeps the oldest scans and silently drops new
// ones, so only a count shows it: if as many scans are read in a row as the buffer holds, it was full, and what
// is missing after them was dropped.

/// Counts the scans read since the kernel's buffer was last seen empty.
struct KernelBacklog: Sendable {
    /// Scans read in a row.
    private var scans = 0
    /// Whether the previous row was as long as the buffer is large.
    ///
    /// A fast reader then finds the buffer empty, and the scan that shows the loss arrives alone later.
    private var wasFull = false

    /// Notes that the kernel has nothing more to read.
    mutating func ranDry(capacity: Int) {
        if scans >= capacity { wasFull = true }
        scans = 0
    }

    /// Notes that the next scan is read.
    ///
    /// - Parameters:
    ///   - isBehindGap: Whether its timestamp leaves a gap after the one before.
    ///   - capacity: How many scans the kernel's buffer holds.
    /// - Returns: Whether the kernel may have dropped scans before it.
    mutating func next(isBehindGap: @autoclosure () -> Bool, capacity: Int) -> Bool {
        scans += 1
        let overflowed = wasFull || scans > capacity
        wasFull = false
        // The scans after the gap came when the buffer had room again, so a new row begins with this one.
        if overflowed, isBehindGap() { scans = 1 }
        return overflowed
    }
}
