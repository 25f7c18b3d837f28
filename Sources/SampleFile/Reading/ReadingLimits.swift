// How much of a file is in memory at once. Tests make these tiny, to put a boundary everywhere.

/// The sizes that bound a reader's memory, whatever the file holds.
package struct ReadingLimits: Sendable {
    /// How many bytes are asked for at a time: a window that fits the processor's cache.
    package var windowBytes: Int
    /// The longest line that may be a record.
    package var lineBytes: Int
    /// How many damaged lines are described; all are counted.
    package var describedDamage: Int

    package init(windowBytes: Int = 131_072, lineBytes: Int = 1_048_576, describedDamage: Int = 100)
    {
        precondition(windowBytes > 0 && lineBytes > 0, "a reader needs room")
        self.windowBytes = windowBytes
        self.lineBytes = lineBytes
        self.describedDamage = describedDamage
    }

    /// Room for the longest line with its newline, and for one byte that shows that it is too long.
    var storeBytes: Int { max(windowBytes, lineBytes + 2) }
}
