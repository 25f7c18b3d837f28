// How much of a file is in memory at once. Tests use tiny limits, so that boundaries fall everywhere.

/// The sizes that bound a reader's memory, whatever the file contains.
package struct ReadingLimits: Sendable {
    /// How many bytes are read at a time: a window that fits the processor's cache.
    package var windowBytes: Int
    /// The longest line that may be a record.
    package var lineBytes: Int
    /// How many damaged lines are described; all of them are counted.
    package var describedDamage: Int

    package init(windowBytes: Int = 131_072, lineBytes: Int = 1_048_576, describedDamage: Int = 100)
    {
        precondition(windowBytes > 0 && lineBytes > 0, "a reader needs room")
        self.windowBytes = windowBytes
        self.lineBytes = lineBytes
        self.describedDamage = describedDamage
    }

    /// Enough for the longest line with its newline, and for one more byte that shows that a line is too long.
    var storeBytes: Int { max(windowBytes, lineBytes + 2) }
}
