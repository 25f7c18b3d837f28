// Prefetch hints for memory shared by two processors. A hint changes only when a cache line moves from one to the
// other, never its content.

public import CSystemCalls

/// A cache line: the unit in which processors exchange memory.
public enum CacheLine {
    /// Prefetches the cache line at `address` for writing.
    @inlinable @inline(__always)
    public static func askToWrite(_ address: UnsafeRawPointer) {
        unsafe footfall_ask_for_line(address)
    }
}
