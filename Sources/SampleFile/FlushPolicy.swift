// Decides how much a killed process may lose, and how often the disk is used: the numbers behind "at most the flush
// interval".

/// When buffered records are written to the file, in what form, and when the file is synchronized to disk.
public struct FlushPolicy: Sendable, Equatable {
    /// The longest that a record waits in memory.
    public var flushInterval: Duration
    /// The number of buffered bytes that triggers a flush before the interval ends.
    public var flushBytes: Int
    /// The longest time between two synchronizations of the file to disk.
    public var syncInterval: Duration
    /// Disk space reserved so that a full disk still accepts the last gap records and the footer.
    public var closingReserve: Int
    /// How files are compressed; `nil` for plain files.
    ///
    /// For a compressed file, `flushBytes` counts bytes of its text.
    public var compression: SampleFileCompression?
    /// How many bytes are reserved at a time; a small step leaves room to others on a small disk.
    package var reserveStep = 1 << 20

    /// A policy that by default flushes at 250 ms or 64 KiB and synchronizes each second.
    public init(
        flushInterval: Duration = .milliseconds(250),
        flushBytes: Int = 65536,
        syncInterval: Duration = .seconds(1),
        closingReserve: Int = 16384
    ) {
        precondition(flushInterval >= .zero && syncInterval >= .zero, "an interval is negative")
        precondition(flushBytes > 0 && closingReserve >= 0, "a number of bytes is negative")
        self.flushInterval = flushInterval
        self.flushBytes = flushBytes
        self.syncInterval = syncInterval
        self.closingReserve = closingReserve
    }
}
