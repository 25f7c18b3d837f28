// Hints about memory that two processors share. A hint changes when a line moves from one to the
// other, never what is in it.

public import CSystemCalls

/// The unit in which processors hand memory to each other.
public enum CacheLine {
    /// Asks for the line at an address now, so that it is here when it is written.
    @inlinable @inline(__always)
    public static func askToWrite(_ address: UnsafeRawPointer) {
        unsafe footfall_ask_for_line(address)
    }
}
