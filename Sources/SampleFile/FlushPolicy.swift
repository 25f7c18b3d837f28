// How much may be lost to a kill, and how often the disk is bothered: the numbers behind
// "at most the flush interval".

/// When buffered records go to the file, in what form, and when the file goes to the disk.
public struct FlushPolicy: Sendable, Equatable {
    /// The longest that a record waits in memory.
    public var flushInterval: Duration
    /// The buffered bytes at which a flush does not wait for the interval.
    public var flushBytes: Int
    /// The longest that the file waits for the disk itself.
    public var syncInterval: Duration
    /// Bytes set aside so that a full disk still takes the last gap records and the footer.
    public var closingReserve: Int
    /// How files are made smaller; they are plain if not said.
    ///
    /// Of a compressed file, the bytes at which a flush does not wait are those of its text.
    public var compression: SampleFileCompression?
    /// How many bytes are set aside at a time: a small one leaves a small disk to others.
    package var reserveStep = 1 << 20

    /// Flushes at 250 ms or 64 KiB and synchronizes each second, unless told otherwise.
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
